"""Prices and budgets of an experiment file: `[prices]` and `[budget]`."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from ludarena.arena.toml_table import Table, shown
from ludarena.models.errors import InvalidPrices
from ludarena.models.limits import Limits
from ludarena.models.prices import Prices, PriceTable, built_in_prices, read_prices


def read_price_tables(table: Table, folder: Path) -> Prices | None:
    """Return the prices that `tables` names: files beside the experiment, or built-in tables.

    None when the section is empty. Raises `InvalidExperiment`.
    """
    if not table.has("tables"):
        table.finish()
        return None
    expected = 'a list of price tables, such as ["prices.toml"]'
    names = table.take("tables", expected)
    table.finish()
    if not isinstance(names, list) or not names or not all(isinstance(one, str) for one in names):
        raise table.error("tables", f"must be {expected}, not {shown(names)}")
    try:
        return Prices([price_table(str(name), folder) for name in names])
    except InvalidPrices as error:
        raise table.error("tables", str(error)) from error


def price_table(name: str, folder: Path) -> PriceTable:
    """Return a table: a file when the name ends in `.toml`, a built-in one otherwise."""
    return read_prices(folder / name) if name.endswith(".toml") else built_in_prices(name)


def read_limits(table: Table) -> Limits:
    """Return what the whole run may use; raise `InvalidExperiment`."""
    requests, tokens = (_whole(table, name) for name in ("requests", "tokens"))
    money, seconds = (_amount(table, name) for name in ("money", "seconds"))
    table.finish()
    return Limits(
        requests=requests,
        tokens=tokens,
        money=money,
        seconds=None if seconds is None else float(seconds),
    )


def _whole(table: Table, name: str) -> int | None:
    return table.integer(name, 1, 10**15) if table.has(name) else None


def _amount(table: Table, name: str) -> Decimal | None:
    if not table.has(name):
        return None
    value = table.take(name, "a number above 0")
    if type(value) not in (int, float) or not 0 < Decimal(str(value)) < 10**12:
        raise table.error(name, f"must be a number above 0, not {shown(value)}")
    return Decimal(str(value))
