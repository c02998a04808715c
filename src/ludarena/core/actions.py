"""Action codes and ids: one table of kinds, mixed-radix arguments, readable ids.

A code is `base[kind] + mixed radix of its arguments` and means the same in every state, seat,
option set and match of a game and rules version. An id is the kind's name and the labels of its
arguments joined by colons, such as `draft:factory-2:blue:line-3`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import NamedTuple

from ludarena.core.errors import UnreadableAction, suggestion


@dataclass(frozen=True)
class Argument:
    """One argument of a kind of action: its values are known by their labels.

    Labels are distinct, lower case, not empty, and hold neither colons nor spaces.
    """

    name: str
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.labels)) != len(self.labels) or not self.labels:
            raise ValueError(f"argument {self.name!r}: labels must be distinct and not empty")
        for label in self.labels:
            if not label or label != label.lower() or ":" in label or " " in label:
                raise ValueError(f"argument {self.name!r}: {label!r} is no label")

    @cached_property
    def index_of(self) -> dict[str, int]:
        return {label: index for index, label in enumerate(self.labels)}


@dataclass(frozen=True)
class ActionKind:
    """A kind of action and its arguments, the last one varying fastest."""

    name: str
    arguments: tuple[Argument, ...] = ()

    @property
    def size(self) -> int:
        """Return how many codes the kind takes."""
        return prod(len(argument.labels) for argument in self.arguments)


class ActionParts(NamedTuple):
    """A code taken apart: the row of its kind and the index of each argument."""

    kind: int
    arguments: tuple[int, ...]


class ActionTable:
    """All kinds of action of a game; the bijection between codes and ids.

    >>> gem = Argument("gem", ("red", "blue"))
    >>> table = ActionTable(ActionKind("pass"), ActionKind("take", (gem,)))
    >>> table.id_of(2), table.code_of("take:red"), table.size
    ('take:blue', 1, 3)
    """

    def __init__(self, *kinds: ActionKind) -> None:
        self.kinds = kinds
        self.bases: tuple[int, ...] = tuple(
            sum(kind.size for kind in kinds[:row]) for row in range(len(kinds))
        )
        self.size: int = sum(kind.size for kind in kinds)
        self._row_of = {kind.name: row for row, kind in enumerate(kinds)}
        if len(self._row_of) != len(kinds):
            raise ValueError("kinds of action must have distinct names")
        self._ids: dict[int, str] = {}

    def code(self, kind: str, *arguments: int) -> int:
        """Return the code of a kind and the index of each argument."""
        row = self._row_of[kind]
        code = 0
        for argument, index in zip(self.kinds[row].arguments, arguments, strict=True):
            if not 0 <= index < len(argument.labels):
                raise ValueError(f"{kind}: {argument.name} has no value {index}")
            code = code * len(argument.labels) + index
        return self.bases[row] + code

    def parts(self, code: int) -> ActionParts:
        """Return the kind and arguments of a code; raise `ValueError` when there is none."""
        if not 0 <= code < self.size:
            raise ValueError(f"{code} is no action code; codes are 0 to {self.size - 1}")
        row = bisect_right(self.bases, code) - 1
        rest = code - self.bases[row]
        indices: list[int] = []
        for argument in reversed(self.kinds[row].arguments):
            rest, index = divmod(rest, len(argument.labels))
            indices.append(index)
        return ActionParts(row, tuple(reversed(indices)))

    def labels(self, code: int) -> tuple[str, ...]:
        """Return the labels of the arguments of a code."""
        kind, indices = self.parts(code)
        return _labels(self.kinds[kind].arguments, indices)

    def id_of(self, code: int) -> str:
        """Return the id of a code; raise `ValueError` when there is none."""
        found = self._ids.get(code)
        if found is None:
            kind, indices = self.parts(code)
            row = self.kinds[kind]
            found = self._ids[code] = ":".join((row.name, *_labels(row.arguments, indices)))
        return found

    def code_of(self, text: str) -> int:
        """Return the code of an id, spelt exactly; raise `UnreadableAction` otherwise."""
        name, *labels = text.split(":")
        row = self._row_of.get(name)
        if row is None:
            hint = suggestion(name, self._row_of)
            raise UnreadableAction(
                text, f"no action begins with {name[:40]!r}{hint}; kinds: {', '.join(self._row_of)}"
            )
        kind = self.kinds[row]
        if len(labels) != len(kind.arguments):
            raise UnreadableAction(text, f"the form is {form(kind)}")
        indices: list[int] = []
        for argument, label in zip(kind.arguments, labels, strict=True):
            if label not in argument.index_of:
                hint = suggestion(label, argument.labels)
                raise UnreadableAction(text, f"{argument.name} cannot be {label[:40]!r}{hint}")
            indices.append(argument.index_of[label])
        return self.code(name, *indices)


def form(kind: ActionKind) -> str:
    """Return the form of a kind's ids, such as `take:<gem>`."""
    return ":".join((kind.name, *(f"<{argument.name}>" for argument in kind.arguments)))


def _labels(arguments: Sequence[Argument], indices: Sequence[int]) -> tuple[str, ...]:
    return tuple(argument.labels[index] for argument, index in zip(arguments, indices, strict=True))
