"""Connect four on the contract: the state, for comparison with peers.

Two bit boards of seven columns by seven bits (Tromp's layout): bit 7 * column + row, the seventh
bit of a column stays empty, so that lines are found by shifts.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.codec import Packer
from ludarena.core.state import State

COLUMNS: Final[i64] = 7
ROWS: Final[i64] = 6
HEIGHT: Final[i64] = 7
SQUARES: Final[i64] = 42


class ConnectFour(State):
    """A position of connect four."""

    def __init__(self, first: i64, second: i64, moves: i64, winner: i64) -> None:
        super().__init__(2)
        self.first: i64 = first
        self.second: i64 = second
        self.moves: i64 = moves
        self.winner: i64 = winner

    def to_act(self) -> list[int]:
        if self.winner >= 0 or self.moves == SQUARES:
            return []
        return [self.moves & 1]

    def block(self) -> i64:
        return self.moves

    def decision(self, seat: i64) -> i64:
        over = self.winner >= 0 or self.moves == SQUARES
        return -1 if over or self.moves & 1 != seat else 0

    def legal_actions(self, seat: i64) -> list[int]:
        result: list[int] = []
        if self.decision(seat) < 0:
            return result
        both: i64 = self.first | self.second
        top: i64 = 1
        top <<= ROWS - 1
        for column in range(COLUMNS):
            if not both & top:
                result.append(column)
            top <<= HEIGHT
        return result

    def apply(self, seat: i64, action: i64) -> None:
        both: i64 = self.first | self.second
        one: i64 = 1
        column: i64 = (one << ROWS) - 1
        column <<= HEIGHT * action
        bottom: i64 = one << (HEIGHT * action)
        disc: i64 = ((both & column) + bottom) & column
        if seat == 0:
            self.first |= disc
            won = four_in_line(self.first)
        else:
            self.second |= disc
            won = four_in_line(self.second)
        if won:
            self.winner = seat
        self.moves += 1

    def clone(self) -> ConnectFour:
        return ConnectFour(self.first, self.second, self.moves, self.winner)

    def determinize(self, seat: i64, seed: i64) -> ConnectFour:
        return self.clone()

    def action_scores(self, seat: i64, actions: list[int]) -> list[int]:
        scores: list[int] = []
        for action in actions:
            scores.append(3 - abs(action - 3))
        return scores

    def encode(self) -> bytes:
        packer = Packer()
        packer.put(self.first)
        packer.put(self.second)
        packer.put(self.moves)
        packer.put(self.winner)
        return packer.finish()

    def turn(self) -> i64:
        return self.moves

    def progress(self) -> float:
        return 1.0 if not self.to_act() else float(self.moves) / float(SQUARES)

    def values(self) -> list[float]:
        if self.winner >= 0:
            return self.payoffs()
        return [0.5, 0.5]

    def standings(self) -> list[int]:
        return [int(self.winner == 0), int(self.winner == 1)]


def four_in_line(board: i64) -> bool:
    """Return whether a bit board holds four in a line."""
    for shift in (1, HEIGHT, HEIGHT - 1, HEIGHT + 1):
        pairs: i64 = board & (board >> shift)
        if pairs & (pairs >> (2 * shift)):
            return True
    return False
