"""An HTTP transport that also reads what passes: usage, model and id as the provider gave them.

It asks for streams, which bring the first bytes early and keep connections alive, and hands them on
as the whole bodies that they amount to: to take one body apart is much less work than hundreds of
pieces.
"""

from __future__ import annotations

import json
import time
from contextvars import ContextVar

import httpx2

from ludarena.models.errors import UnreadableBody
from ludarena.models.wire import Api, Reading, StreamReader, read_body, whole_body


class Record:
    """What passed of one call: the last response counts."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.status = 0
        self.headers: dict[str, str] = {}
        self.reading = Reading()
        self.begun = time.monotonic()
        self.first_token_s: float | None = None
        self.raw = b""
        self._stream: StreamReader | None = None

    async def take(self, response: httpx2.Response) -> bytes:
        """Read a response to its end and return its body, that of a stream put together.

        Raises the errors of the transport, also for a stream that ends before its last event.
        """
        self.status = response.status_code
        self.headers = {name.lower(): value for name, value in response.headers.items()}
        self.reading = Reading()
        self._stream = self._reader()
        pieces = []
        async for piece in response.aiter_raw():
            if self.first_token_s is None and self.status < 400:
                self.first_token_s = time.monotonic() - self.begun
            pieces.append(piece)
            if self._stream is not None:
                self._stream.feed(piece)
        self.raw = b"".join(pieces)
        return self._whole()

    def _reader(self) -> StreamReader | None:
        if not self.headers.get("content-type", "").startswith("text/event-stream"):
            return None
        reader = StreamReader(self.api, keep=True)
        self.reading = reader.reading
        return reader

    def _whole(self) -> bytes:
        if self._stream is not None:
            if self.reading.finish == "error" or not (
                self.reading.complete or self.reading.finish != "unknown"
            ):
                raise httpx2.RemoteProtocolError("the stream broke off")
            return json.dumps(whole_body(self.api, self._stream.events)).encode()
        if self.status < 400:
            try:
                self.reading = read_body(self.api, self.raw)
            except UnreadableBody as error:  # nothing is known of it
                self.reading = Reading(problem=error.reason)
        return self.raw


RECORD: ContextVar[Record | None] = ContextVar("record", default=None)
"""The record of the call that the current task makes."""


class TeeTransport(httpx2.AsyncBaseTransport):
    """Sends requests by another transport and lets the current record see the responses."""

    def __init__(self, inner: httpx2.AsyncBaseTransport, *, stream: bool) -> None:
        self._inner = inner
        self._stream = stream

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        record = RECORD.get()
        if record is None:
            return await self._inner.handle_async_request(request)
        if self._stream and record.api == "gemini":
            _ask_for_events(request)
        response = await self._inner.handle_async_request(request)
        try:
            body = await record.take(response)
        finally:
            await response.aclose()
        headers = {
            name: value
            for name, value in record.headers.items()
            if name not in ("content-length", "transfer-encoding", "content-type")
        }
        kind = record.headers.get("content-type", "")
        if kind.startswith("text/event-stream"):
            kind = "application/json"
        headers["content-type"] = kind
        return httpx2.Response(response.status_code, headers=headers, content=body)

    async def aclose(self) -> None:
        await self._inner.aclose()


def _ask_for_events(request: httpx2.Request) -> None:
    """Ask generateContent for a stream: there the address says it."""
    path = request.url.path.replace(":generateContent", ":streamGenerateContent")
    request.url = request.url.copy_with(path=path).copy_merge_params({"alt": "sse"})
