"""One call on its way: tries until a first byte is there, then bytes passed on unchanged."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ludarena.models.endpoints import Headers
from ludarena.models.errors import UnreadableBody
from ludarena.models.gateway.headers import to_program, to_provider
from ludarena.models.gateway.meter import Meter
from ludarena.models.gateway.seats import SeatAccess
from ludarena.models.pace import Pace, Ticket
from ludarena.models.retry import RetryPolicy, is_transient, retry_after
from ludarena.models.wire import Reading, StreamReader, read_body

if TYPE_CHECKING:
    import httpx2


@dataclass(frozen=True, slots=True)
class Incoming:
    """A request of a program; `path` begins after the seat's token."""

    method: str
    path: str
    query: str
    headers: Headers
    body: bytes


class CutOff(Exception):
    """A reply that broke off after its first bytes were passed on."""


class Unanswered(Exception):
    """A call that got no reply at all."""

    def __init__(self, kind: Literal["timeout", "unreachable"], message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class _Again:
    """Why a try should be repeated; `status` is 0 when no HTTP answer came."""

    status: int
    retry_after_s: float | None
    reason: str


class Call:
    """A metered call to one of the four APIs.

    `begin` sends it, again where needed, and returns status and headers once the first bytes are
    there; `chunks` yields the body; `close` must be called in the end, whatever happened.
    """

    def __init__(
        self,
        meter: Meter,
        incoming: Incoming,
        *,
        url: str,
        pace: Pace,
        retries: RetryPolicy,
        client: httpx2.AsyncClient,
    ) -> None:
        self._meter = meter
        self._incoming = incoming
        self._url = url
        self._pace = pace
        self._retries = retries
        self._client = client
        self._clock = asyncio.get_running_loop().time
        self._deadline = self._clock() + meter.access.call_seconds
        self._reading = Reading()
        self._ticket: Ticket | None = None
        self._response: httpx2.Response | None = None
        self._chunks: AsyncIterator[bytes] | None = None
        self._reader = StreamReader(meter.api)
        self._first = b""

    @property
    def access(self) -> SeatAccess:
        """Whose call this is."""
        return self._meter.access

    @property
    def worth_finishing(self) -> bool:
        """Whether a reply that comes whole is under way: then its exact counts are near."""
        return self._ticket is not None and not self._meter.request.stream

    async def begin(self) -> tuple[int, Headers]:
        """Return status and headers of the reply.

        Raise `Unanswered` when there is none, `BudgetExhausted` or `UnboundedCall`.
        """
        try:
            async with asyncio.timeout_at(self._deadline) as limit:
                response = await self._insist(limit)
        except TimeoutError:
            self._write_if_sent("timeout")
            raise Unanswered("timeout", "the time for this call ran out") from None
        headers = to_program(response.headers.raw)
        if self._chunks is None:
            headers.append((b"content-length", str(len(self._first)).encode()))
        return response.status_code, headers

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the body as it comes; raise `CutOff` when it breaks off.

        The row is written before the piece that ends the reply is yielded.
        """
        if self._chunks is None:
            yield self._first
            return
        import httpx2

        reading, chunk = self._reading, self._first
        try:
            while True:
                if reading.complete:
                    self._meter.write(reading, "")
                yield chunk
                async with asyncio.timeout_at(self._deadline):
                    chunk = await anext(self._chunks)
                self._reader.feed(chunk)
        except StopAsyncIteration:
            self._meter.write(reading, "cut" if reading.finish == "unknown" else "")
        except TimeoutError:
            self._meter.write(reading, "timeout")
            raise CutOff("the time for this call ran out") from None
        except httpx2.HTTPError as error:
            self._meter.write(reading, "cut")
            raise CutOff(type(error).__name__) from None

    async def close(self) -> None:
        """Give back the connection and the place in the queue; note a program that went away."""
        self._write_if_sent("client_gone")
        if self._ticket is not None:
            usage = self._reading.usage
            self._pace.leave(self._ticket, "answered", tokens=usage.total if usage else 0)
            self._ticket = None
        await self._drop_response()

    def _write_if_sent(self, fault: Literal["timeout", "client_gone"]) -> None:
        if self._ticket is not None and self._meter.tries:
            self._meter.write(self._reading, fault)
        else:
            self._meter.release()

    async def _insist(self, limit: asyncio.Timeout) -> httpx2.Response:
        """Try until there is an answer to pass on, or tries or time are used up."""
        meter, began = self._meter, self._clock()
        while True:
            granted = await meter.admit(self._deadline - self._clock())
            self._deadline = min(self._deadline, self._clock() + granted)
            limit.reschedule(self._deadline)
            again = await self._try()
            if again is None and self._response is not None:
                return self._response
            pause = self._retries.pause(meter.tries, again.retry_after_s if again else None)
            left = began + self._retries.seconds - self._clock()
            if meter.tries >= self._retries.tries or pause > left:
                return self._give_up(again)
            await self._drop_response()
            await asyncio.sleep(pause)

    def _give_up(self, again: _Again | None) -> httpx2.Response:
        if again is not None and again.status and self._response is not None:
            self._meter.write(self._reading, "http")
            return self._response
        self._meter.write(self._reading, "unreachable")
        raise Unanswered("unreachable", again.reason if again else "")

    async def _try(self) -> _Again | None:
        """Send once; return why to try again, or None when there is an answer to pass on."""
        import httpx2

        self._ticket = await self._pace.enter()
        self._meter.sending()
        self._reading = Reading()
        try:
            await self._send()
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            return self._failed(_Again(0, None, type(error).__name__))
        except (httpx2.HTTPError, StopAsyncIteration) as error:
            # The provider may have worked, and be paid, for a reply of which nothing came.
            self._meter.write(self._reading, "cut")
            return self._failed(_Again(0, None, type(error).__name__))
        return self._read_whole()

    async def _send(self) -> None:
        """Send the request and wait for the first bytes of a stream, or for a whole body."""
        meter, incoming = self._meter, self._incoming
        request = self._client.build_request(
            incoming.method,
            self._url,
            headers=to_provider(incoming.headers, meter.access.endpoint, meter.api),
            content=incoming.body,
        )
        response = self._response = await self._client.send(request, stream=True)
        meter.status = response.status_code
        kind = response.headers.get("content-type", "")
        chunks = response.aiter_raw()
        if response.status_code < 400 and kind.startswith("text/event-stream"):
            self._first = await anext(chunks)
            self._chunks = chunks
            self._reader = StreamReader(meter.api)
            self._reader.feed(self._first)
            self._reading = self._reader.reading
        else:
            self._first = b"".join([chunk async for chunk in chunks])
        meter.first_token()

    def _read_whole(self) -> _Again | None:
        """Read a body that came whole and write its row, unless it should be tried again.

        Of a stream nothing is read but an error that comes in place of its beginning.
        """
        response = self._response
        if response is None:
            return None
        if self._chunks is not None:
            spoilt = self._reading.finish == "error" and not self._reading.response_id
            return self._failed(_Again(529, None, "an error for a stream")) if spoilt else None
        if response.status_code >= 400:
            return self._read_failure(response)
        try:
            self._reading = read_body(self._meter.api, self._first)
        except UnreadableBody as error:
            self._reading = Reading(problem=error.reason)
        self._meter.write(self._reading, "")
        return None

    def _read_failure(self, response: httpx2.Response) -> _Again | None:
        self._first = self._meter.access.endpoint.key.hide_in(self._first)
        self._reading = Reading(finish="error")
        status = response.status_code
        if is_transient(status, self._first):
            headers = {name.lower(): value for name, value in response.headers.items()}
            return self._failed(_Again(status, retry_after(headers), f"status {status}"))
        self._meter.write(self._reading, "http")
        return None

    def _failed(self, again: _Again) -> _Again:
        if self._ticket is not None:
            throttled = again.status in (429, 529)
            outcome: Literal["throttled", "failed"] = "throttled" if throttled else "failed"
            self._pace.leave(self._ticket, outcome, retry_after_s=again.retry_after_s)
            self._ticket = None
        return again

    async def _drop_response(self) -> None:
        if self._response is not None:
            await self._response.aclose()
            self._response = None
        self._chunks = None
