"""How an experiment is played: `[prices]`, `[budget]` and `[running]` of its file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from ludarena.agents.llm.access import Joining
from ludarena.agents.registry import build_agent
from ludarena.arena.participant import Participant
from ludarena.arena.toml_table import Table, shown
from ludarena.core.errors import suggestion
from ludarena.models.errors import InvalidPrices
from ludarena.models.limits import Limits
from ludarena.models.pace import PaceSettings
from ludarena.models.prices import Prices, PriceTable, built_in_prices, read_prices

MOST_AT_ONCE = 256


def read_price_tables(table: Table, folder: Path) -> Prices | None:
    """Return the prices that `tables` names: files beside the experiment, or built-in tables.

    None when the section is empty. Raises `InvalidExperiment`.
    """
    if not table.has("tables"):
        table.finish()
        return None
    expected = 'a list of price tables, such as ["prices.toml"]'
    names = table.take("tables", expected)
    table.finish()
    if not isinstance(names, list) or not names or not all(isinstance(one, str) for one in names):
        raise table.error("tables", f"must be {expected}, not {shown(names)}")
    try:
        return Prices([price_table(str(name), folder) for name in names])
    except InvalidPrices as error:
        raise table.error("tables", str(error)) from error


def price_table(name: str, folder: Path) -> PriceTable:
    """Return a table: a file when the name ends in `.toml`, a built-in one otherwise."""
    return read_prices(folder / name) if name.endswith(".toml") else built_in_prices(name)


@dataclass(frozen=True, slots=True)
class Spending:
    """What a run may use: all of it together, and single participants in all their matches.

    `wall_seconds` is how long it may be played by the clock, all calls of `run_matches` together.
    """

    limits: Limits = field(default_factory=Limits)
    personal: Mapping[str, Limits] = field(default_factory=dict)
    wall_seconds: float | None = None


def read_spending(table: Table, names: Sequence[str]) -> Spending:
    """Return the limits of `[budget]` and `[budget.participants.NAME]`.

    Raises `InvalidExperiment`, also for a name that is not among `names`.
    """
    people = table.table("participants")
    personal = {}
    for name in people.names():
        if name not in names:
            hint = suggestion(name, names)
            raise people.error(name, f"{name!r} is no participant{hint}")
        personal[name] = _limits(people.table(name))
    wall_hours = _amount(table, "wall_hours")
    return Spending(
        limits=_limits(table, also=("wall_hours",)),
        personal=personal,
        wall_seconds=None if wall_hours is None else float(wall_hours) * 3600,
    )


def _limits(table: Table, also: Sequence[str] = ()) -> Limits:
    requests, tokens = (_whole(table, name) for name in ("requests", "tokens"))
    money, seconds, hours = (_amount(table, name) for name in ("money", "seconds", "hours"))
    table.finish(also=("money", "tokens", "requests", "seconds", "hours", *also))
    if seconds is not None and hours is not None:
        raise table.error("hours", "says the same as seconds: give one of the two")
    if hours is not None:
        seconds = hours * 3600
    return Limits(
        requests=requests,
        tokens=tokens,
        money=money,
        seconds=None if seconds is None else float(seconds),
    )


@dataclass(frozen=True, slots=True)
class Pacing:
    """How many matches are played at a time, in all and at most with each model provider.

    `rates` holds the published rates of providers, to which calls are kept.
    """

    matches: int = 1
    providers: Mapping[str, int] = field(default_factory=dict)
    rates: Mapping[str, PaceSettings] = field(default_factory=dict)


def read_pacing(table: Table, people: Iterable[Participant], preset: int) -> Pacing:
    """Return the numbers of `[running]`; `preset` is that of all matches where none is given.

    Raises `InvalidExperiment`, also for a provider that nobody calls.
    """
    matches = table.integer("matches", 1, MOST_AT_ONCE, default=preset)
    given, rated = table.table("providers"), table.table("rates")
    called = sorted({name for one in people for name in providers_of(one)})
    for asked in (given, rated):
        for name in asked.names():
            if name not in called:
                there = f"there are: {', '.join(called)}" if called else "nobody calls one"
                raise asked.error(name, f"no participant calls the provider {name!r}; {there}")
    providers = {name: given.integer(name, 1, MOST_AT_ONCE) for name in given.names()}
    rates = {name: _rates(rated.table(name)) for name in rated.names()}
    table.finish()
    return Pacing(matches, providers, rates)


def _rates(table: Table) -> PaceSettings:
    requests, tokens = (_whole(table, f"{name}_per_minute") for name in ("requests", "tokens"))
    table.finish(also=("requests_per_minute", "tokens_per_minute"))
    return PaceSettings(requests_per_minute=requests, tokens_per_minute=tokens)


def providers_of(one: Participant) -> set[str]:
    """Return the providers of the models that a participant may call; none in this process."""
    agent = build_agent(one.type, one.settings)
    if not isinstance(agent, Joining):
        return set()
    return {spec.choice.provider for spec in agent.models() if not spec.here}


def _whole(table: Table, name: str) -> int | None:
    return table.integer(name, 1, 10**15) if table.has(name) else None


def _amount(table: Table, name: str) -> Decimal | None:
    if not table.has(name):
        return None
    value = table.take(name, "a number above 0")
    if type(value) not in (int, float) or not 0 < Decimal(str(value)) < 10**12:
        raise table.error(name, f"must be a number above 0, not {shown(value)}")
    return Decimal(str(value))
