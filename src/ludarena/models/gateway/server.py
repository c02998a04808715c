"""The gateway as a server on loopback, in a thread and an event loop of its own."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Awaitable, Callable, MutableMapping
from types import TracebackType
from typing import TYPE_CHECKING

from ludarena.core.errors import MissingExtra
from ludarena.models.endpoints import Headers
from ludarena.models.errors import (
    BudgetExhausted,
    UnboundedCall,
    UnknownProvider,
    UnreadableBody,
)
from ludarena.models.gateway.call import Call, CutOff, Incoming, Unanswered
from ludarena.models.gateway.gateway import Gateway, api_of, is_unmetered
from ludarena.models.gateway.seats import Barred, ForbiddenModel, Seat, SeatAccess
from ludarena.models.gateway.within import Within
from ludarena.models.wire import Api

if TYPE_CHECKING:
    import uvicorn

Scope = MutableMapping[str, object]
Event = MutableMapping[str, object]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]

LARGEST_BODY = 64 * 2**20
_JSON: Headers = [(b"content-type", b"application/json")]


class GatewayServer:
    """Serves a gateway under `http://127.0.0.1:PORT/seat/TOKEN` until it is closed.

    >>> from ludarena.models.ledger import MemoryLedger
    >>> with GatewayServer(Gateway(MemoryLedger())) as server:
    ...     server.url.startswith("http://127.0.0.1:")
    True
    """

    def __init__(self, gateway: Gateway, *, port: int = 0, grace_s: float = 5.0) -> None:
        """Start serving; raise `MissingExtra` without the server library."""
        self.gateway = gateway
        self._app = _App(gateway)
        self._server = _uvicorn(self._app, grace_s)
        self._socket = _listening(port)
        gateway.base = self.url
        self._running = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="model gateway", daemon=True)
        self._thread.start()
        self._running.wait()

    @property
    def url(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def open(self, access: SeatAccess) -> Seat:
        """Return a new seat, see `Gateway.open`."""
        return self.gateway.open(access)

    def close(self) -> None:
        """Take no more calls, give those under way a moment to end, and stop."""
        self._server.should_exit = True
        self._thread.join()

    def __enter__(self) -> GatewayServer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _serve(self) -> None:
        async def serve() -> None:
            self.gateway.carrier = Within(self._app, asyncio.get_running_loop())
            self._running.set()
            try:
                await self._server.serve(sockets=[self._socket])
            finally:
                await self.gateway.close()

        asyncio.run(serve())


def _listening(port: int) -> socket.socket:
    """Return a listening socket whose connections send small pieces at once.

    The event loop asks for that only where a socket names its protocol.
    """
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind(("127.0.0.1", port))
    sock.listen(512)
    return sock


class _App:
    """The ASGI application."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        token, incoming = await _read(scope, receive)
        seat = self._gateway.seat(token)
        if seat is None:
            await _refuse(send, 403, "unknown_seat", "no open seat has this token")
        elif incoming is None:
            await _refuse(send, 413, "too_large", f"a body may have {LARGEST_BODY} bytes")
        elif (api := api_of(incoming)) is not None:
            await self._metered(seat, incoming, api, receive, send)
        elif is_unmetered(incoming):
            await _respond(send, *await self._gateway.pass_through(seat, incoming))
        else:
            await _refuse(send, 404, "unknown_path", "only model calls are carried here")

    async def _metered(
        self, seat: Seat, incoming: Incoming, api: Api, receive: Receive, send: Send
    ) -> None:
        try:
            call = self._gateway.call(seat, incoming, api)
        except UnreadableBody as error:
            await _deny(
                seat.access, send, 400, "unreadable_request", f"the request: {error.reason}"
            )
        except Barred as error:
            await _deny(seat.access, send, 400, "barred", str(error))
        except ForbiddenModel as error:
            await _deny(seat.access, send, 400, "forbidden_model", str(error))
        except UnknownProvider as error:
            await _deny(seat.access, send, 404, "unknown_api", str(error))
        else:
            await _carry(call, receive, send)


async def _carry(call: Call, receive: Receive, send: Send) -> None:
    """Carry a call to its end, or give it up when the program goes away."""
    carrying = asyncio.current_task()
    given_up = False

    async def watch() -> None:
        nonlocal given_up
        await _disconnected(receive)
        if carrying is not None and not call.worth_finishing:
            given_up = True
            carrying.cancel()

    watching = asyncio.create_task(watch())
    try:
        await _pump(call, send)
    except asyncio.CancelledError:
        if not given_up or carrying is None or carrying.uncancel():
            raise
    finally:
        watching.cancel()


async def _pump(call: Call, send: Send) -> None:
    try:
        status, headers = await call.begin()
        await send({"type": "http.response.start", "status": status, "headers": headers})
        async for chunk in call.chunks():
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    except Unanswered as error:
        status = 504 if error.kind == "timeout" else 502
        await _refuse(send, status, error.kind, f"no reply from the provider: {error}")
    except BudgetExhausted as error:
        await _deny(call.access, send, 402, "budget_exhausted", str(error))
    except UnboundedCall as error:
        await _deny(call.access, send, 400, "unbounded_call", str(error))
    except CutOff:
        # Without a last message the server breaks the connection: the program sees the cut.
        return
    finally:
        await call.close()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _read(scope: Scope, receive: Receive) -> tuple[str, Incoming | None]:
    """Return the token and the request; None in place of a request that is too large."""
    path, query, headers = scope["raw_path"], scope["query_string"], scope["headers"]
    _, _, rest = _decoded(path).partition("/seat/")
    token, slash, tail = rest.partition("/")
    body, more = bytearray(), True
    while more:
        event = await receive()
        more = bool(event.get("more_body", False))
        part = event.get("body", b"")
        body += part if isinstance(part, bytes) else b""
        if len(body) > LARGEST_BODY:
            return token, None
    pairs = list(headers) if isinstance(headers, (list, tuple)) else []
    method = str(scope["method"])
    return token, Incoming(method, slash + tail, _decoded(query), pairs, bytes(body))


def _decoded(value: object) -> str:
    return value.decode("ascii", "replace") if isinstance(value, bytes) else ""


async def _deny(access: SeatAccess, send: Send, status: int, kind: str, message: str) -> None:
    """Refuse a call of a seat, and tell whoever watches the seat."""
    access.refuse(kind, message)
    await _refuse(send, status, kind, message)


async def _refuse(send: Send, status: int, kind: str, message: str) -> None:
    """Answer with an error in a form that clients of all four APIs can show."""
    error = {"type": kind, "code": kind, "status": kind, "message": f"ludarena gateway: {message}"}
    body = json.dumps({"type": "error", "error": error}).encode()
    await _respond(send, status, [*_JSON, (b"x-ludarena-failure", kind.encode())], body)


async def _respond(send: Send, status: int, headers: Headers, body: bytes) -> None:
    sized = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": sized})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _uvicorn(app: _App, grace_s: float) -> uvicorn.Server:
    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtra("the gateway", "gateway") from error
    config = uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=120,
        timeout_graceful_shutdown=max(1, round(grace_s)),
    )
    return uvicorn.Server(config)
