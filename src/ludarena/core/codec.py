"""Canonical bytes of a state: a row of signed 64-bit little-endian numbers."""

from __future__ import annotations

import struct

from mypy_extensions import i64

from ludarena.core.errors import CorruptState


class Packer:
    """Collects numbers and lists of numbers; `finish` returns their bytes."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def put(self, number: i64) -> None:
        self.numbers.append(number)

    def put_list(self, numbers: list[int]) -> None:
        """Put the length and the items."""
        self.numbers.append(len(numbers))
        self.numbers.extend(numbers)

    def finish(self) -> bytes:
        return struct.pack(f"<{len(self.numbers)}q", *self.numbers)


class Unpacker:
    """Takes back what a `Packer` put, in the same order.

    Raises `CorruptState` when the bytes end too soon, or in `finish` when some are left.
    """

    def __init__(self, game: str, data: bytes) -> None:
        if len(data) % 8:
            raise CorruptState(game, f"{len(data)} bytes are no row of 64-bit numbers")
        self._game = game
        self._numbers: list[int] = list(struct.unpack(f"<{len(data) // 8}q", data))
        self._next = 0

    def take(self) -> int:
        if self._next >= len(self._numbers):
            raise CorruptState(self._game, "it ends too soon")
        number = self._numbers[self._next]
        self._next += 1
        return number

    def take_within(self, what: str, low: int, high: int) -> int:
        """Take a number that must be `low` to `high`."""
        number = self.take()
        if not low <= number <= high:
            raise CorruptState(self._game, f"{what} is {number}, not {low} to {high}")
        return number

    def take_list(self) -> list[int]:
        length = self.take()
        end = self._next + length
        if length < 0 or end > len(self._numbers):
            raise CorruptState(self._game, f"a list of {length} items does not fit")
        items = self._numbers[self._next : end]
        self._next = end
        return items

    def finish(self) -> None:
        if self._next != len(self._numbers):
            raise CorruptState(self._game, f"{len(self._numbers) - self._next} numbers are left")
