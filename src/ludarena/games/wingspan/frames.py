"""The stack of pending things: decisions that a seat owes and steps that the rules go on with.

The top frame is what happens now. A frame never changes: to go on, the rules replace it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.codec import Packer, Unpacker

# Decisions; the numbers are rows of the game's table of decisions.
KEEP_BIRDS: Final[i64] = 0
KEEP_FOOD: Final[i64] = 1
KEEP_FIRST_BONUS: Final[i64] = 2
TURN: Final[i64] = 3
PAY_EGGS: Final[i64] = 4
PAY_BIRD: Final[i64] = 5
PLAY_ANOTHER: Final[i64] = 6
TAKE_DICE: Final[i64] = 7
EXCHANGE: Final[i64] = 8
LAY_EGG: Final[i64] = 9
DRAW_CARD: Final[i64] = 10
STORE: Final[i64] = 11
TUCK_CARD: Final[i64] = 12
DISCARD_CARD: Final[i64] = 13
TRADE_FOOD: Final[i64] = 14
MOVE_BIRD: Final[i64] = 15
REPEAT_POWER: Final[i64] = 16
REACT_WITH: Final[i64] = 17
NAME_FIRST: Final[i64] = 18
USE_POWER: Final[i64] = 19
CHOOSE_FOOD: Final[i64] = 20
KEEP_DRAWN_BONUS: Final[i64] = 21
DECISIONS: Final[i64] = 22

# Steps of the rules.
PLACE_BIRD: Final[i64] = 30
REACTIONS: Final[i64] = 31
ACTIVATE_ROW: Final[i64] = 32
RUN_POWER: Final[i64] = 33
END_TURN: Final[i64] = 34

MAY_DECLINE: Final[i64] = 1
EACH_ANOTHER: Final[i64] = 2
IN_POWER: Final[i64] = 4
MAY_CACHE: Final[i64] = 8
FOR_ACTION: Final[i64] = 16
FROM_DECK: Final[i64] = 32
"""Flags: the decision may be declined; every egg goes on another bird; to decline ends the power
that asks; the token taken may go on the bird; the dice count for the action of the turn; cards come
from the deck alone."""


class Frame:
    """One pending decision or step.

    `slot` is the slot of the bird that calls for it, or -1; `number` how many are left, or the
    program counter of a power or row; `limit` what is allowed, by kind: a mask of foods or seats, a
    nest class, a row, an event; `mark` the card that later answers may not go below, the bird
    that is being played, or where a loop has come to.
    """

    def __init__(
        self,
        kind: i64,
        seat: i64,
        slot: i64 = -1,
        number: i64 = 0,
        limit: i64 = 0,
        mark: i64 = 0,
        flags: i64 = 0,
    ) -> None:
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.slot: i64 = slot
        self.number: i64 = number
        self.limit: i64 = limit
        self.mark: i64 = mark
        self.flags: i64 = flags

    def has(self, flag: i64) -> bool:
        return (self.flags & flag) != 0

    def counted(self, number: i64) -> Frame:
        """Return the same frame with another number."""
        return Frame(self.kind, self.seat, self.slot, number, self.limit, self.mark, self.flags)

    def marked(self, mark: i64) -> Frame:
        """Return the same frame with another mark."""
        return Frame(self.kind, self.seat, self.slot, self.number, self.limit, mark, self.flags)

    def pack(self, packer: Packer) -> None:
        packer.put(self.kind)
        packer.put(self.seat)
        packer.put(self.slot)
        packer.put(self.number)
        packer.put(self.limit)
        packer.put(self.mark)
        packer.put(self.flags)


def unpack_frame(unpacker: Unpacker, seats: int) -> Frame:
    """Return the frame that `Frame.pack` put."""
    return Frame(
        unpacker.take_within("kind of frame", 0, END_TURN),
        unpacker.take_within("seat of frame", 0, seats - 1),
        unpacker.take_within("slot of frame", -1, 14),
        unpacker.take(),
        unpacker.take(),
        unpacker.take(),
        unpacker.take_within("flags of frame", 0, 63),
    )
