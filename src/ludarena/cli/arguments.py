"""Arguments that several commands share, and how their text is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.models import OptionInfo

from ludarena.arena.place import Place, place_of
from ludarena.cli.complete import agent_types, folders, game_ids
from ludarena.cli.failures import BadArgument

if TYPE_CHECKING:
    from ludarena.arena.cells import Plan
    from ludarena.arena.participant import Participant
    from ludarena.arena.protocol import Protocol
    from ludarena.core.game import Game
    from ludarena.core.options import OptionValue
    from ludarena.core.view import Viewpoint

GameId = Annotated[
    str, typer.Argument(help="Id of a game, as `ludarena games` lists it.", autocompletion=game_ids)
]
RunFolder = Annotated[
    Place,
    typer.Argument(
        parser=place_of,
        metavar="RUN",
        help="Folder of a run, or its postgresql:// URL, as given to --out.",
        autocompletion=folders,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
Seed = Annotated[
    int | None, typer.Option("--seed", min=0, help="Seed of the match; drawn when left out.")
]
Players = Annotated[
    str,
    typer.Option(
        "--players",
        metavar="TYPE,TYPE,...",
        help="Who sits where; settings follow a colon: heuristic:epsilon=0,random.",
        autocompletion=agent_types,
    ),
]


class Intervals(Enum):
    """The methods of intervals, see `IntervalMethod`."""

    PERCENTILE = "percentile"
    SCORE = "score"


IntervalsOption = Annotated[Intervals, typer.Option("--intervals", help="How intervals are made.")]
ProtocolName = Annotated[
    str | None,
    typer.Option("--protocol", metavar="PRESET", help="dece, game-arena or lenient."),
]


def read_protocol(name: str | None, people: Sequence[Participant]) -> Protocol:
    """Return the protocol of a preset, or the default one; raise `InvalidProtocol`."""
    from ludarena.arena.presets import preset, protocol_for

    return protocol_for(people, preset(name).settings if name else {})


def read_options(game: Game, given: Sequence[str] | None) -> dict[str, OptionValue]:
    """Return every option of the game, from arguments `name=value` and defaults.

    Raises `BadArgument`, `UnknownOption` and `InvalidOption`.
    """
    from ludarena.core.options import read_option, resolve

    values: dict[str, OptionValue] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise BadArgument("--option", f"{text!r} is not of the form NAME=VALUE")
        if name in values:
            raise BadArgument("--option", f"{name!r} is given twice")
        values[name] = read_option(game.id, game.options, name, value)
    return resolve(game.id, game.options, values)


def given_options(given: Sequence[str] | None) -> list[str]:
    """Return the options as words of a command line."""
    return [word for text in given or () for word in ("--option", text)]


def read_players(text: str, argument: str) -> list[Participant]:
    """Return a participant a seat from `type,type:setting=value,python:file.py:Class,...`.

    Equal texts are one participant, in several seats; the same type with other settings gets
    another name. Raises `BadArgument`, which names `argument`, and the errors of agent types and
    settings.
    """
    found: dict[str, Participant] = {}
    roster: list[Participant] = []
    for word in map(str.strip, text.split(",")):
        if word not in found:
            found[word] = _read_player(word, argument, {one.name for one in found.values()})
        roster.append(found[word])
    return roster


def _read_player(word: str, argument: str, taken: set[str]) -> Participant:
    from ludarena.arena.participant import built_in

    kind, _, settings = word.partition(":")
    if not kind:
        raise BadArgument(argument, "a player is empty; give types, as in heuristic,random")
    number = 2
    name = kind
    while name in taken:
        name = f"{kind}-{number}"
        number += 1
    return built_in(name, kind, **_read_settings(kind, settings, argument))


def _read_settings(kind: str, text: str, argument: str) -> dict[str, object]:
    """Return settings from `value:setting=value:...`; a value alone is that of the first one."""
    from ludarena.agents.registry import agent_type

    known = agent_type(kind).settings
    values: dict[str, str] = {}
    last = known[0].name if known else ""
    for part in text.split(":") if text else ():
        name, equals, value = part.partition("=")
        if equals:
            values[name] = value
            last = name
        elif not last:
            raise BadArgument(argument, f"{part!r} is not of the form setting=value")
        else:  # a value with a colon in it, such as my_agent.py:Agent
            values[last] = f"{values[last]}:{part}" if last in values else part
    return {name: setting_value(value) for name, value in values.items()}


def setting_value(text: str) -> object:
    """Return a number, boolean or list where the text is one in JSON, else the text."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value


def read_viewpoint(text: str, seats: int) -> Viewpoint:
    """Return the viewpoint that `--as` names: a seat, `public` or `all`."""
    from ludarena.core.text import whole_number

    if text == "public":
        return "public"
    if text == "all":
        return "all"
    seat = whole_number(text)
    if seat is not None and 0 <= seat < seats:
        return seat
    raise BadArgument(
        "--as", f"{text!r} is no viewpoint: give a seat from 0 to {seats - 1}, public or all"
    )


def out_option(help: str) -> OptionInfo:
    """Return the option `--out` of a command that plays: a folder, or a URL."""
    option: OptionInfo = typer.Option(
        "--out", parser=place_of, metavar="FOLDER|URL", help=help, autocompletion=folders
    )
    return option


def run_folder(kind: str, plan: Plan) -> Place:
    """Return the folder of a single match whose user named none: the same plan, the same one."""
    from ludarena.arena.cells import match_id

    (cell,) = plan.cells
    name = f"{cell.setup.game}-{cell.setup.seed}-{match_id(plan.digest, cell)[:6]}"
    return Place(Path("runs") / kind / name)


def forbid_file(place: Place, what: str) -> None:
    """Raise `BadArgument` for a file where a folder is to be written; `what` is kept there."""
    if place.folder is not None and place.folder.exists() and not place.folder.is_dir():
        raise BadArgument(str(place), f"is a file; name a folder for the {what}")


def drawn_seed() -> int:
    """Return a seed for a match whose user gave none; short enough to be typed again."""
    import secrets

    return secrets.randbelow(1_000_000)
