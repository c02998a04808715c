"""Placements by game, number of seats, and seat.

Scores are sums of integer half-points and fractions of them; only the final division is rounded.
A stratum is a game with one number of seats.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from ludarena.analysis.placement import placements

if TYPE_CHECKING:
    from ludarena.analysis.leaderboard import Result

Split = Literal["game", "seats", "seat"]
"""What placements are kept apart by: the game, the number of seats, the seat held."""

_Key = tuple[str | None, int | None, int | None]


@dataclass(frozen=True, slots=True)
class PlacementLine:
    """The placement of a participant in some of its matches.

    `game`, `seats` (the number at the table) and `seat` (0-based) are None where all are taken
    together. `share` is the mean placement, exact. `places` counts appearances by rank, the first
    rank first, shared ranks at the better one; it is as long as the largest table.
    """

    participant: str
    game: str | None
    seats: int | None
    seat: int | None
    share: Fraction
    matches: int
    places: tuple[int, ...]

    @property
    def score(self) -> float:
        """Return the mean placement, 0 to 1."""
        return float(self.share)

    @property
    def appearances(self) -> int:
        """Return how many seats it held."""
        return sum(self.places)

    @property
    def firsts(self) -> int:
        """Return how often it was first, shared places included."""
        return self.place(1)

    @property
    def seconds(self) -> int:
        """Return how often it was second."""
        return self.place(2)

    @property
    def thirds(self) -> int:
        """Return how often it was third."""
        return self.place(3)

    def place(self, rank: int) -> int:
        """Return how often it had this rank."""
        return self.places[rank - 1] if rank <= len(self.places) else 0


class _Sum:
    """Half-points of one participant, by the number of opponents, and its places."""

    def __init__(self, largest: int) -> None:
        self.half_points: dict[int, int] = defaultdict(int)
        self.units: dict[int, int] = defaultdict(int)
        self.matches: set[int] = set()
        self.places = [0] * largest

    @property
    def share(self) -> Fraction:
        total = sum(
            (Fraction(won, 2 * against) for against, won in self.half_points.items()), Fraction(0)
        )
        return total / sum(self.units.values())


def placement_lines(
    results: Sequence[Result], *, by: tuple[Split, ...] = ("game",)
) -> list[PlacementLine]:
    """Return the placements of all, kept apart by `by`, best first within a game and stratum.

    Without `game`, a participant has the mean over the games it played, each of the same
    weight. Within a game it has the mean over its matches or, by `seat`, over its appearances
    in the seat. Who met nobody has no line.
    """
    sums = _sums(results, by)
    lines = [
        PlacementLine(name, *key, one.share, len(one.matches), tuple(one.places))
        for (key, name), one in sums.items()
        if one.units
    ]
    if "game" not in by:
        lines = _over_games(lines)
    return sorted(lines, key=_order)


def exact_means(results: Sequence[Result]) -> dict[tuple[str, str], Fraction]:
    """Return the exact mean placement by (game, participant); who met nobody is left out."""
    lines = placement_lines(results)
    return {(one.game or "", one.participant): one.share for one in lines}


def _sums(results: Sequence[Result], by: tuple[Split, ...]) -> dict[tuple[_Key, str], _Sum]:
    """Return the sums by (game, seats, seat) and participant; the game is kept always."""
    largest = max((len(result.roster) for result in results), default=0)
    sums: dict[tuple[_Key, str], _Sum] = defaultdict(lambda: _Sum(largest))
    for number, result in enumerate(results):
        size = len(result.roster) if "seats" in by else None
        for seat, name, half_points, opponents in _scores(result, apart="seat" in by):
            one = sums[(result.game, size, seat), name]
            if opponents:
                one.half_points[opponents] += half_points
                one.units[opponents] += 1
        for seat, (name, rank) in enumerate(zip(result.roster, result.ranks)):
            one = sums[(result.game, size, seat if "seat" in by else None), name]
            one.places[rank - 1] += 1
            one.matches.add(number)
    return sums


def _scores(result: Result, *, apart: bool) -> Iterator[tuple[int | None, str, int, int]]:
    """Yield (seat, participant, half-points, opponents): seat by seat, or a participant once."""
    together: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for seat, place in enumerate(placements(result.ranks, result.roster)):
        if apart:
            yield seat, result.roster[seat], place.half_points, place.opponents
            continue
        own = together[result.roster[seat]]
        own[0] += place.half_points
        own[1] += place.opponents
    for name, (half_points, opponents) in together.items():
        yield None, name, half_points, opponents


def _order(one: PlacementLine) -> tuple[str, int, int, Fraction, str]:
    return one.game or "", one.seats or 0, one.seat or 0, -one.share, one.participant


def _over_games(lines: Sequence[PlacementLine]) -> list[PlacementLine]:
    """Return lines of games put together, every game with the same weight."""
    together: dict[tuple[str, int | None, int | None], list[PlacementLine]] = defaultdict(list)
    for line in lines:
        together[line.participant, line.seats, line.seat].append(line)
    return [
        PlacementLine(
            participant=name,
            game=None,
            seats=seats,
            seat=seat,
            share=mean_share([line.share for line in own]),
            matches=sum(line.matches for line in own),
            places=tuple(sum(ranks) for ranks in zip(*(line.places for line in own))),
        )
        for (name, seats, seat), own in together.items()
    ]


def mean_share(shares: Sequence[Fraction]) -> Fraction:
    """Return the mean of at least one share."""
    return sum(shares, Fraction(0)) / len(shares)
