"""`ludarena play`: a person at the terminal against programs, from the start or from a decision."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.arena.place import Place, place_of
from ludarena.cli.arguments import (
    Options,
    Seed,
    drawn_seed,
    given_options,
    out_option,
    read_options,
    read_players,
    run_folder,
)
from ludarena.cli.complete import agent_types, game_ids
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, command_line, say

if TYPE_CHECKING:
    from ludarena.agents.controller import Controller
    from ludarena.arena.participant import Participant
    from ludarena.arena.runner import Build


def play(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|FOLDER",
            help="Id of a game, or with --from the folder of a run.",
            autocompletion=game_ids,
        ),
    ],
    match: Annotated[
        str | None, typer.Argument(help="With --from: id or number of a match of that run.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="TYPE,TYPE,...",
            help="The other seats in order; one type alone fills all of them. If left out: "
            "heuristic, or with --from those who sat there.",
            autocompletion=agent_types,
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", min=1, help="Seats; the fewest that fit if left out.")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            "--as",
            min=0,
            help="Your own seat; 0, or with --from the one that is to decide.",
        ),
    ] = None,
    decision: Annotated[
        int | None,
        typer.Option("--from", metavar="N", help="Play on from decision N of a stored match."),
    ] = None,
    seed: Seed = None,
    option: Options = None,
    out: Annotated[
        Place | None, out_option("Folder of the match, or URL; runs/play/... if left out.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Play against programs in this terminal.

    A match that you leave is kept; the same command with its seed continues it. With --from you
    take a seat of a stored match over: play FOLDER MATCH --from N --as SEAT. The stored match
    stays as it is.
    """
    if match is None and decision is None:
        _play_new(game, against or "heuristic", seats, seat or 0, seed, option, out, json)
        return
    if match is None or decision is None:
        raise BadArgument("--from", "play on with: play FOLDER MATCH --from N")
    for name, value in (("--seats", seats), ("--seed", seed), ("--option", option)):
        if value is not None:
            raise BadArgument(name, "belongs to a new match; a stored one has its own")
    _play_on(place_of(game), match, decision, against, seat, out, json)


def _play_new(
    game: str,
    against: str,
    seats: int | None,
    seat: int,
    seed: int | None,
    option: list[str] | None,
    out: Place | None,
    json: bool,
) -> None:
    """Play a new match."""
    from ludarena.cli.single import play_single, single_plan
    from ludarena.core.registry import load_game

    found = load_game(game)
    others = _others(against)
    number = seats or max(found.seats.start, len(others) + 1)
    roster = _roster(others, number, seat)
    chosen = drawn_seed() if seed is None else seed
    plan = single_plan(found, read_options(found, option), chosen, roster)
    folder = out or run_folder("play", plan)
    again = command_line(
        *("play", game, "--seats", len(roster), "--seat", seat, "--against", against),
        *("--seed", chosen, "--out", folder),
        *given_options(option),
    )
    _say_where_answers_come_from()
    play_single(plan, folder, again=again, json=json, build=_builder(json))


def _play_on(
    folder: Place,
    match: str,
    decision: int,
    against: str | None,
    seat: int | None,
    out: Place | None,
    json: bool,
) -> None:
    """Play on from a decision of a stored match."""
    from ludarena.arena.protocol import Protocol
    from ludarena.cli.branch import begin, branch_at, forbid_people
    from ludarena.cli.single import play_single

    stored = branch_at(folder, match, decision, None, "--from")
    own = stored.position.to_act[0] if seat is None else seat
    number = len(stored.plan.cells[0].roster)
    players = {own: _you()}
    if against is not None:
        players = dict(enumerate(_roster(_others(against), number, own)))
    elif own >= number:
        raise BadArgument("--as", f"{own} is no seat; give 0 to {number - 1}")
    planned = branch_at(folder, match, decision, players, "--against", Protocol())
    forbid_people(planned, "--against", but=own)
    place = begin(planned, folder, out)
    words = () if against is None else ("--against", against)
    again = command_line(
        *("play", folder, match, "--from", decision, "--as", own, *words, "--out", place)
    )
    _say_where_answers_come_from()
    play_single(planned.plan, place, again=again, json=json, build=_builder(json))


def _say_where_answers_come_from() -> None:
    if not sys.stdin.isatty():
        say("stdin is no terminal: answers are read from it line by line")


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


def _you() -> Participant:
    from ludarena.arena.participant import built_in

    return built_in("you", "human")


def _others(against: str) -> list[Participant]:
    """Return the players that `--against` names."""
    from ludarena.agents.registry import agent_type

    others = read_players(against, "--against")
    for one in others:
        if agent_type(one.type).interactive:
            raise BadArgument("--against", "only one person can sit at a terminal")
    return others


def _roster(others: list[Participant], seats: int, seat: int) -> list[Participant]:
    """Return who sits where, the person among them."""
    if len(others) == 1:
        others = others * (seats - 1)
    if len(others) != seats - 1:
        raise BadArgument("--against", f"names {len(others)} players for {seats - 1} other seats")
    if seat >= seats:
        raise BadArgument("--seat", f"{seat} is no seat; give 0 to {seats - 1}")
    return [*others[:seat], _you(), *others[seat:]]
