"""Sealed blocks: simultaneous choices, one lane of answers a seat."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.codec import Packer, Unpacker


class Lanes:
    """The answers of an open sealed block.

    A seat's next decision is a function of the state at the block's beginning and of its own
    lane. The game closes a lane when its answers are complete; when `all_closed`, it resolves
    the block and replaces or drops the lanes.
    """

    def __init__(self, answers: list[list[int]], closed: i64) -> None:
        self.answers = answers
        self.closed: i64 = closed  # one bit a seat

    def open_seats(self) -> list[int]:
        """Return the seats that still owe an answer, ascending."""
        result: list[int] = []
        for seat in range(len(self.answers)):
            if not (self.closed >> seat) & 1:
                result.append(seat)
        return result

    def is_open(self, seat: i64) -> bool:
        return not (self.closed >> seat) & 1

    def append(self, seat: i64, action: i64) -> None:
        self.answers[seat].append(action)

    def close(self, seat: i64) -> None:
        one: i64 = 1
        self.closed |= one << seat

    def all_closed(self) -> bool:
        one: i64 = 1
        return self.closed == (one << len(self.answers)) - 1

    def clone(self) -> Lanes:
        return Lanes([lane.copy() for lane in self.answers], self.closed)

    def seen_by(self, seat: i64, excused: i64) -> Lanes:
        """Return the lanes as `seat` knows them: the others' are empty again.

        `excused` is the mask of seats whose lanes were closed from the block's beginning.
        """
        answers: list[list[int]] = []
        closed: i64 = excused
        for other in range(len(self.answers)):
            if other == seat:
                answers.append(self.answers[other].copy())
                closed |= self.closed & (1 << other)
            else:
                answers.append([])
        return Lanes(answers, closed)

    def pack(self, packer: Packer) -> None:
        packer.put(self.closed)
        packer.put(len(self.answers))
        for lane in self.answers:
            packer.put_list(lane)


def open_lanes(seats: i64, excused: i64 = 0) -> Lanes:
    """Return empty lanes; seats of the mask `excused` owe nothing in this block."""
    answers: list[list[int]] = []
    for _ in range(seats):
        answers.append([])
    return Lanes(answers, excused)


def unpack_lanes(unpacker: Unpacker) -> Lanes:
    """Return the lanes that `Lanes.pack` put."""
    closed = unpacker.take()
    answers = [unpacker.take_list() for _ in range(unpacker.take_within("lanes", 0, 15))]
    return Lanes(answers, closed)
