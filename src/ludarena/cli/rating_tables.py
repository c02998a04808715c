"""The ratings of `ludarena leaderboard --ratings`: tables, CSV and JSON."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludarena.cli.output import result, say

if TYPE_CHECKING:
    from rich.table import Table

    from ludarena.analysis.rating_board import Rated, RatingBoard
    from ludarena.core.view import Json

COLUMNS = ("game", "participant", "elo", "low", "high", "best_rank", "worst_rank", "matches")


def print_ratings(boards: Sequence[RatingBoard]) -> None:
    """Print the boards as tables; the pooled one only when there are several games."""
    console = result()
    for board in boards if len(boards) > 2 else boards[1:]:
        console.print()
        console.print(_table(board))


def warn_of_groups(boards: Sequence[RatingBoard]) -> None:
    """Say on stderr where participants never met, even through others."""
    for board in boards if len(boards) > 2 else boards[1:]:
        if len(board.groups) > 1:
            groups = "; ".join(", ".join(group) for group in board.groups)
            say(f"{_title(board)} cannot be compared between groups that never met: {groups}")


def print_rating_csv(boards: Sequence[RatingBoard]) -> None:
    """Print one line a board and participant as CSV; `*` stands for all games."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for board in boards:
        for one in board.rated:
            ends = ["" if end is None else f"{end:.3f}" for end in (one.low, one.high)]
            ranks = ["" if rank is None else rank for rank in (one.best, one.worst)]
            row = (board.game or "*", one.participant, f"{one.elo:.3f}", *ends, *ranks)
            writer.writerow((*row, one.matches))


def ratings_json(boards: Sequence[RatingBoard]) -> list[Json]:
    """Return the boards as JSON data."""
    return [
        {
            "game": board.game,
            "matches": board.matches,
            "groups": [list(group) for group in board.groups],
            "redrawn": board.redrawn,
            "rated": [
                {
                    "participant": one.participant,
                    "elo": one.elo,
                    "low": one.low,
                    "high": one.high,
                    "best_rank": one.best,
                    "worst_rank": one.worst,
                    "matches": one.matches,
                }
                for one in board.rated
            ],
        }
        for board in boards
    ]


def _title(board: RatingBoard) -> str:
    return f"ratings of {board.game}" if board.game else "ratings by all games, pooled"


def _table(board: RatingBoard) -> Table:
    from rich.table import Table

    matches = "1 match" if board.matches == 1 else f"{board.matches} matches"
    table = Table(
        title=f"{_title(board)}: {matches}",
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
        header_style="dim",
    )
    table.add_column("participant")
    for header in ("Elo", "95 % interval", "rank", "matches"):
        table.add_column(header, justify="right")
    for one in board.rated:
        row = (f"{one.elo:.0f}", _interval(one), _ranks(one), str(one.matches))
        table.add_row(one.participant, *row)
    return table


def _interval(one: Rated) -> str:
    return "-" if one.low is None or one.high is None else f"{one.low:.0f} to {one.high:.0f}"


def _ranks(one: Rated) -> str:
    if one.best is None or one.worst is None:
        return "-"
    return f"{one.best}" if one.best == one.worst else f"{one.best} to {one.worst}"
