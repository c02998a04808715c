"""`ludarena games`: the installed games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarena.cli.output import JsonFlag, emit, result

if TYPE_CHECKING:
    from ludarena.core.game import Game
    from ludarena.core.options import Option
    from ludarena.core.view import Json


def games(json: JsonFlag = False) -> None:
    """List the installed games."""
    from ludarena.core.registry import game_ids, load_game

    found = [load_game(game) for game in game_ids()]
    if json:
        emit([_as_json(game) for game in found])
    else:
        _print_table(found)


def _print_table(found: list[Game]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in ("id", "title", "seats", "tier", "group"):
        table.add_column(header)
    table.add_column("edition", max_width=24)
    table.add_column("options")
    for game in found:
        options = ", ".join(option.name for option in game.options) or "-"
        table.add_row(
            game.id, game.title, _seats(game), game.tier, game.group, game.edition, options
        )
    result().print(table)


def _seats(game: Game) -> str:
    return f"{game.seats.start}-{game.seats.stop - 1}"


def _as_json(game: Game) -> Json:
    return {
        "id": game.id,
        "title": game.title,
        "edition": game.edition,
        "rules_version": game.rules_version,
        "seats": list(game.seats),
        "tier": game.tier,
        "group": game.group,
        "options": [_option(option) for option in game.options],
    }


def _option(option: Option) -> Json:
    return {
        "name": option.name,
        "default": option.default,
        "takes": option.expected,
        "note": option.note,
    }
