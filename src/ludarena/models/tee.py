"""An HTTP transport that also reads what passes: usage, model and id as the provider gave them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextvars import ContextVar

import httpx2

from ludarena.models.errors import UnreadableBody
from ludarena.models.wire import Api, Reading, StreamReader, read_body


class Record:
    """What passed of one call: the last response counts."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.status = 0
        self.headers: dict[str, str] = {}
        self.reading = Reading()
        self.begun = time.monotonic()
        self.first_token_s: float | None = None
        self._stream: StreamReader | None = None
        self._pieces: list[bytes] = []

    @property
    def raw(self) -> bytes:
        """The body as it came."""
        return b"".join(self._pieces)

    def start(self, response: httpx2.Response) -> None:
        """Begin with a new response."""
        self.status = response.status_code
        self.headers = {name.lower(): value for name, value in response.headers.items()}
        self.reading = Reading()
        self._pieces = []
        streamed = self.headers.get("content-type", "").startswith("text/event-stream")
        self._stream = StreamReader(self.api) if streamed else None

    def piece(self, data: bytes) -> None:
        """Take the next bytes of the body."""
        if self.first_token_s is None and self.status < 400:
            self.first_token_s = time.monotonic() - self.begun
        self._pieces.append(data)
        if self._stream is not None:
            self._stream.feed(data)
            self.reading = self._stream.reading

    def end(self) -> None:
        """Read a body that came whole; a body that cannot be read leaves nothing known."""
        if self._stream is None and self.status < 400:
            try:
                self.reading = read_body(self.api, self.raw)
            except UnreadableBody as error:
                self.reading = Reading(problem=error.reason)


RECORD: ContextVar[Record | None] = ContextVar("record", default=None)
"""The record of the call that the current task makes."""


class TeeTransport(httpx2.AsyncBaseTransport):
    """Sends requests by another transport and lets the current record see the responses."""

    def __init__(self, inner: httpx2.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await self._inner.handle_async_request(request)
        record = RECORD.get()
        if record is not None and isinstance(response.stream, httpx2.AsyncByteStream):
            record.start(response)
            response.stream = _TeeStream(response.stream, record)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _TeeStream(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, record: Record) -> None:
        self._inner = inner
        self._record = record

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._inner:
            self._record.piece(piece)
            yield piece
        self._record.end()

    async def aclose(self) -> None:
        await self._inner.aclose()
