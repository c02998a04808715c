"""The meter of one call: what it may use, what was read of it, its rows in the ledger."""

from __future__ import annotations

import time
import uuid
from decimal import Decimal
from typing import Literal

from ludarena.models.gateway.seats import SeatAccess
from ludarena.models.ledger import Ledger, LedgerRow
from ludarena.models.limits import Amount, Hold, hold
from ludarena.models.wire import Api, Reading, Request

Fault = Literal["", "http", "cut", "timeout", "unreachable", "client_gone", "unreadable"]


class Meter:
    """Measures one call: holds its worst case, and writes one row a response.

    A call has more than one response when one broke off before anything of it was passed on and
    the request was sent again.
    """

    def __init__(
        self, access: SeatAccess, api: Api, request: Request, size: int, ledger: Ledger
    ) -> None:
        self.access = access
        self.api = api
        self.request = request
        self.tries = 0
        self.status = 0
        self.first_token_s: float | None = None
        self._size = size
        self._ledger = ledger
        self._started_at = time.time()
        self._arrived = self._begun = self._sent = time.monotonic()
        self._held: Hold | None = None

    async def admit(self, seconds: float) -> float:
        """Hold the worst case of a call of so many seconds; return the seconds granted.

        Does nothing while a hold is open. Raise `BudgetExhausted` or `UnboundedCall`.
        """
        if self._held is None:
            access = self.access
            worst = access.worst_case(self.request, self._size, seconds)
            self._held = await hold(access.budgets, worst)
            self._begun = time.monotonic()
        return self._held.worst.seconds

    def sending(self) -> None:
        """Note that a request is being sent."""
        self.tries += 1
        self.status = 0
        self.first_token_s = None
        self._sent = time.monotonic()

    def first_token(self) -> None:
        """Note that the first bytes of the reply are there."""
        if self.first_token_s is None:
            self.first_token_s = time.monotonic() - self._sent

    def release(self) -> None:
        """End a call of which nothing is under way; what it held is free again."""
        self._settle(Amount(seconds=time.monotonic() - self._begun))

    def write(self, reading: Reading, fault: Fault) -> None:
        """Write the row of a response and charge the budgets; only once for what `admit` held.

        A refusal by the provider costs nothing. A reply whose counts are unknown or partial is
        charged with its worst case, so that no limit can be overshot.
        """
        if self._held is None:
            return
        fault = fault or ("unreadable" if reading.problem else "")
        now, usage, worst = time.monotonic(), reading.usage, self._held.worst
        cost = self._cost(reading)
        used = Amount(requests=1, seconds=min(now - self._begun, worst.seconds))
        if fault not in ("http", "unreachable"):
            used += Amount(tokens=worst.tokens, money=worst.money)
        if usage is not None and not fault:
            money = Decimal(0) if cost is None else cost
            used = Amount(1, usage.total, money, used.seconds)
        try:
            self._ledger(self._row(reading, fault, cost, now))
        finally:
            self._settle(used)

    def _settle(self, used: Amount) -> None:
        if self._held is not None:
            self._held.settle(used)
            self._held = None

    def _cost(self, reading: Reading) -> Decimal | None:
        if self.access.prices is None or reading.usage is None:
            return None
        return self.access.prices.cost(self.request.model, reading.usage)

    def _row(self, reading: Reading, fault: str, cost: Decimal | None, now: float) -> LedgerRow:
        access, asked = self.access, self.request.model
        return LedgerRow(
            call_id=uuid.uuid4().hex,
            response_id=reading.response_id,
            seat=access.label,
            role=access.role,
            source=access.source,
            provider=access.endpoint.name,
            api=self.api,
            model=access.model,
            asked=asked,
            returned=reading.model,
            drift=access.is_drift(asked, reading.model),
            status=self.status,
            finish=reading.finish,
            fault=fault,
            usage=reading.usage,
            partial=fault in ("cut", "client_gone", "timeout"),
            cost=cost,
            currency=access.prices.currency if access.prices else "",
            tries=self.tries,
            started_at=self._started_at,
            waited_s=self._sent - self._arrived,
            first_token_s=self.first_token_s,
            latency_s=now - self._sent,
        )
