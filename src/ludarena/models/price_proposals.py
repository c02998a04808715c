"""Drafts of price tables from the package genai-prices, to be checked by whoever pays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from importlib.metadata import version
from typing import TYPE_CHECKING

from ludarena.core.errors import MissingExtra
from ludarena.models.errors import MissingPrice

if TYPE_CHECKING:
    from genai_prices.types import ModelPrice, Tier, TieredPrices

_KEYS = {
    "input": "input_mtok",
    "cached": "cache_read_mtok",
    "cache_write": "cache_write_mtok",
    "output": "output_mtok",
}


def propose(models: Sequence[str], *, on: date | None = None) -> str:
    """Return the TOML of a price table for models such as `openai:gpt-5` or `gpt-5`.

    Prices are those of noon UTC on the day, by default today. Raise `MissingExtra` without the
    package, `MissingPrice` for a model that it does not know or has no price of.
    """
    try:
        from genai_prices.data_snapshot import get_snapshot
    except ImportError as error:
        raise MissingExtra("proposing prices", "prices") from error
    day = on or datetime.now(UTC).date()
    moment = datetime.combine(day, time(12), UTC)
    source = f"genai-prices {version('genai-prices')}"
    entries: list[str] = []
    pages: list[str] = []
    ignored: set[str] = set()
    for name in models:
        provider_id, _, model = name.rpartition(":")
        try:
            provider, found = get_snapshot().find_provider_model(
                model, None, provider_id or None, None
            )
        except LookupError:
            raise MissingPrice(name, [source], []) from None
        prices = found.get_prices(moment)
        if prices.input_mtok is None or prices.output_mtok is None:
            raise MissingPrice(name, [source], [])
        entries.append(_entry(model, prices, found.price_comments))
        pages += [url for url in provider.pricing_urls or [] if url not in pages]
        ignored |= _ignored(prices)
    left_out = [*sorted(ignored), "batch, flex and priority tiers", "taxes"]
    head = [
        f"# A draft: compare it with {', '.join(pages) or 'the page of the provider'},",
        "# and give the tier that you are billed by.",
        f"name = {json.dumps('proposal of ' + day.isoformat())}",
        f"date = {day.isoformat()}",
        'currency = "USD"',
        f"source = {json.dumps(source)}",
        'tier = "standard"',
        f"left_out = {json.dumps(left_out)}",
    ]
    return "\n".join(head) + "\n\n" + "\n\n".join(entries) + "\n"


def _entry(model: str, prices: ModelPrice, comment: str | None) -> str:
    found = {key: getattr(prices, name) for key, name in _KEYS.items()}
    starts = sorted({tier.start for price in found.values() for tier in _tiers(price)})
    lines = [f"# {line}" for line in (comment or "").splitlines()]
    lines += ["[[model]]", f"id = {json.dumps(model)}", *_rates(found, 0)]
    for start in starts:
        lines += ["", "[[model.step]]", f"above = {start}", *_rates(found, start + 1)]
    return "\n".join(lines)


def _rates(found: dict[str, Decimal | TieredPrices | None], length: int) -> list[str]:
    rates = []
    for key, price in found.items():
        if price is not None:
            rates.append(f"{key} = {_at(price, length)}")
    return rates


def _tiers(price: Decimal | TieredPrices | None) -> list[Tier]:
    return [] if price is None or isinstance(price, Decimal) else list(price.tiers)


def _at(price: Decimal | TieredPrices, length: int) -> Decimal:
    """Return the price of a call whose prompt has so many tokens."""
    if isinstance(price, Decimal):
        return price
    applying = [tier.price for tier in price.tiers if length > tier.start]
    return applying[-1] if applying else price.base


def _ignored(prices: ModelPrice) -> set[str]:
    """Return the names of what the provider charges beside the four prices."""
    held = {name for name, value in vars(prices).items() if value is not None}
    return {name.replace("_", " ") for name in held - set(_KEYS.values())}
