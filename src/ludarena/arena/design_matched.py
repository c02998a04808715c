"""Designs about single participants: matched scenarios, cohorts beside a panel, newcomers to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Literal

from ludarena.arena.design_planned import Fault, Planned, interleaved, listed, named, not_multiple
from ludarena.arena.design_scenarios import focal_orders, opponents, scenario_seats, seated
from ludarena.core.rng import Stream, stream
from ludarena.core.view import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A matched scenario as a file lists it: its stratum, focal seat, and who sits elsewhere.

    `anchors` stand in the order of the other seats. `seed` is that of the set-up, None to derive
    it from the experiment's.
    """

    stratum: int
    focal_seat: int
    anchors: tuple[str, ...]
    seed: int | None = None

    def as_json(self) -> dict[str, Json]:
        """Return all fields as JSON data; the stratum counts games and their seats from 0."""
        return {
            "stratum": self.stratum,
            "focal_seat": self.focal_seat,
            "anchors": list(self.anchors),
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """Scenarios in which one seat is given to each focal participant in turn, all else equal.

    `scenarios` is their number in every stratum, or all of them one by one. A number of scenarios
    goes round the focal seats and takes the other participants from `anchors` in turn.
    """

    focals: tuple[str, ...]
    anchors: tuple[str, ...]
    scenarios: int | tuple[Scenario, ...]

    def as_json(self) -> dict[str, Json]:
        """Return kind and settings as JSON data."""
        scenarios: Json
        if isinstance(self.scenarios, int):
            scenarios = self.scenarios
        else:
            scenarios = [one.as_json() for one in self.scenarios]
        return {
            "kind": "matched",
            "focals": list(self.focals),
            "anchors": list(self.anchors),
            "scenarios": scenarios,
        }

    def matches(self, participants: int, strata: Sequence[int]) -> int:
        """Return how many matches there are; `strata` holds the seats of each stratum."""
        if isinstance(self.scenarios, int):
            return self.scenarios * len(strata) * len(self.focals)
        return len(self.scenarios) * len(self.focals)

    def schedule(self, names: Sequence[str], strata: Sequence[int], seed: int) -> list[Planned]:
        """Return all matches in the order of play; `strata` holds the seats of each stratum.

        Scenarios come in random order, the strata in turn. Within a scenario the focal
        participants play one after the other, in an order that is balanced over scenarios.
        """
        planned: list[list[list[Planned]]] = []
        for stratum, seats in enumerate(strata):
            chance = stream(seed, f"matched {stratum} {seats}")
            scenarios = self._scenarios(stratum, seats, chance)
            orders = focal_orders(len(scenarios), seats, len(self.focals), chance)
            blocks = [
                [self._match(number, scenario, focal) for focal in order]
                for number, (scenario, order) in enumerate(zip(scenarios, orders), 1)
            ]
            order = list(range(len(blocks)))
            chance.shuffle(order)
            planned.append([blocks[number] for number in order])
        return interleaved(planned)

    def _scenarios(self, stratum: int, seats: int, chance: Stream) -> list[Scenario]:
        if not isinstance(self.scenarios, int):
            return [one for one in self.scenarios if one.stratum == stratum]
        return [
            Scenario(stratum=stratum, focal_seat=seat, anchors=named(self.anchors, others))
            for seat, others in scenario_seats(self.scenarios, seats, len(self.anchors), chance)
        ]

    def _match(self, number: int, scenario: Scenario, focal: int) -> Planned:
        return Planned(
            stratum=scenario.stratum,
            roster=seated(self.focals[focal], scenario.focal_seat, scenario.anchors),
            scenario=number,
            part="matched",
            focal=scenario.focal_seat,
            seed=scenario.seed,
        )

    def infeasible(self, seats: Sequence[int]) -> Fault | None:
        """Return the key at fault and why no such scenarios exist; None when there are some."""
        if not isinstance(self.scenarios, int):
            return None
        if len(self.anchors) < max(seats) - 1:
            return "anchors", (
                f"names {len(self.anchors)}, but {max(seats)} seats need {max(seats) - 1} beside "
                "the focal one; a participant may be named twice"
            )
        why = f"so that the focal seat is equally often each of {listed(seats)} seats"
        return not_multiple("scenarios", self.scenarios, lcm(*seats), why)


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Matches of single participants against the panel of all others, on a schedule of their own.

    Each of `people` plays `each` matches of every stratum, equally often in every seat, against
    seats - 1 members of the panel, who change from match to match. All of `people` have the same
    set-ups, seats and opponents. A `cohort` of baselines is told beside the panel; those who are
    `joining` become a part of it.
    """

    kind: Literal["cohort", "joining"]
    people: tuple[str, ...]
    each: int

    def as_json(self) -> dict[str, Json]:
        """Return kind and settings as JSON data."""
        return {"kind": self.kind, self.key: list(self.people), "matches": self.each}

    @property
    def key(self) -> str:
        """Return how an experiment file calls the people."""
        return "baselines" if self.kind == "cohort" else "newcomers"

    def matches(self, participants: int, strata: Sequence[int]) -> int:
        """Return how many matches there are; `strata` holds the seats of each stratum."""
        return self.each * len(self.people) * len(strata)

    def schedule(self, names: Sequence[str], strata: Sequence[int], seed: int) -> list[Planned]:
        """Return all matches in the order of play; `strata` holds the seats of each stratum.

        Those of `people` who play the same match take turns in being first.
        """
        panel = [name for name in names if name not in self.people]
        return interleaved(
            [self._blocks(panel, number, seats, seed) for number, seats in enumerate(strata)]
        )

    def _blocks(
        self, panel: Sequence[str], stratum: int, seats: int, seed: int
    ) -> list[list[Planned]]:
        """Return the matches of a stratum; those of a block share set-up, seat and opponents."""
        chance = stream(seed, f"{self.kind} {stratum} {seats}")
        places = list(range(seats))
        chance.shuffle(places)
        orders = focal_orders(self.each, seats, len(self.people), chance)
        met = opponents(self.each, seats, len(panel), chance)
        return [
            [
                Planned(
                    stratum=stratum,
                    roster=seated(self.people[one], places[number % seats], named(panel, others)),
                    scenario=number + 1,
                    part=self.kind,
                    focal=places[number % seats],
                )
                for one in order
            ]
            for number, (others, order) in enumerate(zip(met, orders))
        ]

    def infeasible(self, participants: int, seats: Sequence[int]) -> Fault | None:
        """Return the key at fault and why no such schedule exists; None when there is one."""
        rest = participants - len(self.people)
        if rest < max(seats) - 1:
            return self.key if self.kind == "cohort" else None, (
                f"leaves a panel of {rest}, but {max(seats)} seats need {max(seats) - 1} opponents"
            )
        why = f"so that each of them sits equally often in each of {listed(seats)} seats"
        return not_multiple("matches", self.each, lcm(*seats), why)
