"""What each appearance of a run used: money and tokens, a number a seat of each finished match."""

from __future__ import annotations

from math import nan

from ludarena.arena.store import Reader
from ludarena.arena.usage import Call, Total, totals
from ludarena.models.prices import Prices


def appearance_amounts(
    reader: Reader, *, prices: Prices | None = None, every_attempt: bool = False
) -> dict[str, list[tuple[float, ...]]]:
    """Return `cost` and `tokens` of every seat of every finished match, in the order of `results`.

    `tokens` are input and output together. Counted is the attempt that stands or, with
    `every_attempt`, those set aside too. NaN where a response came without its tokens, or without a
    price; 0 for a seat that asked no model. Costs are those stored on arrival, or made anew from
    `prices`. Raises `MissingPrice`.
    """
    calls = [
        call for call in reader.calls() if every_attempt or call["attempt_status"] == "finished"
    ]
    sums = totals(calls, _seat, prices)
    amounts: dict[str, list[tuple[float, ...]]] = {"cost": [], "tokens": []}
    for result in reader.results():
        seats = [
            sums.get((result.match, str(seat)), Total()) for seat in range(len(result.participants))
        ]
        amounts["cost"].append(tuple(_cost(one) for one in seats))
        amounts["tokens"].append(tuple(_tokens(one) for one in seats))
    return amounts


def _seat(call: Call) -> tuple[str, ...]:
    return str(call["match"]), str(call["seat"])


def _cost(total: Total) -> float:
    return nan if total.cost is None else float(total.cost)


def _tokens(total: Total) -> float:
    return nan if total.uncounted else float(total.input + total.output)
