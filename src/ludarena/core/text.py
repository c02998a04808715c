"""Small helpers for the words of a game: lists, counts, Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

STEERING = (
    *(code for code in range(0xA0) if code not in (0x09, 0x0A) and not 0x20 <= code < 0x7F),
    *(0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)),
    *range(0xD800, 0xE000),
)
"""What is no character to show: controls of a terminal, ends of lines, turns of the direction of
writing, halves of surrogate pairs."""


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


def whole_number(text: str) -> int | None:
    """Return the number that 1 to 18 plain digits write, a minus allowed; None for other texts.

    >>> whole_number("-12"), whole_number("1_2"), whole_number("9" * 5000)
    (-12, None, None)
    """
    digits = text.removeprefix("-")
    plain = digits.isascii() and digits.isdecimal() and len(digits) <= 18
    return int(text) if plain else None


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)
