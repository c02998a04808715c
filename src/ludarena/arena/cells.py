"""What is to be played: set-ups, cells of a schedule, and the plan that is frozen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludarena.arena.digests import digest_of
from ludarena.arena.participant import Participant
from ludarena.arena.protocol import Protocol
from ludarena.core.options import OptionValue
from ludarena.core.view import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSetup:
    """Everything that `Game.new` needs to begin a match; `options` are complete."""

    game: str
    rules_version: str
    seats: int
    options: Mapping[str, OptionValue]
    seed: int

    def as_json(self) -> dict[str, Json]:
        """Return the set-up as JSON data."""
        return {
            "game": self.game,
            "rules_version": self.rules_version,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One planned match: a set-up and who sits where.

    `roster` names a participant a seat. `index` counts the cells of a schedule from 0. `stratum`
    is game and seats, such as `azul/3`. `scenario` names the set of cells that share a set-up and
    are compared within it, such as `azul/3/matched-4`: stratum, part and a number from 1; empty
    where every match has a set-up of its own. `stage` counts extensions of the schedule.

    `part` says in which part of the design the cell stands: empty for round robins and panels,
    `joining` for a newcomer among them, `mirrored`, `matched` or `cohort`. Matches of a cohort
    are told beside the others and never pooled with them. `focal` is the seat of the participant
    that the match is about: the varied one of a matched scenario, the baseline of a cohort, the
    newcomer; None elsewhere.
    """

    index: int
    setup: MatchSetup
    roster: tuple[str, ...]
    stratum: str = ""
    scenario: str = ""
    stage: int = 0
    part: str = ""
    focal: int | None = None

    @property
    def focal_participant(self) -> str | None:
        """Return the name of the participant that the match is about, None where there is none."""
        return None if self.focal is None else self.roster[self.focal]

    def as_json(self) -> dict[str, Json]:
        """Return the cell as JSON data; `part` and `focal` only where the cell has a part."""
        marks: dict[str, Json] = {"part": self.part, "focal": self.focal} if self.part else {}
        return {
            "index": self.index,
            "setup": self.setup.as_json(),
            "roster": list(self.roster),
            "stratum": self.stratum,
            "scenario": self.scenario,
            "stage": self.stage,
            **marks,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """A named addition to a schedule: the design of its cells, and whom it adds.

    `participants` names those who were not there before.
    """

    name: str
    design: Mapping[str, Json]
    participants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An experiment ready to be frozen: who plays, how, and which matches.

    `design` holds the settings that the cells were made from, for people and for the digest.
    `participants` and `cells` are all of them, those of extensions last; a cell's `stage` is the
    number of its extension, counted from 1.
    """

    name: str
    design: Mapping[str, Json]
    participants: tuple[Participant, ...]
    protocol: Protocol
    cells: tuple[Cell, ...]
    extensions: tuple[Extension, ...] = ()

    @property
    def digest(self) -> str:
        """Return the digest of design, first participants and protocol; cells have their own."""
        return self.stage_digests()[0]

    @property
    def schedule_digest(self) -> str:
        """Return the digest of all cells but those of extensions."""
        return schedule_digest(self.stage_cells(0))

    def stage_digests(self) -> list[str]:
        """Return the digest of the design and of each extension."""
        return stage_digests(self.design, self.participants, self.protocol, self.extensions)

    def stage_cells(self, stage: int) -> tuple[Cell, ...]:
        """Return the cells of the design, stage 0, or of an extension."""
        return tuple(cell for cell in self.cells if cell.stage == stage)


def stage_digests(
    design: Mapping[str, Json],
    participants: Sequence[Participant],
    protocol: Protocol,
    extensions: Sequence[Extension],
) -> list[str]:
    """Return the digests under which matches are known: of a design, then of each extension.

    The digest of an extension covers everything before it.
    """
    people = {one.name: one.digest for one in participants}
    added = {name for one in extensions for name in one.participants}
    founders: dict[str, Json] = {n: digest for n, digest in people.items() if n not in added}
    base: Json = {"design": dict(design), "participants": founders, "protocol": protocol.id}
    digests = [digest_of(base)]
    for one in extensions:
        joined: dict[str, Json] = {name: people.get(name) for name in one.participants}
        data: dict[str, Json] = {"extends": digests[-1], "name": one.name}
        digests.append(digest_of({**data, "design": dict(one.design), "participants": joined}))
    return digests


def schedule_digest(cells: Sequence[Cell]) -> str:
    """Return the digest of a schedule, or of a stage of it."""
    return digest_of([cell.as_json() for cell in cells])


def match_id(design: str, cell: Cell) -> str:
    """Return the id of the match of a cell: a digest of its stage's digest and the cell."""
    return digest_of({"design": design, "cell": cell.as_json()})
