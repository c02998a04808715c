"""`ludarena demo`: a small tournament of built-in players, and what to do with it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from ludarena.cli.output import JsonFlag, command_line, emit, say
from ludarena.cli.session import leave_unless_complete, play_plan, report_json, say_report

GAMES = ("azul", "splendor")
"""Games that are light enough for a demonstration, where they are installed."""

ROUNDS = 6
"""A multiple of every (seats - 1)!, so that every seating is played equally often."""

_HEAD = """\
# The experiment that `ludarena demo` plays.

name = "demo"
seed = {seed}
"""

_GAME = """
[[games]]
id = "{game}"
seats = [{seats}]
"""

_REST = """
[[participants]]
name = "heuristic-0.0"   # always the action that the game's own heuristic likes best
type = "heuristic"
epsilon = 0.0

[[participants]]
name = "heuristic-0.1"   # the same, but one decision in ten at random
type = "heuristic"
epsilon = 0.1

[[participants]]
name = "heuristic-0.5"   # one decision in two at random
type = "heuristic"
epsilon = 0.5

[[participants]]
type = "random"

[design]
kind = "round-robin"
rounds = {rounds}
"""


def demo(
    out: Annotated[Path, typer.Option("--out", help="Folder of the run.")] = Path("runs/demo"),
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the tournament.")] = 1,
    model: Annotated[
        bool, typer.Option("--model/--no-model", help="Seat a language model in one more match.")
    ] = True,
    json: JsonFlag = False,
) -> None:
    """Play a small tournament of built-in players, and a match of a language model.

    It takes less than four minutes and can be stopped and continued. Every match is stored. The
    model runs in this process; where it is not installed the demonstration goes on without it.
    """
    from ludarena.analysis.bootstrap import require_numpy
    from ludarena.analysis.leaderboard import leaderboard
    from ludarena.analysis.results import stored_results
    from ludarena.arena.experiment import experiment_from
    from ludarena.arena.store import read_store
    from ludarena.arena.toml_table import parse_toml
    from ludarena.cli.demo_model import play_model
    from ludarena.cli.leaderboard import print_boards
    from ludarena.cli.show import write_page

    require_numpy()
    text = experiment_text(seed)
    experiment = experiment_from(parse_toml("demo.toml", text), default_name="demo")
    plan = experiment.plan()
    if not json:
        games = " and ".join(entry.game for entry in experiment.games)
        say(f"{len(plan.cells)} matches of {games} between {len(plan.participants)} players")
    started = time.monotonic()
    report = play_plan(plan, out, quiet=json)
    again = _again(out, seed, model)
    say_report(report, again)
    if json:
        emit(report_json(report, out))
    leave_unless_complete(report)
    if json:
        return
    (out / "experiment.toml").write_text(text, encoding="utf-8")
    with read_store(out) as reader:
        boards = leaderboard(stored_results(reader))
        events = reader.progress().events
        page = out / "match-0.html"
        write_page(reader, reader.find("0"), "all", page)
    print_boards(boards)
    if model:
        played = play_model(out / "model", seed, again)
        if played is not None:
            leave_unless_complete(played)
    print(_farewell(out, page, events, time.monotonic() - started))


def experiment_text(seed: int) -> str:
    """Return the experiment file of the demonstration."""
    from ludarena.core.registry import game_ids, load_game

    games = [load_game(game) for game in GAMES if game in game_ids()]
    blocks = [_GAME.format(game=game.id, seats=", ".join(map(str, game.seats))) for game in games]
    return "".join([_HEAD.format(seed=seed), *blocks, _REST.format(rounds=ROUNDS)])


def _again(out: Path, seed: int, model: bool) -> str:
    without = [] if model else ["--no-model"]
    return command_line("demo", "--out", out, "--seed", seed, *without)


def _farewell(out: Path, page: Path, events: int, seconds: float) -> str:
    after = [
        (command_line("show", out, 0), "a match, turn by turn"),
        (command_line("verify", out), "execute every match again and compare"),
        (command_line("leaderboard", out, "--json"), "the numbers for a program"),
        (command_line("play", "azul"), "sit down yourself"),
        (command_line("play", out, 0, "--from", 9), "take a seat of that match over at decision 9"),
        (command_line("init"), "an experiment of your own"),
    ]
    width = max(len(command) for command, _ in after)
    lines = [f"  {command:<{width}}   {what}" for command, what in after]
    return "\n".join(
        [
            "",
            "placement: share of opponents beaten, 0 to 1; intervals from resampling whole matches",
            f"stored in {out}: {events:,} events, done in {seconds:.0f} s",
            f"a match to step through in a browser: {page}",
            "Next:",
            *lines,
        ]
    )
