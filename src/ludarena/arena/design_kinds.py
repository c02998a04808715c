"""The kinds of design: who meets whom, in which seats, and which matches share a set-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, factorial, lcm
from typing import Literal

from ludarena.arena.cells import Cell
from ludarena.arena.design import lineups, number_of_matches, round_robin
from ludarena.arena.design_matched import Beside, Matched
from ludarena.arena.design_panel import Evenness, evenness, in_turn, panel
from ludarena.arena.design_planned import Fault, Planned, listed, named, not_multiple
from ludarena.arena.design_scenarios import mirrors
from ludarena.core.view import Json

Orders = Literal["rotations", "permutations"]


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Every line-up in every rotation of a circular order, `rounds` times."""

    rounds: int

    def as_json(self) -> dict[str, Json]:
        """Return kind and settings as JSON data."""
        return {"kind": "round-robin", "rounds": self.rounds}

    def matches(self, participants: int, strata: Sequence[int]) -> int:
        """Return how many matches there are; `strata` holds the seats of each stratum."""
        return sum(number_of_matches(participants, seats, self.rounds) for seats in strata)

    def schedule(self, names: Sequence[str], strata: Sequence[int], seed: int) -> list[Planned]:
        """Return all matches in the order of play; `strata` holds the seats of each stratum."""
        rosters = [round_robin(len(names), seats, self.rounds, seed) for seats in strata]
        lengths = [len(planned) // self.rounds for planned in rosters]
        return [
            Planned(stratum=stratum, roster=named(names, roster))
            for stratum, number in in_turn([self.rounds] * len(strata))
            for roster in rosters[stratum][
                number * lengths[stratum] : (number + 1) * lengths[stratum]
            ]
        ]


@dataclass(frozen=True, slots=True)
class Mirrored:
    """A round robin in which matches of the same people share a set-up.

    Each of `rounds` gives every line-up one set-up, which is played in every rotation of a circular
    order, or in every order of the seats.
    """

    rounds: int
    orders: Orders = "rotations"

    def as_json(self) -> dict[str, Json]:
        """Return kind and settings as JSON data."""
        return {"kind": "mirrored", "rounds": self.rounds, "orders": self.orders}

    def matches(self, participants: int, strata: Sequence[int]) -> int:
        """Return how many matches there are at most; one participant in two seats makes fewer."""
        orders = factorial if self.orders == "permutations" else int
        return self.rounds * sum(
            comb(participants, seats % participants) * orders(seats) for seats in strata
        )

    def schedule(self, names: Sequence[str], strata: Sequence[int], seed: int) -> list[Planned]:
        """Return all matches in the order of play; `strata` holds the seats of each stratum."""
        rosters = [round_robin(len(names), seats, self.rounds, seed) for seats in strata]
        groups = [len(lineups(len(names), seats)) for seats in strata]
        return [
            Planned(
                stratum=stratum, roster=named(names, order), scenario=setup + 1, part="mirrored"
            )
            for stratum, number in in_turn([self.rounds] * len(strata))
            for setup in range(number * groups[stratum], (number + 1) * groups[stratum])
            for order in mirrors(
                rosters[stratum][setup * strata[stratum]],
                every_order=self.orders == "permutations",
            )
        ]


@dataclass(frozen=True, slots=True)
class Panel:
    """Everybody equally often in every seat of every stratum, pairs as even as can be.

    Of the two settings one is given: the `appearances` of a participant in each stratum, or the
    `matches` of each stratum.
    """

    appearances: int | None = None
    matches_each: int | None = None

    def as_json(self) -> dict[str, Json]:
        """Return kind and settings as JSON data."""
        if self.appearances is not None:
            return {"kind": "panel", "appearances": self.appearances}
        return {"kind": "panel", "matches": self.matches_each}

    def matches(self, participants: int, strata: Sequence[int]) -> int:
        """Return how many matches there are; `strata` holds the seats of each stratum."""
        return sum(self._matches(participants, seats) for seats in strata)

    def _matches(self, participants: int, seats: int) -> int:
        if self.matches_each is not None:
            return self.matches_each
        return participants * (self.appearances or 0) // seats

    def schedule(self, names: Sequence[str], strata: Sequence[int], seed: int) -> list[Planned]:
        """Return all matches in the order of play; `strata` holds the seats of each stratum.

        The numbers must be feasible, see `infeasible`.
        """
        rounds = [self._matches(len(names), seats) // len(names) for seats in strata]
        planned = panel(len(names), list(zip(strata, rounds)), seed)
        return [
            Planned(stratum=stratum, roster=named(names, roster))
            for stratum, number in in_turn(rounds)
            for roster in planned[stratum][number]
        ]

    def infeasible(self, participants: int, seats: Sequence[int]) -> Fault | None:
        """Return the key at fault and why no such panel exists; None when there is one.

        `seats` holds all numbers of seats that are played.
        """
        given, step, rule = self._rule(participants, seats)
        if max(seats) > participants:
            return "kind", (
                f"a panel of {max(seats)} seats needs at least as many participants, "
                f"not {participants}; a round robin can seat one several times"
            )
        return not_multiple(self._key, given, step, rule)

    @property
    def _key(self) -> str:
        return "matches" if self.appearances is None else "appearances"

    def _rule(self, participants: int, seats: Sequence[int]) -> tuple[int, int, str]:
        """Return what is given, what it must be a multiple of, and why."""
        if self.appearances is None:
            why = f"so that each of {participants} participants sits equally often in every seat"
            return self.matches_each or 0, participants, why
        why = f"so that a participant sits equally often in each of {listed(seats)} seats"
        return self.appearances, lcm(*seats), why


Design = RoundRobin | Mirrored | Panel | Matched | Beside


def meetings_of(cells: Sequence[Cell]) -> dict[str, Evenness]:
    """Return how evenly pairs of participants meet in each stratum of planned cells."""
    names = sorted({name for cell in cells for name in cell.roster})
    number = {name: index for index, name in enumerate(names)}
    rosters: dict[str, list[tuple[int, ...]]] = {}
    for cell in cells:
        roster = tuple(number[name] for name in cell.roster)
        rosters.setdefault(cell.stratum, []).append(roster)
    return {stratum: evenness(each, len(names)) for stratum, each in rosters.items()}
