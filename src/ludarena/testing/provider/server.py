"""The scripted provider: an HTTP server on loopback that remembers what it counted."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Literal

from ludarena.testing.provider import chat, gemini, messages, responses
from ludarena.testing.provider.asked import api_of, read_request
from ludarena.testing.provider.pieces import Answer, Event, Json, filled_in
from ludarena.testing.provider.script import Api, Asked, Fault, Reply, Script, Tokens, in_order

Sent = Literal["whole", "cut", "none"]
_WRITERS = {"chat": chat, "responses": responses, "messages": messages, "gemini": gemini}
_PREFIXES = {"chat": "chatcmpl-", "responses": "resp_", "messages": "msg_", "gemini": "gen-"}


@dataclass(frozen=True, slots=True)
class Served:
    """One request and what came of it.

    `tokens` are those of the reply that the script produced, None where a fault let none arise.
    `sent` says how much of the reply left: `whole`, `cut` or `none`. `finished_at` is monotonic.
    """

    asked: Asked
    status: int
    response_id: str
    model: str
    tokens: Tokens | None
    sent: Sent
    started_at: float
    finished_at: float


class ScriptedProvider:
    """A provider of language models without a model: it answers as a script says.

    It speaks Chat Completions, Responses, Messages and generateContent, streamed and not, under one
    address, and keeps a ledger of its own. Requests are numbered from 1 in the order of arrival;
    `faults` names replies or faults for single numbers, in place of or on top of the script.

    >>> with ScriptedProvider([Reply("pass")], faults={2: Fault(status=500)}) as provider:
    ...     provider.base_url("chat").startswith("http://127.0.0.1:")
    True
    """

    def __init__(
        self,
        script: Script | Sequence[Reply],
        *,
        faults: Mapping[int, Fault | Reply] | None = None,
        port: int = 0,
    ) -> None:
        self._script = script if callable(script) else in_order(script)
        self._faults = dict(faults or {})
        self._served: list[Served] = []
        self._count = 0
        self.in_flight = 0
        self.most_in_flight = 0
        self._lock = threading.Condition()
        self.stopping = threading.Event()
        self._server = _Server(("127.0.0.1", port), self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True, name="scripted provider"
        )
        self._thread.start()

    @property
    def url(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def base_url(self, api: Api) -> str:
        """Return the base URL that client libraries of this API want."""
        return self.url + ("/v1" if api in ("chat", "responses") else "")

    def served(self) -> list[Served]:
        """Return all answered requests, by their numbers: in the order of arrival.

        Wait up to a second for answers that are on their way out.
        """
        with self._lock:
            self._lock.wait_for(lambda: self.in_flight == 0, timeout=1.0)
            return sorted(self._served, key=lambda entry: entry.asked.number)

    def tokens(self) -> Tokens:
        """Return the sum over all replies that left whole."""
        whole = [entry.tokens for entry in self.served() if entry.sent == "whole" and entry.tokens]
        return sum(whole, Tokens(0, 0))

    def close(self) -> None:
        """Stop the server and wait for its thread; hanging answers are given up.

        Connections without a request are closed, the others with their answers.
        """
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._server.close_idle()

    def __enter__(self) -> ScriptedProvider:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def begin(self) -> int:
        """Return the number of a new request."""
        with self._lock:
            self._count += 1
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)
            return self._count

    def reply(self, asked: Asked) -> Reply:
        """Return what the faults, or else the script, have for a request."""
        special = self._faults.get(asked.number)
        if isinstance(special, Reply):
            return special
        reply = self._script(asked)
        return reply if special is None else reply.spoilt(special)

    def end(self, entry: Served) -> None:
        """Note a request that is over."""
        with self._lock:
            self.in_flight -= 1
            self._served.append(entry)
            self._lock.notify_all()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, address: tuple[str, int], provider: ScriptedProvider) -> None:
        self.provider = provider
        self.idle: set[socket.socket] = set()
        super().__init__(address, _Handler)

    def close_idle(self) -> None:
        """Close the connections that wait for a request."""
        for connection in tuple(self.idle):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """Pass over clients that go away."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Server

    def handle_one_request(self) -> None:
        """Wait for a request and answer it; the last one where the provider stops."""
        self.server.idle.add(self.connection)
        if self.server.provider.stopping.is_set():
            self.close_connection = True
            return
        super().handle_one_request()

    def parse_request(self) -> bool:
        """Note that a request has come."""
        self.server.idle.discard(self.connection)
        return super().parse_request()

    def finish(self) -> None:
        """Forget the connection."""
        self.server.idle.discard(self.connection)
        super().finish()

    def log_message(self, format: str, *args: object) -> None:
        """Keep the standard error stream clean."""

    def do_GET(self) -> None:
        if self.path.split("?")[0].endswith("/models"):
            model = {"id": "scripted-1", "object": "model", "owned_by": "scripted"}
            self._send_json(200, {"object": "list", "data": [model]})
        else:
            self._send_json(404, _error(404, None))

    def do_POST(self) -> None:
        raw = self._read_body()
        path = self.path.split("?")[0]
        api = api_of(path)
        if path.endswith(("/count_tokens", ":countTokens")):
            count = len(raw) // 4
            self._send_json(200, {"input_tokens": count, "totalTokens": count})
        elif api is None:
            self._send_json(404, _error(404, None))
        else:
            self._answer(api, path, raw)

    def _read_body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _answer(self, api: Api, path: str, raw: bytes) -> None:
        provider, started = self.server.provider, time.monotonic()
        number = provider.begin()
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = _object(raw)
        asked = read_request(api, path, body, number=number, size=len(raw), headers=headers)
        reply = provider.reply(asked)
        fault = reply.fault or Fault()
        response_id = f"{_PREFIXES[api]}{number:06d}"
        answer = filled_in(asked, reply, response_id, int(time.time()))
        sent: Sent = "none"
        provider.stopping.wait(fault.delay_s)
        try:
            sent = self._deliver(api, answer, asked.stream, fault)
        except OSError:
            sent = "cut"
        finally:
            produced = fault.status is None and not fault.garbage and not fault.error_event
            tokens = answer.tokens if produced else None
            provider.end(
                Served(
                    asked=asked,
                    status=fault.status or 200,
                    response_id=answer.response_id,
                    model=answer.model,
                    tokens=tokens,
                    sent=sent,
                    started_at=started,
                    finished_at=time.monotonic(),
                )
            )

    def _deliver(self, api: Api, answer: Answer, stream: bool, fault: Fault) -> Sent:
        if fault.status is not None:
            extra = {}
            if fault.retry_after_s is not None:
                extra["Retry-After"] = f"{fault.retry_after_s:g}"
            self._send_json(fault.status, _error(fault.status, fault.code), extra)
            return "none"
        if fault.garbage:
            self._send(200, "text/html", b"<html>upstream sent no JSON</html>")
            return "none"
        if fault.error_event:
            self._stream(iter([Event("error", _error(529, "overloaded_error"))]), Fault())
            return "none"
        if stream:
            return self._stream(_WRITERS[api].events(answer), fault)
        whole = json.dumps(_WRITERS[api].whole(answer)).encode()
        if fault.cut_after is None and fault.unended_after is None:
            self._send(200, "application/json", whole)
            return "whole"
        self._head(200, "application/json", {"Content-Length": str(len(whole))})
        self.wfile.write(whole[: len(whole) // 2])
        self._break()
        return "cut"

    def _stream(self, events: Iterator[Event], fault: Fault) -> Sent:
        self._head(200, "text/event-stream", {"Transfer-Encoding": "chunked"})
        for number, event in enumerate(events):
            if number == fault.cut_after:
                self._break()
                return "cut"
            if number == fault.unended_after:
                self.wfile.write(b"0\r\n\r\n")
                return "cut"
            self.server.provider.stopping.wait(fault.event_delay_s)
            data = event.encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()
        return "whole"

    def _break(self) -> None:
        self.wfile.flush()
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _send_json(self, status: int, value: Json, extra: Mapping[str, str] | None = None) -> None:
        self._send(status, "application/json", json.dumps(value).encode(), extra)

    def _send(
        self, status: int, kind: str, body: bytes, extra: Mapping[str, str] | None = None
    ) -> None:
        self._head(status, kind, {"Content-Length": str(len(body)), **(extra or {})})
        self.wfile.write(body)
        self.wfile.flush()

    def _head(self, status: int, kind: str, extra: Mapping[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in extra.items():
            self.send_header(name, value)
        self.end_headers()


def _object(raw: bytes) -> Json:
    try:
        value = json.loads(raw)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _error(status: int, code: str | None) -> Json:
    kind = "rate_limit_error" if status == 429 else "server_error"
    error = {"type": kind, "code": code or kind, "message": f"scripted status {status}"}
    return {"type": "error", "error": error}
