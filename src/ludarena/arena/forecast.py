"""What playing a plan will take: its size by stratum, seat and participant, and its cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from ludarena.agents.llm.access import Joining, ModelSpec
from ludarena.agents.registry import build_agent
from ludarena.arena.cells import Cell, Plan
from ludarena.arena.design_kinds import meetings_of
from ludarena.arena.design_panel import Evenness
from ludarena.arena.participant import Participant
from ludarena.arena.store.read import Reader
from ludarena.arena.usage import Total, totals
from ludarena.core.view import Json
from ludarena.models.limits import Limits
from ludarena.models.prices import Prices

Known = Mapping[tuple[str, str], Total]
"""What an appearance used on average, by digest of the participant and game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StratumForecast:
    """The matches of a part of the design in one game and number of seats.

    `even` says how evenly pairs meet, None where the part is not about everybody.
    """

    stratum: str
    part: str
    matches: int
    left: int
    even: Evenness | None

    def as_json(self) -> dict[str, Json]:
        """Return all fields as JSON data."""
        even = self.even
        met: Json = {"least": even.least, "most": even.most, "bound": even.bound} if even else None
        counts: dict[str, Json] = {"matches": self.matches, "left": self.left}
        return {"stratum": self.stratum, "part": self.part, **counts, "pairs_meet": met}


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonForecast:
    """The appearances of a participant, and what those that are left will use.

    `by_seat` counts appearances in each seat of all tables. `tokens` and `cost` are expected,
    `worst` is the most that its limits allow; None where unknown. `asks` says whether it calls
    models at all.
    """

    name: str
    by_seat: tuple[int, ...]
    left: int
    asks: bool
    tokens: int | None
    cost: Decimal | None
    worst: Decimal | None

    def as_json(self) -> dict[str, Json]:
        """Return all fields as JSON data; money is a text, so that no digit is lost."""
        return {
            "participant": self.name,
            "appearances": sum(self.by_seat),
            "by_seat": list(self.by_seat),
            "left": self.left,
            "asks_models": self.asks,
            "expected_tokens": self.tokens,
            "expected_cost": money(self.cost),
            "worst_cost": money(self.worst),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """The size of a plan and what the matches that are left will cost, in `currency`."""

    matches: int
    left: int
    strata: tuple[StratumForecast, ...]
    people: tuple[PersonForecast, ...]
    limits: Limits
    currency: str

    @property
    def cost(self) -> Decimal | None:
        """Return the expected cost of what is left, None where somebody's is unknown."""
        return _sum(one.cost for one in self.people)

    @property
    def tokens(self) -> int | None:
        """Return the expected tokens of what is left, None where somebody's are unknown."""
        numbers = [one.tokens for one in self.people if one.tokens is not None]
        return sum(numbers) if len(numbers) == len(self.people) else None

    @property
    def worst(self) -> Decimal | None:
        """Return the most that what is left can cost, None where nothing bounds it."""
        return _least(_sum(one.worst for one in self.people), self.limits.money)

    def as_json(self) -> dict[str, Json]:
        """Return all fields as JSON data."""
        return {
            "matches": self.matches,
            "left": self.left,
            "strata": [one.as_json() for one in self.strata],
            "participants": [one.as_json() for one in self.people],
            "currency": self.currency,
            "expected_tokens": self.tokens,
            "expected_cost": money(self.cost),
            "worst_cost": money(self.worst),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Under which limits and prices a plan is played, and what is known of its participants."""

    prices: Prices | None = None
    limits: Limits = field(default_factory=Limits)
    personal: Mapping[str, Limits] = field(default_factory=dict)
    known: Known = field(default_factory=dict)


def forecast(plan: Plan, terms: Terms, finished: Iterable[int] = ()) -> Forecast:
    """Return what playing a plan will take; `finished` numbers the cells that are done."""
    done = set(finished)
    left = [cell for cell in plan.cells if cell.index not in done]
    return Forecast(
        matches=len(plan.cells),
        left=len(left),
        strata=tuple(_strata(plan.cells, left)),
        people=tuple(_person(one, plan, left, terms) for one in plan.participants),
        limits=terms.limits,
        currency=_currency(terms),
    )


def typical(readers: Iterable[Reader], prices: Prices | None = None) -> Known:
    """Return what appearances used in stored runs, a mean over those that were finished.

    Attempts that were set aside are counted with those that stand. Costs are those stored, or
    made anew from `prices`. Raises `MissingPrice`.
    """
    found: dict[tuple[str, str], Total] = {}
    appeared: Counter[tuple[str, str]] = Counter()
    for reader in readers:
        digests = reader.participant_digests()
        games = {match.id: match.cell.setup.game for match in reader.matches()}
        for result in reader.results():
            appeared.update((digests[name], result.game) for name in result.participants)
        for (match, name), used in totals(reader.calls(), _by_match, prices).items():
            _add(found.setdefault((digests[name], games[match]), Total()), used)
    return {key: _share(found.get(key, Total()), many) for key, many in appeared.items()}


def money(amount: Decimal | None) -> str | None:
    """Return an amount of money as a text, without a needless exponent."""
    return None if amount is None else f"{amount:f}"


def _by_match(call: Mapping[str, Json]) -> tuple[str, ...]:
    return str(call["match"]), str(call["participant"])


def _add(total: Total, used: Total) -> None:
    total.input += used.input
    total.output += used.output
    total.uncounted += used.uncounted
    total.currency = total.currency or used.currency
    total.cost = None if total.cost is None or used.cost is None else total.cost + used.cost


def _share(total: Total, many: int) -> Total:
    """Return the mean of a sum; its tokens are rounded to whole ones."""
    return Total(
        input=round(total.input / many),
        output=round(total.output / many),
        uncounted=total.uncounted,
        cost=None if total.cost is None else total.cost / many,
        currency=total.currency,
    )


def _strata(cells: Sequence[Cell], left: Sequence[Cell]) -> list[StratumForecast]:
    planned = Counter((cell.stratum, cell.part) for cell in cells)
    missing = Counter((cell.stratum, cell.part) for cell in left)
    met = {
        part: meetings_of([cell for cell in cells if cell.part == part])
        for part in ("", "mirrored")
    }
    return [
        StratumForecast(
            stratum=stratum,
            part=part,
            matches=matches,
            left=missing[stratum, part],
            even=met.get(part, {}).get(stratum),
        )
        for (stratum, part), matches in planned.items()
    ]


def _person(one: Participant, plan: Plan, left: Sequence[Cell], terms: Terms) -> PersonForecast:
    seats = max(cell.setup.seats for cell in plan.cells)
    held = Counter(s for cell in plan.cells for s, n in enumerate(cell.roster) if n == one.name)
    games = Counter(cell.setup.game for cell in left for name in cell.roster if name == one.name)
    agent = build_agent(one.type, one.settings)
    silent = PersonForecast(
        name=one.name,
        by_seat=tuple(held[seat] for seat in range(seats)),
        left=games.total(),
        asks=False,
        tokens=0,
        cost=Decimal(0),
        worst=Decimal(0),
    )
    if not isinstance(agent, Joining):
        return silent
    uses = [(terms.known.get((one.digest, game)), many) for game, many in games.items()]
    free = bool(agent.models()) and all(spec.here for spec in agent.models())
    again = plan.protocol.attempts if plan.protocol.on_failure == "void" else 1
    most = Decimal(0) if free else _most(agent.limits(), agent.models(), terms.prices)
    worst = None if most is None else most * games.total() * again
    return replace(
        silent,
        asks=True,
        tokens=_tokens(uses),
        cost=Decimal(0) if free else _sum(_cost(used, many) for used, many in uses),
        worst=_least(worst, terms.personal.get(one.name, Limits()).money),
    )


def _tokens(uses: Sequence[tuple[Total | None, int]]) -> int | None:
    total = 0
    for used, many in uses:
        if used is None or used.uncounted:
            return None
        total += (used.input + used.output) * many
    return total


def _cost(used: Total | None, many: int) -> Decimal | None:
    return None if used is None or used.cost is None else used.cost * many


def _most(limits: Limits, models: Sequence[ModelSpec], prices: Prices | None) -> Decimal | None:
    """Return the most that an attempt of a seat can cost: by its limit in money, or in tokens."""
    if limits.money is not None or limits.tokens is None or prices is None or not models:
        return limits.money
    tokens = limits.tokens
    names = [spec.choice.name for spec in models]
    return max(max(prices.most(n, tokens, 0), prices.most(n, 0, tokens)) for n in names)


def _currency(terms: Terms) -> str:
    if terms.prices is not None:
        return terms.prices.currency
    return next((used.currency for used in terms.known.values() if used.currency), "")


def _sum(amounts: Iterable[Decimal | None]) -> Decimal | None:
    total = Decimal(0)
    for amount in amounts:
        if amount is None:
            return None
        total += amount
    return total


def _least(*amounts: Decimal | None) -> Decimal | None:
    known = [amount for amount in amounts if amount is not None]
    return min(known) if known else None
