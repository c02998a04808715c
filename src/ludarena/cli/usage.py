"""`ludarena usage FOLDER`: what models used, and what agent programs count of it themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.cli.arguments import RunFolder
from ludarena.cli.output import JsonFlag, emit, result, say, tell

if TYPE_CHECKING:
    from ludarena.arena.ledger_check import Comparison
    from ludarena.arena.usage import Call, Total
    from ludarena.core.view import Json
    from ludarena.models.prices import Prices

PriceTables = Annotated[
    list[str] | None,
    typer.Option("--prices", help="Price table: a TOML file or a built-in name; repeatable."),
]


def usage(
    folder: RunFolder,
    prices: PriceTables = None,
    appearances: Annotated[
        bool, typer.Option("--appearances", help="One line a seat of a match, too.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Show what models used: responses, tokens, time, cost.

    Everything is counted: attempts that were set aside and replies that failed, too. Costs are
    those stored on arrival, or made anew with --prices; each response is priced by itself. Below
    stands what agent programs counted in their own logs, and where that differs.
    """
    from ludarena.arena.ledger_check import compared, coverage
    from ludarena.arena.store import read_store
    from ludarena.arena.usage import (
        by_appearance,
        by_participant,
        by_role,
        by_source,
        prices_of,
        totals,
    )

    tables: list[tuple[str, tuple[str, ...], Callable[[Call], tuple[str, ...]]]] = [
        ("participants", ("participant",), by_participant),
        ("roles", ("participant", "role"), by_role),
        ("sources", ("source", "provider", "model"), by_source),
    ]
    if appearances or json:
        tables.append(("appearances", ("match", "seat", "participant"), by_appearance))
    given = read_prices_given(prices)
    with read_store(folder) as reader:
        calls, comparisons = reader.calls(), compared(reader)
    sums = {name: totals(calls, key, given) for name, _, key in tables}
    if json:
        found: dict[str, Json] = {
            name: [
                {**dict(zip(columns, key, strict=True)), **total.as_json()}
                for key, total in sums[name].items()
            ]
            for name, columns, _ in tables
        }
        found["own_logs"] = [one.as_json() for one in comparisons]
        found["coverage"] = [one.as_json() for one in coverage(calls, comparisons)]
        stored = sorted({price for price in map(prices_of, calls) if price})
        emit({**found, "prices": [given.digest] if given else [*stored]})
    elif not calls:
        say("no model was called in this run")
    else:
        for name, columns, _ in tables:
            print_totals(name, columns, sums[name])
    if comparisons and not json:
        print_comparisons(comparisons, appearances)


def read_prices_given(names: list[str] | None) -> Prices | None:
    """Return the prices of tables named on the command line, None without any."""
    from ludarena.arena.spending import price_table
    from ludarena.models.prices import Prices

    return Prices([price_table(name, Path()) for name in names]) if names else None


def print_totals(title: str, columns: tuple[str, ...], sums: dict[tuple[str, ...], Total]) -> None:
    """Print sums as a table."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="dim")
    for header in columns:
        table.add_column(header)
    numbers = ("responses", "input", "cached", "output", "reasoning", "seconds", "cost", "notes")
    for header in numbers:
        table.add_column(header, justify="left" if header == "notes" else "right")
    for key, total in sums.items():
        table.add_row(
            *key,
            f"{total.responses:,}",
            f"{total.input:,}",
            f"{total.cached:,}",
            f"{total.output:,}",
            f"{total.reasoning:,}" if total.reasoning_known else "unknown",
            f"{total.seconds:,.1f}",
            "unknown" if total.cost is None else f"{total.cost:.4f} {total.currency}".strip(),
            _notes(total),
        )
    result().print(table)


def _notes(total: Total) -> str:
    notes = [
        (total.failed_calls, "calls without a reply"),
        (total.uncounted, "replies without full counts"),
        (total.drifted, "replies of another model than registered"),
    ]
    return ", ".join(f"{number} {words}" for number, words in notes if number)


def print_comparisons(comparisons: Sequence[Comparison], appearances: bool) -> None:
    """Print how programs' own logs compare with the ledger, and each appearance that differs."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", title_justify="left")
    table.title = "programs' own logs against the ledger"
    for header in ("participant", "program", "verdict"):
        table.add_column(header)
    table.add_column("appearances", justify="right")
    table.add_column("notes")
    groups = Counter((one.participant, one.program, one.verdict, one.detail) for one in comparisons)
    for (participant, program, verdict, detail), number in groups.items():
        table.add_row(participant, program, verdict, f"{number:,}", detail)
    result().print(table)
    for one in comparisons:
        if one.verdict == "different" or appearances:
            tell(_line(one))


def _line(one: Comparison) -> str:
    """Return one appearance in words: what its program's log counts beside the ledger."""
    gaps = [f"{name} {number:+,}" for name, number in one.differences.items()]
    if one.differing:
        gaps.append(f"other counts of {len(one.differing)} responses")
    said = ", ".join(gaps) or one.verdict
    broken = f" ({one.broken} replies broke off)" if one.broken else ""
    where = f"match {one.match[:12]} attempt {one.attempt_number} seat {one.seat}"
    return f"  {where} {one.participant}: {said}{broken}"
