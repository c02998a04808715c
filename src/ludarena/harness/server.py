"""The seat server: five tools over MCP, by HTTP with a token a seat, or by standard streams."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from typing import TYPE_CHECKING, Any

from ludarena._version import __version__
from ludarena.core.errors import MissingExtra
from ludarena.harness.desk import Desk
from ludarena.harness.texts import INSTRUCTIONS, TOOLS
from ludarena.harness.tickets import Ticket

if TYPE_CHECKING:
    import uvicorn
    from mcp.server.mcpserver import MCPServer

Scope = MutableMapping[str, Any]  # ASGI leaves the types of its values open
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_PREFIX = "/seat/"
_LOG = logging.getLogger(__name__)

FAILED = "The arena could not answer this call. Call `observe` to see where you are."


def seat_server(find: Callable[[object], Desk]) -> MCPServer:
    """Return a server of the five tools; `find` returns the desk of a request.

    The argument of `find` is the HTTP request, None without one. Raises `MissingExtra`.
    """
    try:
        from mcp.server.mcpserver import Context, MCPServer
        from mcp_types import ToolAnnotations
    except ImportError as error:
        raise MissingExtra("the seat server", "mcp") from error

    server: MCPServer = MCPServer(
        "ludarena", version=__version__, instructions=INSTRUCTIONS, log_level="CRITICAL"
    )

    async def told(ctx: Context, use: Callable[[Desk], str | Awaitable[str]]) -> str:
        try:
            text = use(find(ctx.request_context.request))
            return text if isinstance(text, str) else await text
        except Exception:  # noqa: BLE001 - what failed inside the arena is nothing for a seat
            _LOG.exception("a tool of a seat failed")
            return FAILED

    async def observe(ctx: Context) -> str:
        return await told(ctx, lambda desk: desk.observe())

    async def legal_actions(ctx: Context) -> str:
        return await told(ctx, lambda desk: desk.legal_actions())

    async def act(action: str, decision: int, ctx: Context, reasoning: str = "") -> str:
        return await told(ctx, lambda desk: desk.act(action, decision, reasoning))

    async def rules(ctx: Context) -> str:
        return await told(ctx, lambda desk: desk.rules())

    async def history(ctx: Context) -> str:
        return await told(ctx, lambda desk: desk.history())

    for tool in (observe, legal_actions, act, rules, history):
        # The annotations of the SDK are resolved by name, which a local import hides from it.
        tool.__annotations__["ctx"] = Context
        name = tool.__name__
        notes = ToolAnnotations(
            read_only_hint=name != "act",
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        )
        server.add_tool(
            tool, name=name, description=TOOLS[name], annotations=notes, structured_output=False
        )
    return server


class SeatServer:
    """Serves the seats of a run over streamable HTTP on loopback, in the running event loop.

    Each seat has an address and a token of its own. A token of another seat, or of one whose match
    has ended, is refused with status 403, any other with 401.
    """

    def __init__(self, *, port: int = 0) -> None:
        """Start serving; raise `MissingExtra`."""
        self._desks: dict[str, Desk] = {}
        self._names: dict[str, str] = {}
        self._ended: set[str] = set()
        server = seat_server(self._desk_of)
        app = server.streamable_http_app(streamable_http_path="/mcp")
        self._socket = _listening(port)
        self._uvicorn = _uvicorn(_Gate(app, self._refusal, self._offered))
        self._task = asyncio.get_running_loop().create_task(
            self._uvicorn.serve(sockets=[self._socket])
        )

    @property
    def url(self) -> str:
        """The address without a path."""
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def open(self, desk: Desk) -> Ticket:
        """Return a ticket for a seat; its address tells nothing of the match."""
        token, name = secrets.token_urlsafe(24), secrets.token_hex(4)
        self._desks[token] = desk
        self._names[token] = name
        return Ticket(f"{self.url}{_PREFIX}{name}/mcp", token)

    def end(self, token: str) -> None:
        """Refuse the token from now on."""
        if self._desks.pop(token, None) is not None:
            self._ended.add(token)

    async def close(self) -> None:
        """Take no more calls and stop."""
        self._uvicorn.should_exit = True
        await self._task

    def _desk_of(self, request: object) -> Desk:
        return self._desks[_token(getattr(request, "headers", {}).get("authorization", ""))]

    def _offered(self, authorization: str) -> None:
        """Note that a program was given the list of its tools."""
        desk = self._desks.get(_token(authorization))
        if desk is not None:
            desk.offered = True

    def _refusal(self, name: str, authorization: str) -> tuple[int, str] | None:
        """Return why a request is refused, None when it is not."""
        token = _token(authorization)
        if token in self._ended:
            return 403, "the match of this token has ended"
        if token not in self._desks:
            return 401, "no open seat has this token; send it as `Authorization: Bearer ...`"
        if self._names[token] != name:
            return 403, "this token opens another seat"
        return None


class _Gate:
    """Lets a request through when its token opens the seat in its path.

    `offered` hears of the authorization of each that asks for the list of tools.
    """

    def __init__(
        self,
        app: App,
        refusal: Callable[[str, str], tuple[int, str] | None],
        offered: Callable[[str], None],
    ) -> None:
        self._app = app
        self._refusal = refusal
        self._offered = offered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        name, _, rest = str(scope["path"]).removeprefix(_PREFIX).partition("/")
        headers = dict(scope["headers"])
        authorization = headers.get(b"authorization", b"").decode("latin-1")
        refused = self._refusal(name, authorization)
        if refused is not None:
            await _refuse(send, *refused)
            return

        async def overheard() -> Message:
            message = await receive()
            if b'"tools/list"' in message.get("body", b""):
                self._offered(authorization)
            return message

        inner = {**scope, "path": f"/{rest}", "raw_path": f"/{rest}".encode(), "root_path": ""}
        await self._app(inner, overheard, send)


async def _refuse(send: Send, status: int, reason: str) -> None:
    body = json.dumps(
        {"jsonrpc": "2.0", "id": None, "error": {"code": -32001, "message": reason}}
    ).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _token(authorization: str) -> str:
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _listening(port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.bind(("127.0.0.1", port))
    sock.listen(512)
    return sock


def _uvicorn(app: _Gate) -> uvicorn.Server:
    import uvicorn

    class Server(uvicorn.Server):
        """A server that leaves signals to the run."""

        @contextlib.contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    config = uvicorn.Config(
        app,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    return Server(config)
