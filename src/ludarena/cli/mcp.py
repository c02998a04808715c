"""`ludarena mcp --game G`: a seat for an agent, over standard streams or HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.cli.arguments import (
    Options,
    ProtocolName,
    Seed,
    drawn_seed,
    read_options,
    read_players,
    read_protocol,
    run_folder,
)
from ludarena.cli.complete import agent_types, game_ids
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import command_line, say
from ludarena.cli.session import leave_unless_complete, play_plan

if TYPE_CHECKING:
    from ludarena.arena.participant import Participant


def mcp(
    game: Annotated[str, typer.Option("--game", help="Id of a game.", autocompletion=game_ids)],
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="TYPE,TYPE,...",
            help="The other seats in order; one type alone fills all of them.",
            autocompletion=agent_types,
        ),
    ] = "heuristic",
    seats: Annotated[
        int | None, typer.Option("--seats", min=2, help="Seats; the fewest if left out.")
    ] = None,
    seat: Annotated[int, typer.Option("--seat", min=0, help="The agent's own seat.")] = 0,
    seed: Seed = None,
    option: Options = None,
    protocol: ProtocolName = None,
    http: Annotated[
        bool,
        typer.Option("--http", help="Serve on loopback; print the address and a token."),
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder of the match; runs/mcp/... if left out.")
    ] = None,
) -> None:
    """Serve one seat of a match over MCP: on stdin and stdout, or with --http on loopback.

    Enter this command in the configuration of an agent program as a server of type stdio; the
    agent then finds the tools observe, legal_actions, act, rules and history. With --http the
    agent is given the address and the token that are printed. The match is stored.
    """
    from ludarena.arena.participant import built_in
    from ludarena.arena.services import Services
    from ludarena.arena.stdio import StdioServices
    from ludarena.cli.single import single_plan
    from ludarena.core.registry import load_game

    found = load_game(game)
    wanted = seats or found.seats.start
    if seat >= wanted:
        raise BadArgument("--seat", f"{seat} is none of the seats 0 to {wanted - 1}")
    guest = built_in("agent", "mcp")
    roster = _roster(read_players(against, "--against"), guest, wanted, seat)
    plan = single_plan(
        found,
        read_options(found, option),
        drawn_seed() if seed is None else seed,
        roster,
        read_protocol(protocol or "lenient", roster),
    )
    folder = out or run_folder("mcp", plan)

    if http:
        say(f"seat {seat} of {game}; stored in {folder}")
        report = play_plan(plan, folder, quiet=True, services=Services(announce=say))
    else:
        say(f"seat {seat} of {game} waits for an agent on stdin and stdout; stored in {folder}")
        report = play_plan(plan, folder, quiet=True, services=StdioServices())
    say(f"look at the match with: {command_line('show', folder, 0)}")
    leave_unless_complete(report)


def _roster(
    others: list[Participant], guest: Participant, seats: int, seat: int
) -> list[Participant]:
    if len(others) == 1:
        others = others * (seats - 1)
    if len(others) != seats - 1:
        raise BadArgument("--against", f"names {len(others)} players for {seats - 1} other seats")
    return [*others[:seat], guest, *others[seat:]]
