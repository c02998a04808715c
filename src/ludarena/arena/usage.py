"""What models used in a run: sums over stored calls, by appearance, role, source or model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import cast

from ludarena.agents.controller import NO_REPLY
from ludarena.core.view import Json
from ludarena.models.limits import Amount
from ludarena.models.prices import Prices
from ludarena.models.usage import Usage

Call = Mapping[str, Json]
"""A stored call, as `Reader.calls` returns it."""


@dataclass(slots=True)
class Total:
    """The sum over some calls; tokens as in `Usage`.

    `responses` came from a model; `failed_calls` got none. `uncounted` responses reported no
    tokens or broke off, so the sums may be too small; `reasoning_known` is False as soon as one
    does not tell. `cost` is None where a response has none, by `currency`.
    """

    responses: int = 0
    failed_calls: int = 0
    input: int = 0
    cached: int = 0
    cache_written: int = 0
    output: int = 0
    reasoning: int = 0
    reasoning_known: bool = True
    uncounted: int = 0
    drifted: int = 0
    seconds: float = 0.0
    cost: Decimal | None = Decimal(0)
    currency: str = ""

    def add(self, call: Call, cost: Decimal | None, currency: str) -> None:
        """Add a call and its cost."""
        if call["status"] in NO_REPLY:
            self.failed_calls += 1
            return
        extra = _extra(call)
        self.responses += 1
        self.input += _count(call, "input_tokens")
        self.cached += _count(call, "cached_tokens")
        self.cache_written += _count(call, "cache_written_tokens")
        self.output += _count(call, "output_tokens")
        self.reasoning += _count(call, "reasoning_tokens")
        self.reasoning_known = self.reasoning_known and bool(extra.get("reasoning_known"))
        self.uncounted += not is_counted(call)
        self.drifted += bool(extra.get("drift"))
        self.seconds += float(cast(float, call["seconds"]))
        self.cost = None if cost is None or self.cost is None else self.cost + cost
        self.currency = self.currency or currency

    def as_json(self) -> dict[str, Json]:
        """Return the sums as JSON data; money is a text, so that no digit is lost."""
        return {
            "responses": self.responses,
            "failed_calls": self.failed_calls,
            "input_tokens": self.input,
            "cached_tokens": self.cached,
            "cache_written_tokens": self.cache_written,
            "output_tokens": self.output,
            "reasoning_tokens": self.reasoning if self.reasoning_known else None,
            "uncounted": self.uncounted,
            "drifted": self.drifted,
            "seconds": round(self.seconds, 3),
            "cost": None if self.cost is None else f"{self.cost:f}",
            "currency": self.currency,
        }


def totals(
    calls: Iterable[Call], key: Callable[[Call], tuple[str, ...]], prices: Prices | None = None
) -> dict[tuple[str, ...], Total]:
    """Return the sums over calls of equal key, in the order of first appearance.

    Costs are those stored with the responses, or made anew from `prices`; each response is priced
    before anything is added up. Raises `MissingPrice`.
    """
    found: dict[tuple[str, ...], Total] = {}
    for call in calls:
        cost, currency = cost_of(call, prices)
        found.setdefault(key(call), Total()).add(call, cost, currency)
    return found


def by_appearance(call: Call) -> tuple[str, ...]:
    """Return match, seat and participant of a call."""
    return str(call["match"])[:12], str(call["seat"]), str(call["participant"])


def by_participant(call: Call) -> tuple[str, ...]:
    """Return the participant of a call."""
    return (str(call["participant"]),)


def by_role(call: Call) -> tuple[str, ...]:
    """Return participant and role of a call, such as `player` or `briefer-1`."""
    return str(call["participant"]), str(_extra(call).get("role", ""))


def by_source(call: Call) -> tuple[str, ...]:
    """Return who metered a call, and the provider and model that answered."""
    return source_of(call), str(call["provider"]), str(call["model"])


def source_of(call: Call) -> str:
    """Return who metered a call: `gateway`, `native` or `here`."""
    return str(_extra(call).get("source", ""))


def usage_of(call: Call) -> Usage:
    """Return the tokens of a stored call."""
    known = bool(_extra(call).get("reasoning_known"))
    return Usage(
        input=_count(call, "input_tokens"),
        output=_count(call, "output_tokens"),
        cached=_count(call, "cached_tokens"),
        cache_write=_count(call, "cache_written_tokens"),
        reasoning=_count(call, "reasoning_tokens") if known else None,
    )


def is_counted(call: Call) -> bool:
    """Return whether a reply came whole and told what it used."""
    return bool(_extra(call).get("usage_known"))


def prices_of(call: Call) -> str:
    """Return the digest of the prices that a call's stored cost was made with; empty without."""
    return str(_extra(call).get("prices") or "")


def cost_of(call: Call, prices: Prices | None) -> tuple[Decimal | None, str]:
    """Return the cost of one response and its currency; None where it is not known."""
    extra = _extra(call)
    if prices is not None and extra.get("source") != "here":
        registered = str(extra.get("registered") or call["model"])
        return prices.cost(registered, usage_of(call)), prices.currency
    try:
        cost = Decimal(str(extra["cost"])) if extra.get("cost") is not None else None
    except InvalidOperation:
        cost = None
    return cost, str(extra.get("currency") or (prices.currency if prices else ""))


def amount_of(calls: Iterable[Call]) -> Amount:
    """Return what stored calls used of budgets."""
    used = Amount()
    for call in calls:
        cost, _ = cost_of(call, None)
        used += Amount(
            requests=1,
            tokens=_count(call, "input_tokens") + _count(call, "output_tokens"),
            money=cost or Decimal(0),
            seconds=float(cast(float, call["seconds"])),
        )
    return used


def _count(call: Call, name: str) -> int:
    return cast(int, call[name])


def _extra(call: Call) -> Mapping[str, Json]:
    return cast(Mapping[str, Json], call["extra"])
