"""A section of a report, and the words that several sections share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludarena.core.text import counted_noun
from ludarena.report.figures.style import Drawing
from ludarena.report.study.tables import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the page: paragraphs, then figures, then the tables that hold their numbers."""

    id: str
    title: str
    paragraphs: tuple[str, ...] = ()
    drawings: tuple[Drawing, ...] = ()
    tables: tuple[Table, ...] = ()


def spoken(label: str) -> str:
    """Return the label of a game as people read it.

    >>> spoken("seven_wonders")
    'seven wonders'
    """
    return label.replace("_", " ")


def count_of(matches: int) -> str:
    """Return a number of matches in words.

    >>> count_of(1), count_of(2000)
    ('1 match', '2,000 matches')
    """
    return counted_noun(1, "match") if matches == 1 else f"{matches:,} matches"


def of_games(number: int) -> str:
    """Return a number of games in words, each of which has the same weight.

    >>> of_games(1), of_games(3)
    ('1 game', '3 games, each game with the same weight')
    """
    return "1 game" if number == 1 else f"{number} games, each game with the same weight"


def share(value: float) -> str:
    """Return a share with two decimals and no leading zero, empty for NaN.

    >>> share(0.5), share(1.0), share(float("nan"))
    ('.50', '1.00', '')
    """
    if value != value:
        return ""
    return f"{value:.2f}".removeprefix("0") if value < 0.995 else "1.00"


def outermost(values: Sequence[float], names: Sequence[str]) -> str:
    """Return in words who has the highest and who the lowest value."""
    known = [(value, name) for value, name in zip(values, names) if value == value]
    if not known:
        return "no values"
    high, low = max(known), min(known)
    return f"highest {high[1]} ({high[0]:,.2f}), lowest {low[1]} ({low[0]:,.2f})"


def gap(id: str, title: str, reason: str) -> Section:
    """Return a section that has nothing to show, and says why."""
    return Section(id=id, title=title, paragraphs=(f"A gap: {reason}.",))
