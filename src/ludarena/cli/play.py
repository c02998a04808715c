"""`ludarena play GAME`: a person at the terminal against programs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.cli.arguments import (
    GameId,
    Options,
    Seed,
    drawn_seed,
    given_options,
    read_options,
    read_players,
    run_folder,
)
from ludarena.cli.complete import agent_types
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, command_line, say

if TYPE_CHECKING:
    from ludarena.agents.controller import Controller
    from ludarena.arena.participant import Participant
    from ludarena.arena.runner import Build
    from ludarena.core.game import Game


def play(
    game: GameId,
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
        int | None, typer.Option("--seats", min=1, help="Seats; the fewest that fit if left out.")
    ] = None,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Your own seat; 0 begins.")] = 0,
    seed: Seed = None,
    option: Options = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder of the match; runs/play/... if left out.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Play against programs in this terminal.

    A match that you leave is kept; the same command with its seed continues it.
    """
    from ludarena.cli.single import play_single, single_plan
    from ludarena.core.registry import load_game

    found = load_game(game)
    roster = _roster(found, against, seats, seat)
    chosen = drawn_seed() if seed is None else seed
    plan = single_plan(found, read_options(found, option), chosen, roster)
    folder = out or run_folder("play", plan)
    again = command_line(
        *("play", game, "--seats", len(roster), "--seat", seat, "--against", against),
        *("--seed", chosen, "--out", folder),
        *given_options(option),
    )
    if not sys.stdin.isatty():
        say("stdin is no terminal: answers are read from it line by line")
    play_single(plan, folder, again=again, json=json, build=_builder(json))


def _builder(json: bool) -> Build:
    """Return what builds agents, the person's with the terminal; on stderr when `json`."""
    from ludarena.agents.human import HumanAgent
    from ludarena.agents.registry import build_agent
    from ludarena.cli.output import progress, result

    console = progress() if json else result()

    def tell(text: str) -> None:
        if console.is_terminal and text.lstrip().startswith("# "):
            from rich.markdown import Markdown

            console.print(Markdown(text))
        else:
            console.print(text, soft_wrap=True)

    def ask_on_stderr(prompt: str) -> str:
        print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    def build(kind: str, settings: Mapping[str, object]) -> Controller:
        if kind == "human":
            return HumanAgent(ask_on_stderr if json else input, tell)
        return build_agent(kind, settings)

    return build


def _roster(game: Game, against: str, seats: int | None, seat: int) -> list[Participant]:
    """Return who sits where, the person among them."""
    from ludarena.agents.registry import agent_type
    from ludarena.arena.participant import built_in

    others = read_players(against, "--against")
    for one in others:
        if agent_type(one.type).interactive:
            raise BadArgument("--against", "only one person can sit at a terminal")
    number = seats or max(game.seats.start, len(others) + 1)
    if len(others) == 1:
        others *= number - 1
    if len(others) != number - 1:
        raise BadArgument("--against", f"names {len(others)} players for {number - 1} other seats")
    if seat >= number:
        raise BadArgument("--seat", f"{seat} is no seat; give 0 to {number - 1}")
    return [*others[:seat], built_in("you", "human"), *others[seat:]]
