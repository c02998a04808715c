"""The experiment file: one TOML file that says who plays what, how, and how often."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludarena.agents.errors import InvalidSetting, UnknownAgentType, UnknownSetting
from ludarena.agents.registry import agent_type
from ludarena.arena.cells import Cell, Plan
from ludarena.arena.design_kinds import Design
from ludarena.arena.design_matched import Beside
from ludarena.arena.design_tables import MAX_SEED, read_cohort, read_design
from ludarena.arena.errors import InvalidProtocol
from ludarena.arena.participant import Participant, built_in
from ludarena.arena.presets import Preset, preset, protocol_for
from ludarena.arena.protocol import Protocol, protocol_settings
from ludarena.arena.schedule import Block, GameEntry, Scheduler, blocks
from ludarena.arena.spending import read_limits, read_price_tables
from ludarena.arena.toml_table import Table, read_toml, shown
from ludarena.core.errors import InvalidOption, InvalidSetup, UnknownGame, UnknownOption, suggestion
from ludarena.core.game import Game
from ludarena.core.options import OptionValue, resolve
from ludarena.core.registry import load_game
from ludarena.core.view import Json
from ludarena.models.limits import Limits
from ludarena.models.prices import Prices

MAX_NAME = 100
MAX_MATCHES = 100_000

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """An experiment as its file says it, everything checked and every default filled in.

    `prices`, `limits` and `concurrency` (matches at a time) say how it is played and are no part
    of its plan: a run may be continued with others. A `cohort` is played beside the design.
    """

    name: str
    seed: int
    games: tuple[GameEntry, ...]
    participants: tuple[Participant, ...]
    protocol: Protocol
    design: Design
    cohort: Beside | None = None
    prices: Prices | None = None
    limits: Limits = field(default_factory=Limits)
    concurrency: int = 1

    @property
    def matches(self) -> int:
        """Return how many matches the design has, at most: see `Mirrored.matches`."""
        names = [one.name for one in self.participants]
        seats = [block.seats for block in blocks(self.games)]
        beside = self.cohort.matches(len(names), seats) if self.cohort else 0
        return self.design.matches(len(self._panel), seats) + beside

    @property
    def _panel(self) -> list[str]:
        """Return who takes part in the design: all but the baselines of a cohort beside it."""
        beside = self.cohort.people if self.cohort else ()
        return [one.name for one in self.participants if one.name not in beside]

    def plan(self) -> Plan:
        """Return the experiment ready to be frozen: every match with its seed and roster."""
        beside: dict[str, Json] = {"cohort": self.cohort.as_json()} if self.cohort else {}
        return Plan(
            name=self.name,
            design={
                **self.design.as_json(),
                **beside,
                "seed": self.seed,
                "games": [entry.as_json() for entry in self.games],
            },
            participants=self.participants,
            protocol=self.protocol,
            cells=tuple(self._cells()),
        )

    def _cells(self) -> list[Cell]:
        """Return every match, round by round, so that an unfinished run is balanced too."""
        strata = blocks(self.games)
        seats = [block.seats for block in strata]
        scheduler = Scheduler(strata, self.seed)
        cells = scheduler.cells(self.design.schedule(self._panel, seats, self.seed))
        if self.cohort is not None:
            names = [one.name for one in self.participants]
            cells += scheduler.cells(self.cohort.schedule(names, seats, self.seed))
        return cells


def read_experiment(path: Path) -> Experiment:
    """Return the experiment of a TOML file.

    Raises `InvalidExperiment`, which names file, line and key, for everything that is wrong.
    """
    return experiment_from(read_toml(path), default_name=path.stem, folder=path.parent)


def experiment_from(top: Table, default_name: str, folder: Path = Path()) -> Experiment:
    """Return the experiment of a TOML table; raise `InvalidExperiment`.

    Price tables are looked for in `folder`.
    """
    name = _read_name(top, default_name)
    seed = top.integer("seed", 0, MAX_SEED)
    games = _read_games(top)
    participants = _read_participants(top)
    design, cohort = _read_designs(top, [one.name for one in participants], blocks(games))
    protocol, concurrency = _read_protocol(top.table("protocol"), participants)
    prices = read_price_tables(top.table("prices"), folder)
    limits = read_limits(top.table("budget"))
    top.finish()
    experiment = Experiment(
        name=name,
        seed=seed,
        games=games,
        participants=participants,
        protocol=protocol,
        design=design,
        cohort=cohort,
        prices=prices,
        limits=limits,
        concurrency=concurrency,
    )
    if experiment.matches > MAX_MATCHES:
        raise top.error(
            "design",
            f"plans {experiment.matches} matches, at most {MAX_MATCHES} are allowed: "
            "take fewer rounds, seats or participants",
        )
    return experiment


def _read_name(top: Table, default: str) -> str:
    name = top.string("name", default)
    if len(name) > MAX_NAME or not name.isprintable():
        raise top.error("name", f"must be one line of at most {MAX_NAME} characters, all visible")
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


def _read_games(top: Table) -> tuple[GameEntry, ...]:
    entries: list[GameEntry] = []
    for table in top.tables("games"):
        game = _load(table, "id")
        seats = _read_seats(table, game)
        options = _read_options(table.table("options"), game)
        table.finish()
        for other in entries:
            both = set(other.seats) & set(seats)
            if other.game == game.id and other.options == options and both:
                raise table.error(
                    "id", f"{game.id} with {min(both)} seats and these options is listed twice"
                )
        entries.append(
            GameEntry(game=game.id, rules_version=game.rules_version, seats=seats, options=options)
        )
    return tuple(entries)


def _load(table: Table, key: str) -> Game:
    game = table.string(key)
    try:
        return load_game(game)
    except UnknownGame as error:
        raise table.error(key, str(error)) from error


def _read_seats(table: Table, game: Game) -> tuple[int, ...]:
    low, high = game.seats.start, game.seats.stop - 1
    expected = f"a number from {low} to {high}, or a list of such numbers"
    value = table.take("seats", expected)
    numbers = value if isinstance(value, list) else [value]
    if not numbers or any(type(one) is not int or one not in game.seats for one in numbers):
        raise table.error("seats", f"must be {expected} for {game.id}, not {shown(value)}")
    if len(set(numbers)) < len(numbers):
        raise table.error("seats", f"names a number twice: {shown(value)}")
    return tuple(sorted(numbers))


def _read_options(table: Table, game: Game) -> dict[str, OptionValue]:
    given = table.rest()
    for name, value in given.items():
        if not isinstance(value, str | int | bool):
            raise table.error(name, f"must be a text, an integer or a boolean, not {shown(value)}")
    values = {name: value for name, value in given.items() if isinstance(value, str | int | bool)}
    try:
        return resolve(game.id, game.options, values)
    except (UnknownOption, InvalidOption) as error:
        raise table.error(error.option, str(error)) from error
    except InvalidSetup as error:
        raise table.error(None, str(error)) from error


def _read_participants(top: Table) -> tuple[Participant, ...]:
    tables = top.tables("participants")
    found: list[Participant] = []
    for table in tables:
        one = _read_participant(table)
        for other in found:
            if other.name == one.name:
                raise table.error("name", f"{one.name!r} is the name of another participant too")
            if other.digest == one.digest:
                raise table.error(
                    None, f"{one.name!r} is the same configuration as {other.name!r}: remove one"
                )
        found.append(one)
    if len(found) < 2:
        raise top.error("participants", "a design needs at least two participants")
    return tuple(found)


def _read_participant(table: Table) -> Participant:
    kind_name = table.string("type")
    name = table.string("name", kind_name)
    if not _NAME.fullmatch(name):
        raise table.error(
            "name",
            "must be 1 to 40 letters, digits and any of . _ + -, and begin with a letter or digit",
        )
    try:
        kind = agent_type(kind_name)
    except UnknownAgentType as error:
        raise table.error("type", str(error)) from error
    if kind.interactive:
        raise table.error(
            "type", f"{kind_name!r} needs a terminal and cannot be part of a run: use ludarena play"
        )
    try:
        return built_in(name, kind.name, **table.rest())
    except UnknownSetting as error:
        hint = suggestion(error.setting, ["name", "type"])
        raise table.error(error.setting, f"{error}{hint}") from error
    except InvalidSetting as error:
        raise table.error(error.setting, str(error)) from error


def _read_protocol(table: Table, people: Sequence[Participant]) -> tuple[Protocol, int]:
    """Return the protocol and how many matches its preset plays at a time."""
    given = table.rest()
    name = given.pop("preset", None)
    known = (*protocol_settings(), "preset")
    for key in given:
        if key not in known:
            raise table.error(
                key, f"is not known here{suggestion(key, known)}; known: {', '.join(known)}"
            )
    try:
        chosen = Preset("", {}) if name is None else preset(str(name))
        protocol = protocol_for(people, {**chosen.settings, **given})
    except InvalidProtocol as error:
        raise table.error(error.setting, str(error)) from error
    _refuse_contradictions(table, given, protocol)
    return protocol, chosen.concurrency


def _refuse_contradictions(table: Table, given: Mapping[str, object], protocol: Protocol) -> None:
    """Complain of settings that are given although others make them meaningless."""
    policy = protocol.on_failure
    if "stand_in" in given:
        if policy == "void":
            raise table.error(
                "stand_in", "contradicts on_failure = 'void', under which nobody stands in"
            )
        try:
            unattended = not agent_type(protocol.stand_in).interactive
        except UnknownAgentType as error:
            raise table.error("stand_in", str(error)) from error
        if not unattended:
            raise table.error("stand_in", f"{protocol.stand_in!r} needs a terminal")
    if "attempts" in given and policy != "void":
        raise table.error(
            "attempts", f"contradicts on_failure = {policy!r}, under which no match is repeated"
        )
    if "feedback" in given and protocol.rethinks == 0:
        raise table.error("feedback", "contradicts rethinks = 0: there is no next try to be told")
