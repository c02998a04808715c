"""Reading of responses: whole bodies, and streams of server-sent events as their bytes come."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Protocol

from ludarena.models.errors import UnreadableBody
from ludarena.models.wire import chat, gemini, messages, responses
from ludarena.models.wire.reading import Api, Json, Reading, Request, rows


class _Wire(Protocol):
    def read_request(self, body: Json, path: str) -> Request: ...
    def read_body(self, body: Json, reading: Reading) -> None: ...
    def read_event(self, name: str, data: Json, reading: Reading) -> None: ...
    def read_end(self, reading: Reading) -> None: ...


_WIRES: dict[Api, _Wire] = {
    "chat": chat,
    "responses": responses,
    "messages": messages,
    "gemini": gemini,
}


def recognise(path: str) -> Api | None:
    """Return the API whose path this is, without its query; None for any other path.

    >>> recognise("/v1/chat/completions"), recognise("/v1beta/models/m:streamGenerateContent")
    ('chat', 'gemini')
    """
    if path.endswith("/chat/completions"):
        return "chat"
    if path.endswith("/responses"):
        return "responses"
    if path.endswith("/messages"):
        return "messages"
    return "gemini" if gemini.PATH.search(path) else None


def read_request(api: Api, path: str, body: bytes) -> Request:
    """Return what a request allows; raise `UnreadableBody` when it is no JSON object."""
    return _WIRES[api].read_request(_object(api, _json(api, body)), path)


def read_body(api: Api, body: bytes) -> Reading:
    """Return what a whole response says; raise `UnreadableBody` when it is no JSON object.

    An array of chunks, as generateContent streams without server-sent events, is read as well.
    """
    reading = Reading()
    value = _json(api, body)
    if api == "gemini" and isinstance(value, list):
        for chunk in rows(value):
            _WIRES[api].read_event("", chunk, reading)
    else:
        _WIRES[api].read_body(_object(api, value), reading)
    return reading


class StreamReader:
    """Reads a stream of server-sent events as its bytes arrive, wherever they are divided.

    `events` are the names and data of all so far, where they are kept.
    """

    def __init__(self, api: Api, *, keep: bool = False) -> None:
        self.reading = Reading()
        self.events: list[tuple[str, Json]] = []
        self._keep = keep
        self._wire = _WIRES[api]
        self._rest = b""
        self._name = ""
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> None:
        """Read the next bytes. Lines that are no events of the API are passed over."""
        lines = (self._rest + chunk).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            self._line(line.removesuffix(b"\r"))

    def _line(self, line: bytes) -> None:
        if not line:
            self._end_event()
        elif line.startswith(b"data:"):
            self._data.append(line[5:].removeprefix(b" "))
        elif line.startswith(b"event:"):
            self._name = line[6:].strip().decode("utf-8", "replace")

    def _end_event(self) -> None:
        data, name = b"\n".join(self._data), self._name
        self._data, self._name = [], ""
        if data.strip() == b"[DONE]":
            self._wire.read_end(self.reading)
        elif data:
            try:
                value = json.loads(data)
            except ValueError:
                return
            if isinstance(value, Mapping):
                self._wire.read_event(name, value, self.reading)
                if self._keep:
                    self.events.append((name, value))


def _json(api: Api, body: bytes) -> object:
    try:
        value: object = json.loads(body)
    except ValueError:
        raise UnreadableBody(api, "it is not JSON") from None
    return value


def _object(api: Api, value: object) -> Json:
    if not isinstance(value, Mapping):
        raise UnreadableBody(api, "it is not a JSON object")
    return value
