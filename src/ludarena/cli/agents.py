"""`ludarena agents`: the types of players and their settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarena.cli.output import JsonFlag, emit, result

if TYPE_CHECKING:
    from ludarena.agents.registry import AgentType
    from ludarena.core.view import Json


def agents(json: JsonFlag = False) -> None:
    """List the types of players and their settings."""
    from ludarena.agents.registry import agent_types

    if json:
        emit([_as_json(kind) for kind in agent_types()])
    else:
        _print(agent_types())


def _print(kinds: tuple[AgentType, ...]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for header in ("type", "setting", "default", "takes", "what it does"):
        table.add_column(header)
    for kind in kinds:
        table.add_row(kind.name, "", "", "", kind.note)
        for one in kind.settings:
            table.add_row("", one.name, _shown(one.default), one.expected, one.note)
    result().print(table)


def _shown(default: Json) -> str:
    return "-" if default is None or default == [] else str(default).lower()


def _as_json(kind: AgentType) -> Json:
    return {
        "type": kind.name,
        "note": kind.note,
        "at_the_terminal": kind.interactive,
        "settings": [
            {
                "name": one.name,
                "default": one.default,
                "takes": one.expected,
                "note": one.note,
            }
            for one in kind.settings
        ],
    }
