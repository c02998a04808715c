"""How many calls a provider gets at once, and how fast: found out by asking, kept by listening."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["answered", "throttled", "failed"]


@dataclass(frozen=True, slots=True)
class Ticket:
    """The right to make one request now."""

    admitted_at: float


@dataclass(frozen=True, slots=True)
class PaceSettings:
    """Bounds of the pace of one provider.

    `start` requests at once to begin with, `most` at the most; `requests_per_minute` and
    `tokens_per_minute` are the provider's published rates, None where unknown. `longest_pause_s`
    bounds the pause after a refusal that names none.
    """

    start: int = 4
    most: int = 64
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    longest_pause_s: float = 30.0


class Pace:
    """Admits requests to one provider, first come first served. Used in one event loop.

    The number at once grows by one an answer until the provider first refuses, then by one a
    round, as long as at least half of it is used. A refusal halves it, once for all requests that
    were under way together, and stops new ones for as long as the provider asks, or for a pause
    that doubles while it keeps refusing. One request at a time is always allowed, so a provider
    that recovers is noticed.
    """

    def __init__(
        self, settings: PaceSettings | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.settings = settings or PaceSettings()
        self.limit = float(self.settings.start)
        self.in_flight = 0
        self._busiest = 0
        self._slow_start = True
        self._clock = clock
        self._refusals = 0
        self._reduced_at = float("-inf")
        self._paused_until = float("-inf")
        self._request_free_at = float("-inf")
        self._tokens_free_at = float("-inf")
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    async def enter(self) -> Ticket:
        """Wait until a request may be sent; each ticket is given back with `leave`."""
        first = True
        while (self._waiting and first) or not self._open():
            future = asyncio.get_running_loop().create_future()
            if first:
                self._waiting.append(future)
            else:
                self._waiting.appendleft(future)
            first = False
            self._wake_later()
            try:
                await future
            except asyncio.CancelledError:
                if future in self._waiting:
                    self._waiting.remove(future)
                self._wake()
                raise
        self.in_flight += 1
        self._busiest = max(self._busiest, self.in_flight)
        now = self._clock()
        if rate := self.settings.requests_per_minute:
            self._request_free_at = max(now, self._request_free_at) + 60.0 / rate
        self._wake()
        return Ticket(now)

    def leave(
        self,
        ticket: Ticket,
        outcome: Outcome,
        *,
        retry_after_s: float | None = None,
        tokens: int = 0,
    ) -> None:
        """Give a ticket back and learn from what came of it."""
        self.in_flight -= 1
        now = self._clock()
        if rate := self.settings.tokens_per_minute:
            self._tokens_free_at = max(now, self._tokens_free_at) + tokens * 60.0 / rate
        if outcome == "answered":
            self._refusals = 0
            self._grow()
        elif outcome == "throttled":
            self._shrink(ticket, now, retry_after_s)
        if self.in_flight == 0:
            self._busiest = 0
        self._wake()

    def _grow(self) -> None:
        if self._busiest < self.limit / 2:
            return
        step = 1.0 if self._slow_start else 1.0 / self.limit
        self.limit = min(float(self.settings.most), self.limit + step)

    def _shrink(self, ticket: Ticket, now: float, retry_after_s: float | None) -> None:
        if ticket.admitted_at > self._reduced_at:
            self._slow_start = False
            self.limit = max(1.0, self.limit / 2)
            self._reduced_at = now
            self._refusals += 1
        pause = min(self.settings.longest_pause_s, 0.25 * 2.0 ** min(self._refusals, 16))
        self._paused_until = max(
            self._paused_until, now + (pause if retry_after_s is None else retry_after_s)
        )

    def _wait_s(self) -> float:
        """Return the seconds until time alone would allow a request."""
        # A minute's worth of tokens may be used at once, as providers count by the minute.
        free_at = max(self._paused_until, self._request_free_at, self._tokens_free_at - 60.0)
        return free_at - self._clock()

    def _open(self) -> bool:
        return self.in_flight < int(self.limit) and self._wait_s() <= 0

    def _wake(self) -> None:
        """Let the next in line look again, now or when time allows."""
        if self._wait_s() > 0:
            self._wake_later()
        elif self.in_flight < int(self.limit):
            while self._waiting:
                future = self._waiting.popleft()
                if not future.done():
                    future.set_result(None)
                    return

    def _wake_later(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting and (wait := self._wait_s()) > 0:
            self._timer = asyncio.get_running_loop().call_later(wait, self._wake)
