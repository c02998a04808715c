"""`ludarena match GAME --players A,B,...`: one match between programs."""

from __future__ import annotations

from typing import Annotated

from ludarena.arena.place import Place
from ludarena.cli.arguments import (
    GameId,
    Options,
    Players,
    ProtocolName,
    Seed,
    drawn_seed,
    given_options,
    out_option,
    read_options,
    read_players,
    read_protocol,
    run_folder,
)
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, command_line


def match(
    game: GameId,
    players: Players,
    seed: Seed = None,
    option: Options = None,
    protocol: ProtocolName = None,
    out: Annotated[
        Place | None, out_option("Folder of the match, or URL; runs/match/... if left out.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Play one match between programs."""
    from ludarena.agents.registry import agent_type
    from ludarena.cli.single import play_single, single_plan
    from ludarena.core.registry import load_game

    found = load_game(game)
    roster = read_players(players, "--players")
    for one in roster:
        if agent_type(one.type).interactive:
            raise BadArgument("--players", f"{one.type!r} needs a terminal; use ludarena play")
    chosen = drawn_seed() if seed is None else seed
    held_to = read_protocol(protocol, roster)
    plan = single_plan(found, read_options(found, option), chosen, roster, held_to)
    folder = out or run_folder("match", plan)
    again = command_line(
        *("match", game, "--players", players, "--seed", chosen, "--out", folder),
        *given_options(option),
        *(("--protocol", protocol) if protocol else ()),
    )
    play_single(plan, folder, again=again, json=json)
