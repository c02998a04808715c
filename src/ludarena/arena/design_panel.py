"""Seat-balanced panels: everybody equally often in every seat, pairs as even as can be.

A panel is made of rounds. A round of a stratum (a game with a number of seats) has as many matches
as there are participants, and each participant sits once in every seat, so seats are balanced by
construction, in every round. Which participants meet is then evened out: a round begins as a
cyclic design, its participants shifted round a circle by fixed offsets, and is improved by
exchanging two participants of one seat between two matches, which keeps the balance of seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from ludarena.core.rng import Stream, stream

Roster = tuple[int, ...]

_MOVES = 20_000
"""Exchanges that are tried for a round; fewer in a plan of many rounds."""

_ALL_MOVES = 200_000
"""Exchanges that are tried for a plan: a bound of its time, about 5 s."""

_OFFSETS = 200
"""Cyclic designs that are compared as the beginning of a round."""

_OWN = 1_000
"""Weight of evenness within a stratum against evenness over all strata."""


@dataclass(frozen=True, slots=True)
class Evenness:
    """How often two participants meet: the `least` and the `most` over all pairs.

    `bound` is the smallest difference that any schedule with as many meetings can have.
    """

    least: int
    most: int
    bound: int

    @property
    def spread(self) -> int:
        """Return the difference between the pair that meets most and the one that meets least."""
        return self.most - self.least


def panel(
    participants: int, strata: Sequence[tuple[int, int]], seed: int
) -> list[list[list[Roster]]]:
    """Return the rosters of a panel, by stratum and round.

    A stratum is (seats, rounds), with 1 to `participants` seats. A roster has the participant of
    each seat. Rounds are planned in the order in which `in_turn` has them played, each with
    regard to all before it. The same arguments give the same panel on every platform.
    """
    moves = min(_MOVES, _ALL_MOVES // max(1, sum(rounds for _, rounds in strata)))
    overall = _Meetings(participants)
    planners = [
        _Stratum(participants, seats, overall, stream(seed, f"panel {number} {seats}"))
        for number, (seats, _) in enumerate(strata)
    ]
    planned: list[list[list[Roster]]] = [[] for _ in strata]
    for number, _ in in_turn([rounds for _, rounds in strata]):
        planned[number].append(planners[number].next_round(moves))
    return planned


def in_turn(rounds: Sequence[int]) -> list[tuple[int, int]]:
    """Return all (stratum, round), spread so that every stratum is done at the same time.

    >>> in_turn([2, 4])
    [(1, 0), (0, 0), (1, 1), (1, 2), (0, 1), (1, 3)]
    """
    places = [(block, number) for block, many in enumerate(rounds) for number in range(many)]
    return sorted(places, key=lambda place: ((place[1] + 1) / rounds[place[0]], place))


def evenness(rosters: Sequence[Roster], participants: int) -> Evenness:
    """Return how evenly the pairs of participants meet; all zero with fewer than two."""
    met = _Meetings(participants)
    for roster in rosters:
        met.add(roster, 1)
    pairs = [met.count[one][two] for one, two in combinations(range(participants), 2)]
    if not pairs:
        return Evenness(0, 0, 0)
    return Evenness(min(pairs), max(pairs), int(sum(pairs) % len(pairs) != 0))


class _Meetings:
    """How often each pair met; `count` is symmetric, its diagonal unused."""

    def __init__(self, participants: int) -> None:
        self.count = [[0] * participants for _ in range(participants)]

    def add(self, roster: Sequence[int], change: int) -> None:
        for one, two in combinations(roster, 2):
            self.count[one][two] += change
            self.count[two][one] += change

    def excess(self) -> int:
        """Return the sum of squares above that of the most even counts with the same sum."""
        counts = [self.count[i][j] for i, j in combinations(range(len(self.count)), 2)]
        if not counts:
            return 0
        least, more = divmod(sum(counts), len(counts))
        return sum(c * c for c in counts) - len(counts) * least**2 - more * (2 * least + 1)


class _Stratum:
    """Plans the rounds of one game and number of seats, one after the other."""

    def __init__(self, people: int, seats: int, overall: _Meetings, chance: Stream) -> None:
        self._people = people
        self._seats = seats
        self._own = _Meetings(people)
        self._overall = overall
        self._chance = chance
        self._circle = list(range(people))
        chance.shuffle(self._circle)

    def next_round(self, moves: int) -> list[Roster]:
        """Return the next round, counted among the meetings of the stratum and of the plan."""
        start = self._shifted(self._offsets())
        for roster in start:
            self._count(roster, 1)
        rosters = self._improved(start, moves) if self._uneven() else start
        order = list(range(len(rosters)))
        self._chance.shuffle(order)
        return [tuple(rosters[number]) for number in order]

    def _uneven(self) -> int:
        """Return how far the meetings are from the most even ones; 0 is the best."""
        return _OWN * self._own.excess() + self._overall.excess()

    def _count(self, roster: Sequence[int], change: int) -> None:
        self._own.add(roster, change)
        self._overall.add(roster, change)

    def _shifted(self, offsets: Sequence[int]) -> list[list[int]]:
        circle, people = self._circle, self._people
        return [[circle[(turn + by) % people] for by in offsets] for turn in range(people)]

    def _offsets(self) -> list[int]:
        """Return the offsets, in random order of seats, of the most even cyclic round."""
        found: list[tuple[int, int, list[int]]] = []
        for number, offsets in enumerate(self._candidates()):
            cost = sum(
                self._cost_of(self._circle[turn], self._circle[(turn + two - one) % self._people])
                for one, two in combinations(offsets, 2)
                for turn in range(self._people)
            )
            found.append((cost, number, offsets))
        chosen = min(found)[2]
        self._chance.shuffle(chosen)
        return chosen

    def _candidates(self) -> list[list[int]]:
        """Return line-ups of a cyclic round that hold offset 0: all, or a sample of them."""
        from math import comb

        others = range(1, self._people)
        if comb(self._people - 1, self._seats - 1) <= _OFFSETS:
            found = [[0, *rest] for rest in combinations(others, self._seats - 1)]
            order = list(range(len(found)))
            self._chance.shuffle(order)
            return [found[number] for number in order]
        sample: list[list[int]] = []
        for _ in range(_OFFSETS):
            places = list(others)
            self._chance.shuffle(places)
            sample.append([0, *places[: self._seats - 1]])
        return sample

    def _cost_of(self, one: int, two: int) -> int:
        """Return what one more meeting adds to the sum of squares."""
        own, overall = self._own.count[one][two], self._overall.count[one][two]
        return _OWN * (2 * own + 1) + 2 * overall + 1

    def _improved(self, rosters: list[list[int]], moves: int) -> list[list[int]]:
        """Return the most even round found by exchanges, with its meetings counted.

        Exchanges that make it worse are taken within a margin that falls to nothing.
        """
        chance = self._chance
        uneven = least = self._uneven()
        best = [list(roster) for roster in rosters]
        for move in range(moves if self._people > self._seats else 0):
            seat = chance.below(self._seats)
            one, two = rosters[chance.below(len(rosters))], rosters[chance.below(len(rosters))]
            if one[seat] in two or two[seat] in one:
                continue
            margin = chance.below(1 + 4 * _OWN * (moves - move) // moves)
            change = self._exchange(one, two, seat)
            if change > margin:
                self._exchange(one, two, seat)
                continue
            uneven += change
            if uneven < least:
                least = uneven
                best = [list(roster) for roster in rosters]
                if least == 0:
                    break
        for roster in rosters:
            self._count(roster, -1)
        for roster in best:
            self._count(roster, 1)
        return best

    def _exchange(self, one: list[int], two: list[int], seat: int) -> int:
        """Exchange who sits in a seat of two matches; return the change of the unevenness."""
        first, second = one[seat], two[seat]
        change = 0
        for other in range(self._seats):
            if other != seat:
                change += self._meet(first, one[other], -1) + self._meet(second, one[other], 1)
                change += self._meet(second, two[other], -1) + self._meet(first, two[other], 1)
        one[seat], two[seat] = second, first
        return change

    def _meet(self, one: int, two: int, step: int) -> int:
        """Count a meeting, or take it back; return the change of the sums of squares."""
        own, overall = self._own.count, self._overall.count
        change = _OWN * (2 * step * own[one][two] + 1) + 2 * step * overall[one][two] + 1
        own[one][two] += step
        own[two][one] += step
        overall[one][two] += step
        overall[two][one] += step
        return change
