"""Limits that are never overshot: each call holds its worst case until its true cost is known."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal

from ludarena.models.errors import BudgetExhausted


@dataclass(frozen=True, slots=True)
class Amount:
    """What calls use: their number, tokens, money (in the currency of the limit), seconds."""

    requests: int = 0
    tokens: int = 0
    money: Decimal = Decimal(0)
    seconds: float = 0.0

    def __add__(self, other: Amount) -> Amount:
        return Amount(
            self.requests + other.requests,
            self.tokens + other.tokens,
            self.money + other.money,
            self.seconds + other.seconds,
        )

    def __sub__(self, other: Amount) -> Amount:
        return Amount(
            self.requests - other.requests,
            self.tokens - other.tokens,
            self.money - other.money,
            self.seconds - other.seconds,
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that may be used; None is no limit. `seconds` are the sum over all calls."""

    requests: int | None = None
    tokens: int | None = None
    money: Decimal | None = None
    seconds: float | None = None

    def exceeded(self, amount: Amount) -> str | None:
        """Return the name of the first limit that an amount exceeds, else None."""
        if self.requests is not None and amount.requests > self.requests:
            return "requests"
        if self.tokens is not None and amount.tokens > self.tokens:
            return "tokens"
        if self.money is not None and amount.money > self.money:
            return "money"
        if self.seconds is not None and amount.seconds > self.seconds:
            return "seconds"
        return None

    @property
    def bounds_size(self) -> bool:
        """Whether a call needs a known worst case of tokens."""
        return self.tokens is not None or self.money is not None


_LOCK = threading.RLock()
"""Held while budgets are compared with a call and changed by it, so that no two overshoot one."""


class Budget:
    """Limits and what has been used of them, for calls of any event loop and thread.

    A run is used from two loops: models in this process are called in its own, the others in the
    gateway's. `spent` is where counting begins: what a run that is continued used before.
    """

    def __init__(self, name: str, limits: Limits, spent: Amount | None = None) -> None:
        self.name = name
        self.limits = limits
        self.spent = spent or Amount()
        self.held = Amount()
        self._waiting: list[asyncio.Future[None]] = []

    def check(self, worst: Amount) -> bool:
        """Return whether a call fits now; raise `BudgetExhausted` when it never will.

        A call that fits only if calls in flight turn out cheaper than held does not fit now.
        """
        if limit := self.limits.exceeded(self.spent + worst):
            raise BudgetExhausted(
                f"the budget of {self.name} is used up: {getattr(self.spent, limit)} of "
                f"{getattr(self.limits, limit)} {limit} are spent, and the next call could need "
                f"{getattr(worst, limit)}; raise the limit to go on",
                budget=self.name,
                limit=limit,
            )
        return self.limits.exceeded(self.spent + self.held + worst) is None

    def grant(self, seconds: float) -> float:
        """Return the time that a call may take: what it asks for or what is left, at least 1 s."""
        if self.limits.seconds is None:
            return seconds
        return max(1.0, min(seconds, self.limits.seconds - self.spent.seconds))

    def change(self, held: Amount, spent: Amount) -> None:
        """Add to what is held and spent, and let waiting calls look again."""
        with _LOCK:
            self.held += held
            self.spent += spent
            waiting, self._waiting = self._waiting, []
        for future in waiting:
            with suppress(RuntimeError):  # its loop is closed: nobody waits any more
                future.get_loop().call_soon_threadsafe(_wake, future)

    def await_change(self, future: asyncio.Future[None]) -> None:
        """Let the future be done at the next change."""
        self._waiting.append(future)


class Hold:
    """The worst case of one call, held in several budgets until `settle`."""

    def __init__(self, budgets: Sequence[Budget], worst: Amount) -> None:
        self._budgets = budgets
        self.worst = worst
        self._open = True
        for budget in budgets:
            budget.change(worst, Amount())

    def settle(self, used: Amount) -> None:
        """Replace what is held by what was used; only the first call counts."""
        if self._open:
            self._open = False
            for budget in self._budgets:
                budget.change(Amount() - self.worst, used)


async def hold(budgets: Sequence[Budget], worst: Amount) -> Hold:
    """Hold a call's worst case in all budgets at once, waiting for calls in flight to end.

    Raise `BudgetExhausted` when it does not fit although nothing else is in flight.
    """
    while True:
        with _LOCK:
            short = [budget for budget in budgets if not budget.check(worst)]
            if not short:
                return Hold(budgets, worst)
            changed = asyncio.get_running_loop().create_future()
            short[0].await_change(changed)
        await changed


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
