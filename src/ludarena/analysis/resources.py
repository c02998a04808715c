"""Resources: how long matches are, what an appearance takes, and whether usage can be true."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ludarena.analysis.bootstrap import require_numpy
from ludarena.core.view import Json

if TYPE_CHECKING:
    from ludarena.analysis.appearances import Appearance

COUNTERS = (
    "engine_decisions",
    "controller_decisions",
    "all_tool_calls",
    "model_responses",
    "seconds",
)
"""What is counted of an appearance; the first four are kept apart and never called steps."""


@dataclass(frozen=True, slots=True)
class Quartiles:
    """The median of `number` values and the quartiles around it, linearly interpolated."""

    median: float
    low: float
    high: float
    number: int

    @property
    def range(self) -> float:
        """Return the interquartile range."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class MatchLength:
    """How long the matches of a game with one number of seats are.

    `decisions` is D, the actions applied in a match, `per_seat` is D divided by the seats: a mean
    within a match. `turns` count as the game does.
    """

    game: str
    seats: int
    turns: Quartiles
    decisions: Quartiles
    per_seat: Quartiles


@dataclass(frozen=True, slots=True)
class AppearanceCounts:
    """What an appearance of a participant in a game takes, by the names of `COUNTERS`."""

    game: str
    participant: str
    counts: Mapping[str, Quartiles]


@dataclass(frozen=True, slots=True)
class UsageFault:
    """A response whose counts of tokens contradict each other."""

    match: str
    seat: int
    response: str
    reason: str


def quartiles(values: Sequence[float]) -> Quartiles:
    """Return the quartiles of at least one value. Raises `MissingExtra` without numpy."""
    require_numpy()
    import numpy as np

    low, middle, high = np.quantile(values, [0.25, 0.5, 0.75])
    return Quartiles(float(middle), float(low), float(high), len(values))


def match_lengths(appearances: Iterable[Appearance]) -> list[MatchLength]:
    """Return the lengths of matches by game and number of seats."""
    matches: dict[tuple[str, int], dict[int, list[Appearance]]] = defaultdict(dict)
    for one in appearances:
        matches[one.game, one.seats].setdefault(one.match, []).append(one)
    found: list[MatchLength] = []
    for (game, seats), own in sorted(matches.items()):
        decisions = [sum(one.engine_decisions for one in match) for match in own.values()]
        found.append(
            MatchLength(
                game=game,
                seats=seats,
                turns=quartiles([match[0].turns for match in own.values()]),
                decisions=quartiles(decisions),
                per_seat=quartiles([one / seats for one in decisions]),
            )
        )
    return found


def appearance_counts(appearances: Iterable[Appearance]) -> list[AppearanceCounts]:
    """Return what an appearance takes, by game and participant."""
    held: dict[tuple[str, str], list[Appearance]] = defaultdict(list)
    for one in appearances:
        held[one.game, one.participant].append(one)
    return [
        AppearanceCounts(
            game,
            name,
            {counter: quartiles([getattr(one, counter) for one in own]) for counter in COUNTERS},
        )
        for (game, name), own in sorted(held.items())
    ]


def usage_faults(calls: Iterable[Mapping[str, Json]]) -> list[UsageFault]:
    """Return the responses whose counts cannot be true, of calls as `Reader.calls` gives them.

    Cached and cache-written tokens are parts of the input, reasoning is a part of the output; a
    response that reports its tokens has some. Calls without a response are passed over.
    """
    return [
        UsageFault(str(call["match"]), cast(int, call["seat"]), str(call["id"]), reason)
        for call in calls
        for reason in _contradictions(call)
    ]


def _contradictions(call: Mapping[str, Json]) -> Iterator[str]:
    names = ("input", "cached", "cache_written", "output", "reasoning")
    count = {name: cast(int, call[f"{name}_tokens"]) for name in names}
    for name, number in count.items():
        if number < 0:
            yield f"{name} tokens are {number}"
    kept = count["cached"] + count["cache_written"]
    if kept > count["input"]:
        yield f"{kept} cached and cache-written tokens of {count['input']} input tokens"
    if count["reasoning"] > count["output"]:
        yield f"{count['reasoning']} reasoning tokens of {count['output']} output tokens"
    extra = cast(Mapping[str, Json], call["extra"])
    if extra.get("usage_known") and call["status"] == "ok" and not count["input"]:
        yield "it reports its tokens, but no input"
