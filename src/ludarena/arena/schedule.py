"""From planned matches to the cells of a schedule: set-ups, seeds, names of scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludarena.arena.cells import Cell, MatchSetup
from ludarena.arena.design import match_seed
from ludarena.arena.design_kinds import Design
from ludarena.arena.design_planned import Planned
from ludarena.core.options import OptionValue
from ludarena.core.view import Json, canonical_json


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEntry:
    """A game of an experiment, the numbers of seats it is played with, and complete options."""

    game: str
    rules_version: str
    seats: tuple[int, ...]
    options: Mapping[str, OptionValue]

    def as_json(self) -> dict[str, Json]:
        """Return all fields as JSON data."""
        return {
            "game": self.game,
            "rules_version": self.rules_version,
            "seats": list(self.seats),
            "options": dict(self.options),
        }


@dataclass(frozen=True, slots=True)
class Block:
    """A game with one number of seats: what the strata of a design stand for."""

    entry: GameEntry
    seats: int

    @property
    def label(self) -> str:
        """Return the name of the stratum: game and seats."""
        return f"{self.entry.game}/{self.seats}"


def blocks(games: Sequence[GameEntry]) -> list[Block]:
    """Return the strata of a design over these games, in their order."""
    return [Block(entry, seats) for entry in games for seats in entry.seats]


def stratum(setup: MatchSetup) -> str:
    """Return the name of the part of a design that a match belongs to: game and seats."""
    return f"{setup.game}/{setup.seats}"


@dataclass(frozen=True, slots=True)
class Part:
    """A design, the games that it is played with, and the names of those who take part."""

    design: Design
    games: tuple[GameEntry, ...]
    names: tuple[str, ...]

    @property
    def matches(self) -> int:
        """Return how many matches there are, at most: see `Mirrored.matches`."""
        seats = [block.seats for block in blocks(self.games)]
        return self.design.matches(len(self.names), seats)

    def as_json(self) -> dict[str, Json]:
        """Return the design with its games as JSON data."""
        return {**self.design.as_json(), "games": [entry.as_json() for entry in self.games]}

    def cells(self, seed: int, *, first: int = 0, stage: int = 0) -> list[Cell]:
        """Return the cells in the order of play, numbered from `first`."""
        strata = blocks(self.games)
        planned = self.design.schedule(self.names, [block.seats for block in strata], seed)
        return _Scheduler(strata, seed, first, stage).cells(planned)


class _Scheduler:
    """Turns planned matches into cells; seeds of set-ups follow from `seed` and their place."""

    def __init__(self, strata: Sequence[Block], seed: int, first: int, stage: int) -> None:
        self._strata = strata
        self._seed = seed
        self._next = first
        self._stage = stage
        self._alone = [0] * len(strata)

    def cells(self, planned: Sequence[Planned]) -> list[Cell]:
        """Return the cells of these matches, in their order."""
        offsets = self._offsets(planned)
        return [self._cell(one, offsets[one.stratum]) for one in planned]

    def _cell(self, planned: Planned, offset: int) -> Cell:
        block = self._strata[planned.stratum]
        place: tuple[str | int, ...] = (planned.part, planned.scenario)
        if not planned.scenario:
            place = (self._alone[planned.stratum],)
            self._alone[planned.stratum] += 1
        options = canonical_json(dict(block.entry.options))
        seed = match_seed(self._seed, block.entry.game, options, block.seats, *place)
        self._next += 1
        number = f"{self._stage}." * bool(self._stage) + str(planned.scenario + offset)
        return Cell(
            index=self._next - 1,
            setup=MatchSetup(
                game=block.entry.game,
                rules_version=block.entry.rules_version,
                seats=block.seats,
                options=block.entry.options,
                seed=seed if planned.seed is None else planned.seed,
            ),
            roster=planned.roster,
            stratum=block.label,
            scenario=f"{block.label}/{planned.part}-{number}" if planned.scenario else "",
            stage=self._stage,
            part=planned.part,
            focal=planned.focal,
        )

    def _offsets(self, planned: Sequence[Planned]) -> list[int]:
        """Return what is added to scenario numbers where strata differ in options alone."""
        last: Counter[int] = Counter()
        for one in planned:
            last[one.stratum] = max(last[one.stratum], one.scenario)
        taken: Counter[str] = Counter()
        offsets: list[int] = []
        for number, block in enumerate(self._strata):
            offsets.append(taken[block.label])
            taken[block.label] += last[number]
        return offsets
