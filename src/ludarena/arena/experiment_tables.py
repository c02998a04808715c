"""Reading games, participants and protocol: tables of an experiment file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ludarena.agents.errors import InvalidSetting, UnknownAgentType, UnknownSetting
from ludarena.agents.registry import agent_type
from ludarena.arena.errors import InvalidProtocol
from ludarena.arena.participant import Participant, built_in
from ludarena.arena.presets import Preset, preset, protocol_for
from ludarena.arena.protocol import Protocol, protocol_settings
from ludarena.arena.schedule import GameEntry
from ludarena.arena.toml_table import Table, shown
from ludarena.core.errors import InvalidOption, InvalidSetup, UnknownGame, UnknownOption, suggestion
from ludarena.core.game import Game
from ludarena.core.options import OptionValue, resolve
from ludarena.core.registry import load_game

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")


def read_games(top: Table) -> tuple[GameEntry, ...]:
    """Return the games of the tables `[[games]]`; raise `InvalidExperiment`."""
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


def read_participants(top: Table, known: Sequence[Participant] = ()) -> tuple[Participant, ...]:
    """Return the participants of the tables `[[participants]]`; raise `InvalidExperiment`.

    They differ from one another and from those that are `known`, in name and in configuration.
    """
    found: list[Participant] = []
    for table in top.tables("participants"):
        one = _read_participant(table)
        for other in (*known, *found):
            if other.name == one.name:
                raise table.error("name", f"{one.name!r} is the name of another participant too")
            if other.digest == one.digest:
                raise table.error(
                    None, f"{one.name!r} is the same configuration as {other.name!r}: remove one"
                )
        found.append(one)
    if len(found) + len(known) < 2:
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


def read_protocol(table: Table, people: Sequence[Participant]) -> tuple[Protocol, int]:
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
