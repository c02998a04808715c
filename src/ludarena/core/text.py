"""Small helpers for the words of a game: lists, counts, Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def listed(items: Iterable[str], word: str = "and") -> str:
    """Return items as a list in words.

    >>> listed(["red", "blue", "black"])
    'red, blue and black'
    """
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {word} {words[-1]}"


def counted_noun(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    >>> counted_noun(1, "tile"), counted_noun(3, "tile")
    ('1 tile', '3 tiles')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)
