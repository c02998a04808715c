"""Faults in actions, copies, replay and facts."""

from __future__ import annotations

from ludarena.core.state import State
from ludarena.core.trace import Fact
from ludarena.core.view import View, Viewpoint
from tests.testing.faults.entry import found_by
from tests.tiny.bids import BID, STANCE, Bids, BidsState, BidsView
from tests.tiny.drafts import (
    BURIED,
    Drafts,
)
from tests.tiny.echoes import DEALT, ECHO, RAISE, REACT, Echoes, EchoesState, Frame


# --- actions -----------------------------------------------------------------------------------
class _DescendingState(EchoesState):
    def legal_actions(self, seat: int) -> list[int]:
        return super().legal_actions(seat)[::-1]


@found_by("actions.ascending")
class DescendingActions(Echoes):
    state_type = _DescendingState


class _DuplicateState(EchoesState):
    def colours_of(self, seat: int) -> list[int]:
        held = enumerate(self.tokens[seat])
        return [colour for colour, number in held for _ in range(number)]


@found_by("actions.ascending")
class DuplicateActions(Echoes):
    """One action for each token instead of one for each colour."""

    state_type = _DuplicateState


class _ForcedState(EchoesState):
    def is_open(self, frame: Frame) -> bool:
        return frame.kind == RAISE or super().is_open(frame)


@found_by("actions.forced")
class AsksTheForced(Echoes):
    """Asks whether to raise when stopping is all that is left."""

    state_type = _ForcedState


class _TwoOweState(EchoesState):
    def to_act(self) -> list[int]:
        return sorted({frame.seat for frame in self.stack[-2:]})


@found_by("actions.owing")
class WaitingSeatsOwe(Echoes):
    """Says that the next seat of the stack owes a decision as well."""

    state_type = _TwoOweState


@found_by("actions.ids")
class IdsMeanAnother(Bids):
    def action_id(self, action: int) -> str:
        return self.actions.id_of(action if action != STANCE else 0)


@found_by("actions.reasons")
class ReasonsOutOfStep(Bids):
    """Explains legality by its own copy of the rule, which forgot the purse."""

    def why_not(self, state: State, seat: int, action: int) -> str | None:
        if state.decision(seat) == BID and 0 <= action <= 5:
            return None
        return super().why_not(state, seat, action)


class _AllReactState(EchoesState):
    def waiting(self) -> list[Frame]:
        """Return the reactions on top of the stack, or its top."""
        frames = self.stack[-1:]
        while frames and frames[0].kind == REACT and len(frames) < len(self.stack):
            frames = self.stack[-len(frames) - 1 :]
        return [frame for frame in frames if frame.kind == frames[-1].kind]

    def to_act(self) -> list[int]:
        return sorted(frame.seat for frame in self.waiting())

    def decision(self, seat: int) -> int:
        return self.stack[-1].kind if seat in self.to_act() else -1

    def apply(self, seat: int, action: int) -> None:
        frame = next(frame for frame in self.waiting() if frame.seat == seat)
        self.stack.remove(frame)
        self.stack.append(frame)
        super().apply(seat, action)

    def settle(self) -> None:
        self.stack = [frame for frame in self.stack if self.is_open(frame)]
        super().settle()


@found_by("actions.together")
class ReactsInAnyOrder(Echoes):
    """Asks all reactions at once, although they are not sealed."""

    state_type = _AllReactState


class _ShortScoresState(BidsState):
    def action_scores(self, seat: int, actions: list[int]) -> list[int]:
        return super().action_scores(seat, actions)[1:]


@found_by("actions.scores")
class ScoresLackOne(Bids):
    state_type = _ShortScoresState


# --- copies ------------------------------------------------------------------------------------
class _SharingState(BidsState):
    def clone(self) -> BidsState:
        copy = super().clone()
        copy.points = self.points
        return copy


@found_by("copies.clone")
class CloneSharesPoints(Bids):
    state_type = _SharingState


class _ColourlessState(EchoesState):
    def encode(self) -> bytes:
        frames, self.stack = self.stack, [Frame(f.kind, f.seat, 0) for f in self.stack]
        data = super().encode()
        self.stack = frames
        return data


@found_by("copies.decode")
class EncodeMissesColours(Echoes):
    """Writes pending decisions without the colour that called for them."""

    state_type = _ColourlessState


class _MomentumState(EchoesState):
    """Two echoes in a row count one more; the last echo is in no encoding."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.echoed = False

    def apply(self, seat: int, action: int) -> None:
        if action == ECHO and self.echoed:
            self.points[seat] += 1
        self.echoed = action == ECHO
        super().apply(seat, action)

    def clone(self) -> EchoesState:
        copy = super().clone()
        assert isinstance(copy, _MomentumState)
        copy.echoed = self.echoed
        return copy


@found_by("copies.plays_on")
class EncodeMissesMomentum(Echoes):
    state_type = _MomentumState


@found_by("copies.decode")
class DecodeForgetsTheTurn(Echoes):
    def decode(self, data: bytes) -> EchoesState:
        state = super().decode(data)
        state.turns = 0
        return state


class _PeekingState(BidsState):
    def progress(self) -> float:
        self.die.below(6)
        return super().progress()


@found_by("copies.queries")
class QuestionsMoveTheDie(Bids):
    state_type = _PeekingState


# --- replay ------------------------------------------------------------------------------------
class _WatchedState(BidsState):
    def begin_round(self) -> None:
        if self.trace is not None:
            self.die.below(6)
        super().begin_round()


@found_by("replay.untraced")
class TraceMovesTheDie(Bids):
    state_type = _WatchedState


@found_by("replay.elsewhere")
class OrderOfASet(Bids):
    """Lists the seats in the order of a set of strings, which the hash seed decides."""

    def view_text(self, view: View) -> str:
        assert isinstance(view, BidsView)
        lines = {f"seat {p.seat}: {p.points} points, {p.coins} coins" for p in view.players}
        return f"{view.round} {view.prize} {view.own_bid} " + "; ".join(lines)


@found_by("replay.traced")
class RemembersOtherMatches(Bids):
    """Keeps a counter in the class, so that a match depends on what was played before."""

    def setup(self, seats, seed, options, trace):
        state = super().setup(seats, seed, options, trace)
        type(self).played += 1
        state.coins[0] += type(self).played % 2
        return state

    played = 0


# --- facts -------------------------------------------------------------------------------------
@found_by("told.narration")
class TellsOfCutSecrets(Drafts):
    """Reads the secret part of a fact without looking whether it is there."""

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        if fact.kind == BURIED:
            return f"Seat {fact.arguments[0]} buries the {fact.secret[0]}."
        return super().narrate(fact, at)


class _ShortFactsState(EchoesState):
    def note(self, kind: int, arguments: list[int]) -> None:
        super().note(kind, arguments if kind == DEALT else arguments[:1])


@found_by("told.shape")
class FactsLackArguments(Echoes):
    state_type = _ShortFactsState
