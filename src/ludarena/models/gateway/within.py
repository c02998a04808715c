"""Calls of this process: they reach the gateway without HTTP, and meet all that others meet there.

The gateway's own application answers them, in the gateway's event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field

from ludarena.models.endpoints import Answered, Headers

Event = MutableMapping[str, object]
App = Callable[
    [Event, Callable[[], Awaitable[Event]], Callable[[Event], Awaitable[None]]], Awaitable[None]
]


@dataclass(slots=True)
class _Exchange:
    """One request and its answer, as a server would carry them for the application."""

    body: bytes
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    status: int = 0
    headers: Headers = field(default_factory=list)
    pieces: list[bytes] = field(default_factory=list)
    whole: bool = False
    _received: bool = False

    async def receive(self) -> Event:
        if not self._received:
            self._received = True
            return {"type": "http.request", "body": self.body, "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, event: Event) -> None:
        if event["type"] == "http.response.start":
            self.status = int(str(event["status"]))
            headers = event["headers"]
            self.headers = list(headers) if isinstance(headers, list) else []
            return
        piece = event.get("body", b"")
        self.pieces.append(piece if isinstance(piece, bytes) else b"")
        self.whole = not event.get("more_body", False)


class Within:
    """Carries calls from any event loop of this process to the application."""

    def __init__(self, app: App, loop: asyncio.AbstractEventLoop) -> None:
        self._app = app
        self._loop = loop

    async def __call__(
        self, method: str, path: bytes, query: bytes, headers: Headers, body: bytes
    ) -> Answered:
        """Return status, headers, body and whether the body came to its end."""
        scope: Event = {
            "type": "http",
            "method": method,
            "raw_path": path,
            "query_string": query,
            "headers": headers,
        }
        exchange = _Exchange(body)
        answering = asyncio.run_coroutine_threadsafe(self._answer(scope, exchange), self._loop)
        try:
            await asyncio.shield(asyncio.wrap_future(answering))
        except asyncio.CancelledError:
            # The application ends the call as it does for a program that left.
            self._loop.call_soon_threadsafe(exchange.gone.set)
            raise
        return exchange.status, exchange.headers, b"".join(exchange.pieces), exchange.whole

    async def _answer(self, scope: Event, exchange: _Exchange) -> None:
        await self._app(scope, exchange.receive, exchange.send)
