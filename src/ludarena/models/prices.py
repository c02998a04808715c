"""Prices of models: dated tables, checked when they are read; the cost of a response."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from importlib.resources import files
from pathlib import Path

from ludarena.models.digest import digest
from ludarena.models.errors import InvalidPrices, MissingPrice
from ludarena.models.usage import Usage

MILLION = Decimal(1_000_000)
_TABLE_KEYS = {"name", "date", "currency", "source", "tier", "left_out", "exchange", "model"}
_MODEL_KEYS = {"id", "aliases", "input", "cached", "cache_write", "output", "step"}


@dataclass(frozen=True, slots=True)
class Rates:
    """Prices of a million tokens: fresh input, input from a cache, into a cache, output."""

    input: Decimal
    cached: Decimal
    cache_write: Decimal
    output: Decimal

    def cost(self, usage: Usage) -> Decimal:
        """Return what a response costs; reasoning is paid as the output that it is part of."""
        fresh = usage.input - usage.cached - usage.cache_write
        return (
            self.input * fresh
            + self.cached * usage.cached
            + self.cache_write * usage.cache_write
            + self.output * usage.output
        ) / MILLION

    def most(self, input: int, output: int) -> Decimal:
        """Return the most that so many tokens can cost."""
        dearest = max(self.input, self.cached, self.cache_write)
        return (dearest * input + self.output * output) / MILLION


@dataclass(frozen=True, slots=True)
class ModelPrice:
    """Prices of one model. `steps` ascend: (prompt length, rates of all calls longer than it)."""

    id: str
    rates: Rates
    steps: tuple[tuple[int, Rates], ...] = ()

    def at(self, input: int) -> Rates:
        """Return the rates of a call whose prompt has so many tokens, cached ones included."""
        rates = self.rates
        for above, dearer in self.steps:
            if input > above:
                rates = dearer
        return rates

    def cost(self, usage: Usage) -> Decimal:
        """Return what one response costs: to be applied to responses, never to their sum."""
        return self.at(usage.input).cost(usage)

    def most(self, input: int, output: int) -> Decimal:
        """Return the most that a call with at most so many tokens can cost."""
        steps = [self.rates, *(rates for above, rates in self.steps if above < input)]
        return max(rates.most(input, output) for rates in steps)


@dataclass(frozen=True, slots=True)
class Exchange:
    """The rate by which amounts of a table are multiplied, and its date."""

    to: str
    rate: Decimal
    date: date


@dataclass(frozen=True, slots=True)
class PriceTable:
    """One dated list of prices. `tier` and `left_out` say what the prices assume and ignore.

    Costs come out in `reporting`: the table's own currency, or that of its exchange rate.
    """

    name: str
    date: date
    currency: str
    source: str
    tier: str
    left_out: tuple[str, ...]
    exchange: Exchange | None
    models: Mapping[str, ModelPrice]
    digest: str

    @property
    def reporting(self) -> str:
        return self.exchange.to if self.exchange else self.currency

    @property
    def rate(self) -> Decimal:
        return self.exchange.rate if self.exchange else Decimal(1)


class Prices:
    """The price tables that a run uses, as one."""

    def __init__(self, tables: Sequence[PriceTable]) -> None:
        """Raise `InvalidPrices` when tables share a model or report in different currencies."""
        self.tables = tuple(tables)
        self._of: dict[str, PriceTable] = {}
        for table in tables:
            for model in table.models:
                if model in self._of:
                    raise InvalidPrices(
                        table.name, f"model {model!r} stands in {self._of[model].name} too"
                    )
                self._of[model] = table
            if table.reporting != tables[0].reporting:
                raise InvalidPrices(
                    table.name,
                    f"costs in {table.reporting}, but those of {tables[0].name} are in "
                    f"{tables[0].reporting}; give one of them an exchange rate",
                )

    @property
    def currency(self) -> str:
        """The currency of all costs; empty without a table."""
        return self.tables[0].reporting if self.tables else ""

    @property
    def digest(self) -> str:
        """32 hexadecimal digits that stand for the contents of all tables."""
        return digest(sorted(table.digest for table in self.tables))

    def require(self, models: Iterable[str]) -> None:
        """Raise `MissingPrice` for the first model that no table holds."""
        for model in models:
            self._table(model)

    def cost(self, model: str, usage: Usage) -> Decimal:
        """Return the cost of one response in `currency`; raise `MissingPrice`."""
        table = self._table(model)
        return table.models[model].cost(usage) * table.rate

    def most(self, model: str, input: int, output: int) -> Decimal:
        """Return the most that a call with so many tokens can cost; raise `MissingPrice`."""
        table = self._table(model)
        return table.models[model].most(input, output) * table.rate

    def _table(self, model: str) -> PriceTable:
        if model not in self._of:
            raise MissingPrice(model, [table.name for table in self.tables], self._of)
        return self._of[model]


def read_prices(path: Path) -> PriceTable:
    """Return the table in a TOML file; raise `InvalidPrices` when it is wrong in any way."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidPrices(str(path), f"cannot be read: {error}") from error
    return parse_prices(text, str(path))


def built_in_prices(name: str = "example") -> PriceTable:
    """Return a table that ships with the package; raise `InvalidPrices` when there is none."""
    folder = files("ludarena.models") / "data" / "prices"
    known = sorted(item.name.removesuffix(".toml") for item in folder.iterdir())
    if name not in known:
        raise InvalidPrices(name, f"does not exist; known: {', '.join(known)}")
    return parse_prices((folder / f"{name}.toml").read_text("utf-8"), name)


def parse_prices(text: str, where: str) -> PriceTable:
    """Return the table in a TOML text; `where` names it in errors."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise InvalidPrices(where, f"is no valid TOML: {error}") from error
    reader = _Reader(where)
    reader.known(data, _TABLE_KEYS, "the table")
    models: dict[str, ModelPrice] = {}
    for row in reader.rows(data, "model"):
        price = reader.model(row)
        for key in (price.id, *reader.texts(row, "aliases")):
            if key in models:
                raise InvalidPrices(where, f"model {key!r} stands there twice")
            models[key] = price
    if not models:
        raise InvalidPrices(where, "holds no [[model]]")
    return PriceTable(
        name=reader.text(data, "name"),
        date=reader.date(data, "date"),
        currency=reader.currency(data, "currency"),
        source=reader.text(data, "source"),
        tier=reader.text(data, "tier"),
        left_out=reader.texts(data, "left_out"),
        exchange=reader.exchange(data),
        models=models,
        digest=digest(_plain(data)),
    )


class _Reader:
    """Typed access to a parsed table; every complaint names the table and the key."""

    def __init__(self, where: str) -> None:
        self._where = where

    def error(self, reason: str) -> InvalidPrices:
        return InvalidPrices(self._where, reason)

    def known(self, data: Mapping[str, object], keys: set[str], place: str) -> None:
        for key in data:
            if key not in keys:
                raise self.error(f"{place} has an unknown key {key!r}; it takes {sorted(keys)}")

    def text(self, data: Mapping[str, object], key: str) -> str:
        value = data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(f"needs a text {key!r}")
        return value

    def texts(self, data: Mapping[str, object], key: str) -> tuple[str, ...]:
        value = data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(f"{key!r} must be a list of texts")
        return tuple(value)

    def date(self, data: Mapping[str, object], key: str) -> date:
        value = data.get(key)
        if not isinstance(value, date):
            raise self.error(f"needs a {key!r} such as 2026-01-31, without quotes")
        return value

    def currency(self, data: Mapping[str, object], key: str) -> str:
        value = self.text(data, key)
        if len(value) != 3 or not value.isalpha() or not value.isupper():
            raise self.error(f"{key!r} must be a code of three letters such as USD, not {value!r}")
        return value

    def amount(self, data: Mapping[str, object], key: str, place: str) -> Decimal:
        value = data.get(key)
        if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
            raise self.error(f"{place} needs a number {key!r} (per million tokens)")
        number = Decimal(value)
        if not number.is_finite() or number < 0:
            raise self.error(f"{place}: {key!r} cannot be {value}")
        return number

    def rows(self, data: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
        value = data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(row, Mapping) for row in value):
            raise self.error(f"{key!r} must be written as [[{key}]]")
        return value

    def exchange(self, data: Mapping[str, object]) -> Exchange | None:
        value = data.get("exchange")
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise self.error("'exchange' must be a table with 'to', 'rate' and 'date'")
        self.known(value, {"to", "rate", "date"}, "'exchange'")
        rate = self.amount(value, "rate", "'exchange'")
        if rate == 0:
            raise self.error("'exchange': 'rate' cannot be 0")
        return Exchange(self.currency(value, "to"), rate, self.date(value, "date"))

    def rates(self, data: Mapping[str, object], place: str) -> Rates:
        fresh = self.amount(data, "input", place)
        return Rates(
            input=fresh,
            cached=self.amount(data, "cached", place) if "cached" in data else fresh,
            cache_write=self.amount(data, "cache_write", place) if "cache_write" in data else fresh,
            output=self.amount(data, "output", place),
        )

    def model(self, row: Mapping[str, object]) -> ModelPrice:
        name = self.text(row, "id")
        place = f"model {name!r}"
        self.known(row, _MODEL_KEYS, place)
        steps: list[tuple[int, Rates]] = []
        for step in self.rows(row, "step"):
            self.known(step, _MODEL_KEYS - {"id", "aliases", "step"} | {"above"}, f"{place}, step")
            above = step.get("above")
            if not isinstance(above, int) or above <= (steps[-1][0] if steps else 0):
                raise self.error(f"{place}: steps need whole numbers 'above' that ascend")
            steps.append((above, self.rates(step, f"{place}, step above {above}")))
        return ModelPrice(name, self.rates(row, place), tuple(steps))


def _plain(value: object) -> object:
    """Return TOML data as JSON data; equal numbers become equal texts."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return f"{Decimal(value).normalize():f}"
    return value if isinstance(value, str) else str(value)
