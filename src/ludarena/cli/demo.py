"""`ludarena demo`: a small tournament of built-in players, and what to do with it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from ludarena.cli.output import JsonFlag, command_line, emit, result, say
from ludarena.cli.session import leave_unless_complete, play_plan, report_json, say_report

GAMES = ("azul", "carcassonne", "century", "harmonies", "seven_wonders", "splendor")

SEATS = 3
APPEARANCES = 6
"""In every game, by each of the four players: twice in every seat, in 8 matches."""

_HEAD = """\
# The experiment that `ludarena demo` plays.

name = "demo"
seed = {seed}
"""

_GAME = """
[[games]]
id = "{game}"
seats = {seats}
"""

_REST = """
[[participants]]
name = "ismcts-16"       # a search of 16 simulations: weak, but quick without a compiler
type = "ismcts"
simulations = 16

[[participants]]
name = "heuristic"       # plays what the game's own heuristic likes best
type = "heuristic"
epsilon = 0.0

[[participants]]
name = "heuristic-0.5"   # the same, but one decision in two at random
type = "heuristic"
epsilon = 0.5

[[participants]]
type = "random"

[design]
kind = "panel"
appearances = {appearances}
"""


def demo(
    out: Annotated[Path, typer.Option("--out", help="Folder of the run.")] = Path("runs/demo"),
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the tournament.")] = 1,
    model: Annotated[
        bool, typer.Option("--model/--no-model", help="Seat a language model in one more match.")
    ] = True,
    json: JsonFlag = False,
) -> None:
    """Play a small tournament of built-in players, a match of a language model, and report them.

    It takes less than three minutes and can be stopped and continued. Every match is stored. The
    model runs in this process; where it is not installed the demonstration goes on without it.
    """
    from ludarena.analysis.bootstrap import require_numpy
    from ludarena.analysis.leaderboard import leaderboard
    from ludarena.analysis.results import stored_results
    from ludarena.arena.experiment import experiment_from
    from ludarena.arena.store import read_store
    from ludarena.arena.toml_table import parse_toml
    from ludarena.cli.demo_model import play_model
    from ludarena.cli.leaderboard import board_table
    from ludarena.cli.show import write_page

    require_numpy()
    text = experiment_text(seed)
    experiment = experiment_from(parse_toml("demo.toml", text), default_name="demo")
    plan = experiment.plan()
    if not json:
        games = ", ".join(entry.game for entry in experiment.games)
        say(f"{len(plan.cells)} matches between {len(plan.participants)} players of {games}")
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
    result().print(board_table(boards[0]))
    if model:
        played = play_model(out / "model", seed, again)
        if played is not None:
            leave_unless_complete(played)
    pages = {"a match to step through": page, "the report of the tournament": _reported(out)}
    print(_farewell(out, pages, events, time.monotonic() - started))


def experiment_text(seed: int) -> str:
    """Return the experiment file of the demonstration."""
    games = [_GAME.format(game=game, seats=SEATS) for game in GAMES]
    return "".join([_HEAD.format(seed=seed), *games, _REST.format(appearances=APPEARANCES)])


def _reported(out: Path) -> Path | None:
    """Write the report of the tournament and return its page, or say why none is drawn."""
    from ludarena.arena.store import read_store
    from ludarena.cli.report import progress_bar
    from ludarena.core.errors import MissingExtra
    from ludarena.report.study.report import make_report, require_extra, write_report

    try:
        require_extra()
    except MissingExtra as error:
        say(f"no report is drawn: {error}")
        return None
    with read_store(out) as reader, progress_bar(silent=False) as tick:
        return write_report(make_report([reader], progress=tick), out / "report").page


def _again(out: Path, seed: int, model: bool) -> str:
    without = [] if model else ["--no-model"]
    return command_line("demo", "--out", out, "--seed", seed, *without)


def _farewell(out: Path, pages: dict[str, Path | None], events: int, seconds: float) -> str:
    after = [
        (command_line("show", out, 0), "a match, turn by turn"),
        (command_line("verify", out), "execute every match again and compare"),
        (command_line("leaderboard", out), "the same, and game by game"),
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
            *(f"{what}, in a browser: {page}" for what, page in pages.items() if page),
            "Next:",
            *lines,
        ]
    )
