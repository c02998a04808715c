"""The experiment file: one TOML file that says who plays what, how, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludarena.arena.cells import Cell, Extension, Plan
from ludarena.arena.design import match_seed
from ludarena.arena.design_kinds import Design
from ludarena.arena.design_matched import Beside
from ludarena.arena.design_tables import (
    MAX_SEED,
    read_cohort,
    read_design,
    read_extending_design,
)
from ludarena.arena.experiment_tables import read_games, read_participants, read_protocol
from ludarena.arena.participant import Participant
from ludarena.arena.presets import protocol_for
from ludarena.arena.protocol import Protocol
from ludarena.arena.schedule import Block, GameEntry, Part, blocks
from ludarena.arena.spending import (
    Pacing,
    Spending,
    read_pacing,
    read_price_tables,
    read_spending,
)
from ludarena.arena.toml_table import Table, read_toml
from ludarena.core.view import Json
from ludarena.models.prices import Prices

MAX_NAME = 100
MAX_MATCHES = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """An extension as the file says it: its name, whom it adds, and what is played."""

    name: str
    participants: tuple[Participant, ...]
    part: Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """An experiment as its file says it, everything checked and every default filled in.

    `prices`, `spending` and `pacing` (matches at a time) say how it is played and are no part of
    its plan: a run may be continued with others. A `cohort` is played beside the design.
    `participants` are those without the extensions'.
    """

    name: str
    seed: int
    games: tuple[GameEntry, ...]
    participants: tuple[Participant, ...]
    protocol: Protocol
    design: Design
    cohort: Beside | None = None
    extensions: tuple[Addition, ...] = ()
    prices: Prices | None = None
    spending: Spending = field(default_factory=Spending)
    pacing: Pacing = field(default_factory=Pacing)

    @property
    def matches(self) -> int:
        """Return how many matches are planned, at most: see `Mirrored.matches`."""
        return sum(part.matches for _, _, part in self._parts())

    def plan(self) -> Plan:
        """Return the experiment ready to be frozen: every match with its seed and roster."""
        beside: dict[str, Json] = {"cohort": self.cohort.as_json()} if self.cohort else {}
        cells: list[Cell] = []
        for stage, seed, part in self._parts():
            cells += part.cells(seed, first=len(cells), stage=stage)
        added = tuple(one for addition in self.extensions for one in addition.participants)
        return Plan(
            name=self.name,
            design={**self._parts()[0][2].as_json(), **beside, "seed": self.seed},
            participants=self.participants + added,
            protocol=self.protocol,
            cells=tuple(cells),
            extensions=tuple(
                Extension(
                    name=addition.name,
                    design=addition.part.as_json(),
                    participants=tuple(one.name for one in addition.participants),
                )
                for addition in self.extensions
            ),
        )

    def _parts(self) -> list[tuple[int, int, Part]]:
        """Return stage, seed and matches of all that is played; the design is the first."""
        names = tuple(one.name for one in self.participants)
        beside = self.cohort.people if self.cohort else ()
        panel = tuple(name for name in names if name not in beside)
        parts = [(0, self.seed, Part(self.design, self.games, panel))]
        if self.cohort is not None:
            parts.append((0, self.seed, Part(self.cohort, self.games, names)))
        for stage, addition in enumerate(self.extensions, 1):
            seed = match_seed(self.seed, "extension", addition.name)
            parts.append((stage, seed, addition.part))
        return parts


def read_experiment(path: Path) -> Experiment:
    """Return the experiment of a TOML file.

    Raises `InvalidExperiment`, which names file, line and key, for everything that is wrong.
    """
    shown = "".join(sign if sign.isprintable() else "?" for sign in path.stem[:MAX_NAME])
    return experiment_from(read_toml(path), default_name=shown, folder=path.parent)


def experiment_from(top: Table, default_name: str, folder: Path = Path()) -> Experiment:
    """Return the experiment of a TOML table; raise `InvalidExperiment`.

    Price tables are looked for in `folder`.
    """
    name = _read_name(top, "name", default_name)
    seed = top.integer("seed", 0, MAX_SEED)
    games = read_games(top)
    participants = read_participants(top)
    design, cohort = _read_designs(top, [one.name for one in participants], blocks(games))
    protocol, concurrency = read_protocol(top.table("protocol"), participants)
    extensions = _read_extensions(top, games, participants, _outside(design, cohort))
    people = (*participants, *(one for extra in extensions for one in extra.participants))
    experiment = Experiment(
        name=name,
        seed=seed,
        games=games,
        participants=participants,
        protocol=protocol,
        design=design,
        cohort=cohort,
        extensions=extensions,
        prices=read_price_tables(top.table("prices"), folder),
        spending=read_spending(top.table("budget"), [one.name for one in people]),
        pacing=read_pacing(top.table("running"), people, concurrency),
    )
    top.finish(also=("extensions",))
    _refuse_other_protocol(top, experiment)
    if experiment.matches > MAX_MATCHES:
        raise top.error(
            "design",
            f"plans {experiment.matches} matches, at most {MAX_MATCHES} are allowed: "
            "take fewer rounds, seats or participants",
        )
    return experiment


def _read_name(table: Table, key: str, default: str | None) -> str:
    name = table.string(key, default)
    if len(name) > MAX_NAME or not name.isprintable():
        raise table.error(key, f"must be one line of at most {MAX_NAME} characters, all visible")
    return name


def _read_designs(
    top: Table, names: Sequence[str], strata: Sequence[Block]
) -> tuple[Design, Beside | None]:
    """Return the design, and the cohort beside it if there is one."""
    if not top.has("cohort"):
        top.table("cohort").finish()
        return read_design(top.table("design"), names, strata), None
    cohort = read_cohort(top.table("cohort"), names, strata)
    panel = [name for name in names if name not in cohort.people]
    design = read_design(top.table("design"), panel, strata)
    if isinstance(design, Beside):
        raise top.error("cohort", "stands beside a design that is a cohort already: remove one")
    return design, cohort


def _outside(*designs: Design | None) -> set[str]:
    """Return the baselines: those who are no part of the panel."""
    cohorts = [one for one in designs if isinstance(one, Beside) and one.kind == "cohort"]
    return {name for cohort in cohorts for name in cohort.people}


def _read_extensions(
    top: Table,
    games: tuple[GameEntry, ...],
    participants: tuple[Participant, ...],
    outside: set[str],
) -> tuple[Addition, ...]:
    """Return the extensions of the tables `[[extensions]]`.

    In each, everybody in the panel so far takes part, and whom it adds.
    """
    additions: list[Addition] = []
    people = participants
    for table in top.tables("extensions") if top.has("extensions") else ():
        name = _read_name(table, "name", None)
        if name in [other.name for other in additions]:
            raise table.error("name", f"{name!r} is the name of another extension too")
        added = read_participants(table, people) if table.has("participants") else ()
        played = read_games(table) if table.has("games") else games
        people += added
        panel = [one.name for one in people if one.name not in outside]
        new = [one.name for one in added]
        design = read_extending_design(table.table("design"), panel, new, blocks(played))
        table.finish(also=("participants", "games"))
        additions.append(
            Addition(name=name, participants=added, part=Part(design, played, tuple(panel)))
        )
        outside = outside | _outside(design)
    return tuple(additions)


def _refuse_other_protocol(top: Table, experiment: Experiment) -> None:
    """Complain of newcomers with whom results under this protocol could not be compared."""
    for addition in experiment.extensions:
        people = (*experiment.participants, *addition.participants)
        if protocol_for(people, {}).tools != protocol_for(experiment.participants, {}).tools:
            raise top.error(
                "extensions",
                f"{addition.name!r} adds the first participant that plays over tools, which "
                "changes the protocol; make a new experiment of it",
            )
