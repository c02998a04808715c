"""The kinds of design that an experiment file can name, and how their tables are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from ludarena.arena.cells import Cell
from ludarena.arena.design import number_of_matches, round_robin
from ludarena.arena.design_panel import Evenness, evenness, in_turn, panel
from ludarena.arena.toml_table import Table
from ludarena.core.view import Json

MAX_ROUNDS = 10_000

Planned = tuple[int, tuple[int, ...]]
"""A planned match: the number of its stratum, and the participant of each seat."""


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Every line-up in every rotation of a circular order, `rounds` times."""

    rounds: int

    def as_json(self) -> dict[str, Json]:
        """Return kind and settings as JSON data."""
        return {"kind": "round-robin", "rounds": self.rounds}

    def matches(self, participants: int, seats: int) -> int:
        """Return how many matches a stratum has."""
        return number_of_matches(participants, seats, self.rounds)

    def schedule(self, participants: int, strata: Sequence[int], seed: int) -> list[Planned]:
        """Return all matches in the order of play; `strata` holds the seats of each stratum."""
        rosters = [round_robin(participants, seats, self.rounds, seed) for seats in strata]
        lengths = [len(planned) // self.rounds for planned in rosters]
        return [
            (stratum, roster)
            for stratum, number in in_turn([self.rounds] * len(strata))
            for roster in rosters[stratum][
                number * lengths[stratum] : (number + 1) * lengths[stratum]
            ]
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

    def matches(self, participants: int, seats: int) -> int:
        """Return how many matches a stratum has."""
        if self.matches_each is not None:
            return self.matches_each
        return participants * (self.appearances or 0) // seats

    def schedule(self, participants: int, strata: Sequence[int], seed: int) -> list[Planned]:
        """Return all matches in the order of play; `strata` holds the seats of each stratum.

        The numbers must be feasible, see `infeasible`.
        """
        rounds = [self.matches(participants, seats) // participants for seats in strata]
        planned = panel(participants, list(zip(strata, rounds)), seed)
        return [
            (stratum, roster)
            for stratum, number in in_turn(rounds)
            for roster in planned[stratum][number]
        ]

    def infeasible(self, participants: int, seats: Sequence[int]) -> tuple[str, str] | None:
        """Return the key at fault and why no such panel exists; None when there is one.

        `seats` holds all numbers of seats that are played.
        """
        given, step, rule = self._rule(participants, seats)
        if max(seats) > participants:
            return "kind", (
                f"a panel of {max(seats)} seats needs at least as many participants, "
                f"not {participants}; a round robin can seat one several times"
            )
        if given % step == 0:
            return None
        below, above = given - given % step, given - given % step + step
        nearest = f"{below} or {above}" if below else f"{above}"
        return self._key, f"must be a multiple of {step}, {rule}, not {given}; nearest: {nearest}"

    @property
    def _key(self) -> str:
        return "matches" if self.appearances is None else "appearances"

    def _rule(self, participants: int, seats: Sequence[int]) -> tuple[int, int, str]:
        """Return what is given, what it must be a multiple of, and why."""
        if self.appearances is None:
            why = f"so that each of {participants} participants sits equally often in every seat"
            return self.matches_each or 0, participants, why
        listed = " and ".join(str(number) for number in sorted(set(seats)))
        why = f"so that a participant sits equally often in each of {listed} seats"
        return self.appearances, lcm(*seats), why


Design = RoundRobin | Panel


def meetings(schedule: Sequence[Planned], participants: int, strata: int) -> list[Evenness]:
    """Return how evenly pairs meet in each stratum of a schedule."""
    rosters: list[list[tuple[int, ...]]] = [[] for _ in range(strata)]
    for stratum, roster in schedule:
        rosters[stratum].append(roster)
    return [evenness(each, participants) for each in rosters]


def meetings_of(cells: Sequence[Cell]) -> dict[str, Evenness]:
    """Return how evenly pairs of participants meet in each stratum of planned cells."""
    names = sorted({name for cell in cells for name in cell.roster})
    number = {name: index for index, name in enumerate(names)}
    rosters: dict[str, list[tuple[int, ...]]] = {}
    for cell in cells:
        roster = tuple(number[name] for name in cell.roster)
        rosters.setdefault(cell.stratum, []).append(roster)
    return {stratum: evenness(each, len(names)) for stratum, each in rosters.items()}


def read_design(table: Table, participants: int, seats: Sequence[int]) -> Design:
    """Return the design of a TOML table; raise `InvalidExperiment`.

    `seats` holds the numbers of seats of all games.
    """
    kind = table.choice("kind", ["round-robin", "panel"], "round-robin")
    if kind == "round-robin":
        rounds = table.integer("rounds", 1, MAX_ROUNDS, default=1)
        table.finish()
        return RoundRobin(rounds)
    design = _read_panel(table)
    fault = design.infeasible(participants, seats)
    if fault is not None:
        raise table.error(*fault)
    return design


def _read_panel(table: Table) -> Panel:
    appearances = table.integer("appearances", 0, MAX_ROUNDS * 100, default=0)
    matches = table.integer("matches", 0, MAX_ROUNDS * 100, default=0)
    table.finish()
    if bool(appearances) == bool(matches):
        raise table.error(
            None,
            "a panel takes one of two: appearances (of a participant, in every game and number "
            "of seats) or matches (of every game and number of seats)",
        )
    return Panel(appearances=appearances) if appearances else Panel(matches_each=matches)
