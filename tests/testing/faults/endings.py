"""Faults in sealed blocks and at the end."""

from __future__ import annotations

from ludarena.core.game import Outcome
from ludarena.core.rng import Stream
from ludarena.core.state import State
from ludarena.core.view import View, Viewpoint
from tests.testing.faults.entry import found_by
from tests.tiny.bids import ANSWERED, Bids, BidsState, BidsView
from tests.tiny.drafts import (
    Drafts,
    DraftsState,
)
from tests.tiny.drafts import own as drafts_of
from tests.tiny.echoes import Echoes, EchoesState


# --- sealed blocks -----------------------------------------------------------------------------
class _LoudState(BidsState):
    def apply(self, seat: int, action: int) -> None:
        trace, self.trace = self.trace, None
        if trace is not None:
            trace.note(ANSWERED, [action])
        self.lanes.append(seat, action)
        if action == 0 or action > 5:
            self.lanes.close(seat)
        self.trace = trace
        if self.lanes.all_closed():
            self.resolve()


@found_by("blocks.silence")
class AnswersAreHeard(Bids):
    """Shows sealed answers to everybody when they come."""

    state_type = _LoudState


@found_by("blocks.unseen")
class ShowsWhoHasAnswered(Bids):
    def view_text(self, view: View) -> str:
        assert isinstance(view, BidsView)
        return super().view_text(view) + f"\nStill to answer: {self.waiting}"

    def view(self, state: State, at: Viewpoint) -> BidsView:
        self.waiting = state.to_act()
        return super().view(state, at)


class _PeepingState(BidsState):
    def legal_actions(self, seat: int) -> list[int]:
        actions = super().legal_actions(seat)
        others = (lane for other, lane in enumerate(self.lanes.answers) if other != seat)
        return actions[:2] if any(others) else actions


@found_by("blocks.interleavings")
class OffersDependOnOthers(Bids):
    """Offers small bids only as soon as somebody else has answered."""

    state_type = _PeepingState


class _FirstComeState(BidsState):
    """The seat that answered first wins equal bids."""

    def __init__(self, seats: int, limit: int, die: Stream) -> None:
        super().__init__(seats, limit, die)
        self.first = -1

    def apply(self, seat: int, action: int) -> None:
        if not any(self.lanes.answers):
            self.first = seat
        super().apply(seat, action)

    def resolve(self) -> None:
        self.coins[self.first] += 1
        super().resolve()

    def clone(self) -> BidsState:
        copy = super().clone()
        assert isinstance(copy, _FirstComeState)
        copy.first = self.first
        return copy


@found_by("blocks.interleavings")
class FirstComeFirstServed(Bids):
    state_type = _FirstComeState


# --- the end -----------------------------------------------------------------------------------
class _EndlessState(BidsState):
    def resolve(self) -> None:
        limit, self.limit = self.limit, 3 * self.limit
        super().resolve()
        self.limit = limit


@found_by("end.bound")
class CapDoesNotHold(Bids):
    state_type = _EndlessState


class _ProudState(BidsState):
    def values(self) -> list[float]:
        return [points / 2 for points in self.points]


@found_by("end.bounded")
class ValuesLeaveTheirRange(Bids):
    state_type = _ProudState


@found_by("end.nobody_owes")
class TakesAnswersAfterTheEnd(Bids):
    def play(self, state: State, seat: int, action: int) -> None:
        if state.to_act():
            super().play(state, seat, action)


class _LoserState(BidsState):
    def payoffs(self) -> list[float]:
        return [1 - payoff for payoff in super().payoffs()]


@found_by("end.places")
class PayoffsAgainstRanks(Bids):
    state_type = _LoserState


class _CoinlessState(BidsState):
    def standings(self) -> list[int]:
        return self.points.copy()


@found_by("end.places")
class StandingsForgetTheTieBreak(Bids):
    state_type = _CoinlessState


@found_by("end.routes")
class RoutesForgetThePocket(Drafts):
    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        return {"kept": sum(drafts_of(state).kept[seat])}


class _LosingState(DraftsState):
    def keep(self, seat: int, card: int) -> None:
        super().keep(seat, card)
        if card == 13:
            self.kept[seat].remove(card)


@found_by("end.components")
class CardIsLost(Drafts):
    state_type = _LosingState


@found_by("end.ended_by")
class CapIsNotSaid(Bids):
    def outcome(self, state: State) -> Outcome:
        found = super().outcome(state)
        return Outcome(found.scores, found.tie_breaks, found.ranks, found.payoffs, "rules")


class _StillState(EchoesState):
    def block(self) -> int:
        return 0


@found_by("end.counters")
class BlocksAreNotCounted(Echoes):
    state_type = _StillState
