"""Named options of a game: a choice among values, or an integer in a range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludarena.core.errors import InvalidOption, UnknownOption
from ludarena.core.text import whole_number

OptionValue = str | int | bool


@dataclass(frozen=True, slots=True)
class ChoiceOption:
    """An option that takes one of a few values; the first is the default."""

    name: str
    values: tuple[str | bool, ...]
    note: str

    @property
    def default(self) -> OptionValue:
        return self.values[0]

    @property
    def expected(self) -> str:
        return " or ".join(str(value).lower() for value in self.values)

    def accepts(self, value: object) -> bool:
        return any(type(value) is type(own) and value == own for own in self.values)


@dataclass(frozen=True, slots=True)
class IntegerOption:
    """An option that takes an integer from `low` to `high`.

    `cap` marks one that ends matches which would go on for ever: no match is longer with a lower
    value.
    """

    name: str
    low: int
    high: int
    default: int
    note: str
    cap: bool = False

    @property
    def expected(self) -> str:
        return f"an integer from {self.low} to {self.high}"

    def accepts(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high


Option = ChoiceOption | IntegerOption


def resolve(
    game: str, options: Sequence[Option], given: Mapping[str, OptionValue]
) -> dict[str, OptionValue]:
    """Return the value of every option, given or default, in the game's order.

    Raises `UnknownOption` and `InvalidOption`.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise UnknownOption(game, name, known)
        if not known[name].accepts(value):
            raise InvalidOption(game, name, value, known[name].expected)
    return {option.name: given.get(option.name, option.default) for option in options}


def read_option(game: str, options: Sequence[Option], name: str, text: str) -> OptionValue:
    """Return the value that a command line's `name=text` means.

    Raises `UnknownOption` and `InvalidOption`.
    """
    known = {option.name: option for option in options}
    if name not in known:
        raise UnknownOption(game, name, known)
    option = known[name]
    if isinstance(option, IntegerOption):
        value: OptionValue | None = whole_number(text)
    else:
        value = next((own for own in option.values if str(own).lower() == text.lower()), None)
    if value is None or not option.accepts(value):
        raise InvalidOption(game, name, text, option.expected)
    return value
