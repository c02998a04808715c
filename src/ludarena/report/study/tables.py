"""Tables of a report: plain rows with typed columns, told once and written in every form."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Literal

Cell = str | int | float | None
"""What stands in a cell; None and NaN are not known."""

Kind = Literal["text", "whole", "number"]

UNKNOWN = "-"
"""What is shown where a number is not known."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in files, its heading for people, what it holds.

    `digits` are the decimals that people are shown; files have them all.
    """

    name: str
    heading: str
    kind: Kind = "text"
    digits: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table of a report. `id` names its files; `main` ones are written as LaTeX, too."""

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    main: bool = False

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.id}: {len(row)} cells for {len(self.columns)} columns")


def text(name: str, heading: str = "") -> Column:
    """Return a column of texts."""
    return Column(name, heading or name.replace("_", " "))


def whole(name: str, heading: str = "") -> Column:
    """Return a column of integers."""
    return Column(name, heading or name.replace("_", " "), "whole")


def number(name: str, heading: str = "", digits: int = 3) -> Column:
    """Return a column of numbers, shown with so many decimals."""
    return Column(name, heading or name.replace("_", " "), "number", digits)


def known(cell: Cell) -> bool:
    """Return whether a cell holds anything."""
    return cell is not None and not (isinstance(cell, float) and isnan(cell))


def shown(cell: Cell, column: Column) -> str:
    """Return a cell as people read it.

    >>> shown(-1234.5678, number("elo", digits=1)), shown(None, whole("rank"))
    ('-1,234.6', '-')
    """
    if not known(cell):
        return UNKNOWN
    if isinstance(cell, str):
        return cell
    digits = column.digits if column.kind == "number" else 0
    return f"{cell:,.{digits}f}"


def as_csv(table: Table) -> str:
    """Return a table as CSV: a line of column names, numbers with all their digits."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    for row in table.rows:
        writer.writerow([cell if known(cell) else "" for cell in row])
    return out.getvalue()


def write_parquet(table: Table, path: Path) -> None:
    """Write a table as Parquet: strings, 64-bit integers and floats, null where not known.

    Raises `ModuleNotFoundError` without pyarrow.
    """
    import pyarrow as arrow
    from pyarrow import parquet

    types = {"text": arrow.string(), "whole": arrow.int64(), "number": arrow.float64()}
    arrays = [
        arrow.array([cell if known(cell) else None for cell in cells], type=types[column.kind])
        for column, cells in zip(table.columns, _turned(table))
    ]
    names = [column.name for column in table.columns]
    parquet.write_table(arrow.table(arrays, names=names), path, compression="zstd")


def _turned(table: Table) -> Sequence[Sequence[Cell]]:
    """Return the cells by column."""
    return [[row[place] for row in table.rows] for place in range(len(table.columns))]
