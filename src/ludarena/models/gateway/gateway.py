"""The gateway: seats, the calls that they make, the pace of each provider."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludarena.core.errors import MissingExtra
from ludarena.models.endpoints import Carrier, Headers
from ludarena.models.gateway.call import Call, Incoming
from ludarena.models.gateway.headers import to_program, to_provider
from ludarena.models.gateway.meter import Meter
from ludarena.models.gateway.seats import Seat, SeatAccess
from ludarena.models.ledger import Ledger
from ludarena.models.pace import Pace, PaceSettings
from ludarena.models.retry import RetryPolicy
from ludarena.models.wire import Api, read_request, recognise

if TYPE_CHECKING:
    import httpx2

_VERSION = re.compile(r"^/v\d+[a-z]*\d*(?=/)")
_UNMETERED: list[tuple[str, re.Pattern[str]]] = [
    ("GET", re.compile(r"/models(/[^/]+)?$")),
    ("POST", re.compile(r"/messages/count_tokens$")),
    ("POST", re.compile(r"/models/[^/]+:countTokens$")),
]


class Gateway:
    """Carries model calls of many seats to their providers and meters each response once.

    The real keys are here and nowhere else. `pace` gives bounds by provider; a provider without an
    entry gets the default ones. Everything but `open`, `close_seat` and `seat` is used in one loop.
    """

    def __init__(
        self,
        ledger: Ledger,
        *,
        retries: RetryPolicy | None = None,
        pace: Mapping[str, PaceSettings] | None = None,
        connect_seconds: float = 10.0,
    ) -> None:
        self.base = ""
        self.carrier: Carrier | None = None
        self._ledger = ledger
        self._retries = retries or RetryPolicy()
        self._pace_settings = dict(pace or {})
        self._paces: dict[str, Pace] = {}
        self._seats: dict[str, Seat] = {}
        self._connect_seconds = connect_seconds
        self._client: httpx2.AsyncClient | None = None

    def open(self, access: SeatAccess) -> Seat:
        """Return a new seat with a token of its own; raise `MissingPrice`."""
        access.check()
        seat = Seat(access, self.base, secrets.token_urlsafe(24), self.carrier)
        self._seats[seat.token] = seat
        return seat

    def close_seat(self, token: str) -> None:
        """Refuse the token from now on; calls under way are finished."""
        self._seats.pop(token, None)

    def seat(self, token: str) -> Seat | None:
        """Return the open seat of a token, else None."""
        return self._seats.get(token)

    def pace(self, provider: str) -> Pace:
        """Return the pace of a provider."""
        if provider not in self._paces:
            self._paces[provider] = Pace(self._pace_settings.get(provider))
        return self._paces[provider]

    def call(self, seat: Seat, incoming: Incoming, api: Api) -> Call:
        """Return a call that is not sent yet.

        Raise `UnreadableBody`, `UnknownProvider`, `ForbiddenModel` or `MissingExtra`.
        """
        access = seat.access
        request = read_request(api, incoming.path, incoming.body)
        access.allow(request.model)
        return Call(
            Meter(access, api, request, len(incoming.body), self._ledger),
            incoming,
            url=access.endpoint.url(api) + _tail(incoming),
            pace=self.pace(access.endpoint.name),
            retries=self._retries,
            client=self._connections(),
        )

    async def pass_through(self, seat: Seat, incoming: Incoming) -> tuple[int, Headers, bytes]:
        """Send a request that costs nothing (lists of models, counts of tokens), once."""
        endpoint = seat.access.endpoint
        api = _api_beside(incoming.path, endpoint.urls)
        response = await self._connections().request(
            incoming.method,
            endpoint.url(api) + _tail(incoming),
            headers=to_provider(incoming.headers, endpoint, api),
            content=incoming.body,
            timeout=30.0,
        )
        body = endpoint.key.hide_in(response.content)
        return response.status_code, to_program(response.headers.raw), body

    async def close(self) -> None:
        """Close all connections to providers."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    def _connections(self) -> httpx2.AsyncClient:
        if self._client is None:
            try:
                import httpx2 as httpx
            except ImportError as error:
                raise MissingExtra("the gateway", "gateway") from error
            bounds = httpx.Limits(max_connections=None, max_keepalive_connections=256)
            certificates = httpx.create_ssl_context()
            # Proxies of the environment are for the world outside, not for this machine.
            direct = {
                f"all://{host}": httpx.AsyncHTTPTransport(limits=bounds, verify=certificates)
                for host in ("127.0.0.1", "localhost", "[::1]")
            }
            times = httpx.Timeout(None, connect=self._connect_seconds)
            self._client = httpx.AsyncClient(
                limits=bounds, timeout=times, mounts=direct, verify=certificates
            )
        return self._client


def api_of(incoming: Incoming) -> Api | None:
    """Return the API of a request that is to be metered, else None."""
    return recognise(incoming.path) if incoming.method == "POST" else None


def is_unmetered(incoming: Incoming) -> bool:
    """Tell whether a request is one of the few that cost nothing and are passed on."""
    return any(
        incoming.method == method and pattern.search(incoming.path)
        for method, pattern in _UNMETERED
    )


def _tail(incoming: Incoming) -> str:
    """Return the path without the version that a client's own base URL puts before it."""
    query = "&".join(part for part in incoming.query.split("&") if not part.startswith("key="))
    return _VERSION.sub("", incoming.path) + (f"?{query}" if query else "")


def _api_beside(path: str, urls: Mapping[Api, str]) -> Api:
    """Return the API to whose address a request beside the four APIs belongs."""
    if path.endswith("/count_tokens"):
        return "messages"
    if path.endswith(":countTokens"):
        return "gemini"
    return next(iter(urls))
