"""The state of a match: everything that changes, and changes only in `apply`."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from ludarena.core.trace import Trace


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """Base of every game's state.

    Outside `apply` all methods leave the state as it is. `apply` trusts its caller; use
    `Game.play` where the input is not known to be legal.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.trace: Trace | None = None

    def to_act(self) -> list[int]:
        """Return the seats that owe a decision, ascending; empty when the match is over."""
        raise NotImplementedError

    def block(self) -> i64:
        """Return the number of blocks closed so far; an ordinary decision is a block of one."""
        raise NotImplementedError

    def decision(self, seat: i64) -> i64:
        """Return the kind that `seat` owes, a row of `Game.decisions`; -1 for none."""
        raise NotImplementedError

    def legal_actions(self, seat: i64) -> list[int]:
        """Return the legal codes, ascending and distinct; empty only if the seat owes nothing."""
        raise NotImplementedError

    def apply(self, seat: i64, action: i64) -> None:
        """Act in place on a legal answer, report facts to the trace."""
        raise NotImplementedError

    def clone(self) -> State:
        """Return an independent copy without a trace."""
        raise NotImplementedError

    def determinize(self, seat: i64, seed: i64) -> State:
        """Return a copy without a trace in which all that `seat` cannot know is drawn anew.

        Seat -1 is a bystander, who knows what is public. See docs/concepts/knowledge.md.
        """
        raise NotImplementedError

    def action_scores(self, seat: i64, actions: list[int]) -> list[int]:
        """Return the heuristic worth of each of `actions`, parallel to it, on any scale.

        Reads only what `seat` may know.
        """
        raise NotImplementedError

    def encode(self) -> bytes:
        """Return canonical bytes of the whole state, options and generators included."""
        raise NotImplementedError

    def turn(self) -> i64:
        """Return the game's own turn counter; the game's page says what it counts."""
        raise NotImplementedError

    def progress(self) -> float:
        """Return how far the match has come, 0 to 1; may read hidden things."""
        raise NotImplementedError

    def values(self) -> list[float]:
        """Return the standing of each seat, 0 to 1, for search cut-offs; may read hidden things."""
        raise NotImplementedError

    def standings(self) -> list[int]:
        """Return one comparable number a seat at the end, ties broken as the rules do."""
        raise NotImplementedError

    def capped(self) -> bool:
        """Return whether the match was ended by its finite cap and not by its rules."""
        return False

    def payoffs(self) -> list[float]:
        """Return (n - mean rank) / (n - 1) of each seat at the end, 0 to 1; ties share."""
        standings = self.standings()
        others: float = float(len(standings) - 1)
        result: list[float] = []
        for own in standings:
            beaten: float = -0.5
            for other in standings:
                if own > other:
                    beaten += 1.0
                elif own == other:
                    beaten += 0.5
            result.append(beaten / others if others > 0.0 else 1.0)
        return result
