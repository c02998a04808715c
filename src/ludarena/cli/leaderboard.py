"""`ludarena leaderboard FOLDER`: who places better, and how sure that is."""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.cli.arguments import Intervals, IntervalsOption, RunFolder
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, emit, result, say
from ludarena.cli.rating_tables import (
    print_rating_csv,
    print_ratings,
    ratings_json,
    warn_of_groups,
)

if TYPE_CHECKING:
    from rich.table import Table

    from ludarena.analysis.leaderboard import Board, Standing
    from ludarena.core.view import Json

COLUMNS = ("game", "participant", "score", "low", "high", "matches", "appearances", "firsts")


def leaderboard(
    folder: RunFolder,
    without_failures: Annotated[
        bool, typer.Option("--without-failures", help="Leave out matches that a failure decided.")
    ] = False,
    ratings: Annotated[
        bool, typer.Option("--ratings", help="Elo ratings too, with intervals and ranks.")
    ] = False,
    intervals: IntervalsOption = Intervals.PERCENTILE,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the resamples.")] = 0,
    to_csv: Annotated[
        bool, typer.Option("--csv", help="CSV on stdout: of placements, or of --ratings.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Show mean placements with 95 % intervals.

    Overall, where every game weighs the same, and for each game.
    """
    from ludarena.analysis.leaderboard import FEW_MATCHES, leaderboard
    from ludarena.analysis.rating_board import rating_boards
    from ludarena.analysis.rating_scores import score_rating_boards
    from ludarena.analysis.results import pooled, stored_results
    from ludarena.arena.store.read import read_store

    if json and to_csv:
        raise BadArgument("--csv", "contradicts --json; give one of them")
    with read_store(folder) as reader:
        everything = stored_results(reader)
        progress = reader.progress()
    results = pooled(everything)
    beside = len(everything) - len(results)
    failed = sum(one.failed for one in results)
    if without_failures:
        results = [one for one in results if not one.failed]
    boards = leaderboard(results, seed=seed, method=intervals.value)
    if not ratings:
        rated = []
    elif intervals is Intervals.SCORE:
        rated = score_rating_boards(results)
    else:
        rated = rating_boards(results, seed=seed)
    if json:
        emit(
            {
                "matches": len(results),
                "planned": progress.planned,
                "decided_by_failure": failed,
                "without_failures": without_failures,
                "intervals": intervals.value,
                "boards": [_as_json(board) for board in boards],
                **({"ratings": ratings_json(rated)} if ratings else {}),
            }
        )
    elif to_csv and ratings:
        print_rating_csv(rated)
    elif to_csv:
        _print_csv(boards)
    else:
        print_boards(boards)
        print_ratings(rated)
    warn_of_groups(rated)
    if not results:
        say("no match is finished yet")
    elif progress.finished < progress.planned:
        say(f"{progress.finished} of {progress.planned} matches are finished")
    if beside:
        say(f"{beside} matches of a reference cohort are left out; they are never pooled")
    if failed:
        say(f"a failure decided {failed} matches; they are {_in_or_out(without_failures)}")
    if (
        intervals is Intervals.PERCENTILE
        and boards
        and min(board.matches for board in boards) < FEW_MATCHES
    ):
        say(f"intervals from fewer than {FEW_MATCHES} matches are too narrow to be trusted")


def _in_or_out(without_failures: bool) -> str:
    return "left out" if without_failures else "counted; --without-failures leaves them out"


def print_boards(boards: list[Board]) -> None:
    """Print the boards as tables; the overall one only when there are several games."""
    console = result()
    shown = boards if len(boards) > 2 else boards[1:]
    for number, board in enumerate(shown):
        if number:
            console.print()
        console.print(board_table(board))


def board_table(board: Board) -> Table:
    from rich.table import Table

    title = board.game or "all games, each with the same weight"
    matches = "1 match" if board.matches == 1 else f"{board.matches} matches"
    table = Table(
        title=f"{title}: {matches}",
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
        header_style="dim",
    )
    table.add_column("participant")
    for header in ("placement", "95 % interval", "matches", "seats", "firsts"):
        table.add_column(header, justify="right")
    for one in board.standings:
        table.add_row(
            one.participant,
            f"{one.score:.3f}",
            _interval(one),
            str(one.matches),
            str(one.appearances),
            str(one.firsts),
        )
    return table


def _interval(one: Standing) -> str:
    return "-" if one.low is None or one.high is None else f"{one.low:.3f} to {one.high:.3f}"


def _print_csv(boards: list[Board]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for board in boards:
        for one in board.standings:
            ends = ["" if end is None else f"{end:.6f}" for end in (one.low, one.high)]
            counts = (one.matches, one.appearances, one.firsts)
            writer.writerow(
                (board.game or "*", one.participant, f"{one.score:.6f}", *ends, *counts)
            )


def _as_json(board: Board) -> Json:
    return {
        "game": board.game,
        "matches": board.matches,
        "standings": [
            {
                "participant": one.participant,
                "score": one.score,
                "low": one.low,
                "high": one.high,
                "matches": one.matches,
                "appearances": one.appearances,
                "firsts": one.firsts,
            }
            for one in board.standings
        ],
    }
