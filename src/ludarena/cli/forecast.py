"""Printing what playing an experiment will take: `ludarena run FILE --dry-run`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from decimal import Decimal
from typing import TYPE_CHECKING

from ludarena.cli.output import result, say

if TYPE_CHECKING:
    from rich.table import Table

    from ludarena.arena.cells import Plan
    from ludarena.arena.experiment import Experiment
    from ludarena.arena.forecast import Forecast, PersonForecast, StratumForecast
    from ludarena.arena.place import Place
    from ludarena.arena.store import Reader

UNKNOWN = "unknown"


def forecast_of(
    experiment: Experiment, plan: Plan, out: Place | None, like: Sequence[Place]
) -> Forecast:
    """Return what is left to play in `out`, at the cost that appearances had there and in `like`.

    Raises `PlanChanged` when `out` holds another experiment.
    """
    from ludarena.arena.errors import PlanChanged, StoreMissing
    from ludarena.arena.forecast import Terms, forecast, typical
    from ludarena.arena.store import read_store
    from ludarena.arena.store.changes import differences

    with ExitStack() as stack:
        readers: list[Reader] = [stack.enter_context(read_store(run)) for run in like]
        finished: list[int] = []
        if out is not None:
            try:
                own = stack.enter_context(read_store(out))
            except StoreMissing:
                own = None
            stored = own.experiment() if own else None
            if own is not None and stored is not None:
                changed = differences(stored, plan)
                if changed:
                    raise PlanChanged(str(out), changed)
                finished = [one.cell.index for one in own.matches() if one.finished is not None]
                readers.append(own)
        terms = Terms(
            prices=experiment.prices,
            limits=experiment.spending.limits,
            personal=experiment.spending.personal,
            known=typical(readers, experiment.prices),
        )
    return forecast(plan, terms, finished)


def print_forecast(found: Forecast) -> None:
    """Print the size of a plan by stratum and participant, and its cost."""
    console = result()
    done = found.matches - found.left
    console.print(f"{found.matches} matches" + (f", {done} finished" if done else ""))
    console.print(_strata(found.strata))
    console.print()
    console.print(_people(found.people))
    console.print()
    paid = f" {found.currency}" if found.currency else ""
    left = "what is left" if done else "the run"
    console.print(
        f"{left}: expected {_number(found.tokens)} tokens, cost {_amount(found.cost, paid)}; "
        f"at most {_amount(found.worst, paid)}"
    )
    if found.cost is None:
        say("what appearances cost is known from runs that were played: name some with --like RUN")
    if found.worst is None:
        say("nothing bounds the cost: give [budget] money, or max_money to each participant")


def _strata(strata: Sequence[StratumForecast]) -> Table:
    table = _table("games/seats", "part", "matches", "left", "pairs meet", "best")
    for one in strata:
        met, best = "-", "-"
        if one.even is not None:
            met = str(one.even.least)
            if one.even.spread:
                met = f"{one.even.least} to {one.even.most}"
            best = "yes" if one.even.spread == one.even.bound else f"{one.even.bound} apart"
        table.add_row(one.stratum, one.part or "-", str(one.matches), str(one.left), met, best)
    return table


def _people(people: Sequence[PersonForecast]) -> Table:
    seats = [f"seat {seat}" for seat in range(len(people[0].by_seat))]
    table = _table("participant", "appearances", *seats, "left", "tokens", "cost", "at most")
    for one in people:
        table.add_row(
            one.name,
            str(sum(one.by_seat)),
            *map(str, one.by_seat),
            str(one.left),
            _number(one.tokens) if one.asks else "-",
            _amount(one.cost) if one.asks else "-",
            _amount(one.worst) if one.asks else "-",
        )
    return table


def _table(*headers: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for number, header in enumerate(headers):
        table.add_column(header, justify="right" if number else "left")
    return table


def _number(tokens: int | None) -> str:
    return UNKNOWN if tokens is None else f"{tokens:,}"


def _amount(cost: Decimal | None, currency: str = "") -> str:
    return UNKNOWN if cost is None else f"{cost:,.4f}".rstrip("0").rstrip(".") + currency
