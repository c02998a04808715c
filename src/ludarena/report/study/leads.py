"""How the leading route of points changed, from matches that are executed again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ludarena.analysis.route_profiles import pivots
from ludarena.arena.errors import CorruptLog, NothingPlayed, OtherRules
from ludarena.arena.route_history import History, route_history
from ludarena.arena.store import Reader
from ludarena.core.errors import UnknownGame
from ludarena.report.study.cohort import Cohort
from ludarena.report.study.section import count_of, spoken

_LONGEST = 140
_REFUSED = (CorruptLog, NothingPlayed, OtherRules, UnknownGame)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """The leading routes of an appearance.

    `last` says after which share of the turns the lead changed for the last time, None without a
    change; `final` is the route that leads in the end, empty without any points.
    """

    game: str
    participant: str
    changes: int
    last: float | None
    final: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leads:
    """The leads of all appearances in the matches that were executed again.

    `executed` counts these matches by game; `gaps` say which could not be executed.
    """

    leads: tuple[Lead, ...]
    executed: Mapping[str, int]
    gaps: tuple[str, ...]


def read_leads(
    readers: Sequence[Reader],
    cohort: Cohort,
    most: int,
    progress: Callable[[int, int], None] = lambda done, planned: None,
) -> Leads:
    """Return the leads of a cohort, of at most so many matches of a game and number of seats.

    They are spread evenly over the cells of the design. A match that cannot be executed again,
    because its game is not installed in its version or its log is damaged, is told as a gap.
    """
    of = {match.id: reader for reader in readers for match in reader.matches()}
    chosen = _spread(cohort, most)
    leads: list[Lead] = []
    executed: Counter[str] = Counter()
    refused: dict[str, list[str]] = defaultdict(list)
    for done, place in enumerate(chosen):
        progress(done, len(chosen))
        match, result = cohort.matches[place], cohort.results[place]
        try:
            histories = route_history(of[match.id], match)
        except _REFUSED as error:
            refused[result.game].append(str(error))
            continue
        executed[result.game] += 1
        leads += [_lead(result.game, name, own) for name, own in zip(result.roster, histories)]
    gaps = tuple(
        f"{count_of(len(reasons))} of {spoken(game)} could not be executed again: "
        f"{_brief(reasons[0])}"
        for game, reasons in sorted(refused.items())
    )
    return Leads(leads=tuple(leads), executed=executed, gaps=gaps)


def _brief(reason: str) -> str:
    """Return the beginning of a reason; a log that differs tells all its facts."""
    return reason if len(reason) <= _LONGEST else f"{reason[:_LONGEST]}…"


def _spread(cohort: Cohort, most: int) -> list[int]:
    """Return the places of at most so many matches of each game and number of seats."""
    strata: dict[tuple[str, int], list[int]] = defaultdict(list)
    for place, result in enumerate(cohort.results):
        strata[result.game, len(result.roster)].append(place)
    return [
        own[step * len(own) // number]
        for _, own in sorted(strata.items())
        for number in (min(most, len(own)),)
        for step in range(number)
    ]


def _lead(game: str, participant: str, history: History) -> Lead:
    found = pivots(history)
    return Lead(
        game=game,
        participant=participant,
        changes=found.number,
        last=None if found.last is None else (found.last + 1) / len(history),
        final=found.leaders[-1][1] if found.leaders else "",
    )
