"""Faults in what seats are shown and know."""

from __future__ import annotations

from dataclasses import dataclass

from ludarena.core.game import Decision
from ludarena.core.rng import Stream, mix
from ludarena.core.state import State
from ludarena.core.view import View, Viewpoint
from tests.testing.faults.entry import found_by
from tests.tiny.bids import Bids, BidsState, BidsView
from tests.tiny.drafts import (
    CARDS,
    DREW,
    Drafts,
    DraftsPlayer,
    DraftsState,
    cards_text,
)
from tests.tiny.drafts import own as drafts_of
from tests.tiny.echoes import Echoes, EchoesState


class _UnsortedState(DraftsState):
    def redraw(self, seat: int, seed: int) -> None:
        places = self.unseen_by(seat)
        labels = self.memory[seat] if seat >= 0 else [0] * (CARDS + 1)
        chance = Stream(mix(seed, 0))
        for label in sorted(set(labels)):
            group = [card for place in places for card in place if labels[card] == label]
            slots = [
                (place, slot)
                for place in places
                for slot, card in enumerate(place)
                if labels[card] == label
            ]
            chance.shuffle(group)
            for (place, slot), card in zip(slots, group, strict=True):
                place[slot] = card
        for place in places:
            place.sort()


@found_by("hidden.projection")
class UnsortedDeal(Drafts):
    """Shuffles the cards of a group without sorting them first."""

    state_type = _UnsortedState


class _KeptLaneState(BidsState):
    def determinize(self, seat: int, seed: int) -> BidsState:
        copy = super().determinize(seat, seed)
        copy.lanes = self.lanes.clone()
        return copy


@found_by("joint.moves", "joint.walk")
class LanesOfOthersAreKept(Bids):
    state_type = _KeptLaneState


class _RunningState(DraftsState):
    """A running score that counts the pocket survives every redraw."""

    def __init__(self, seats: int, chance: Stream) -> None:
        super().__init__(seats, chance)
        self.running = [0] * seats

    def note_drawn(self, seat: int, card: int) -> None:
        self.running[seat] += card
        super().note_drawn(seat, card)

    def bury(self, seat: int, card: int) -> None:
        had = sum(self.pockets[seat])
        super().bury(seat, card)
        self.running[seat] += (sum(self.pockets[seat]) - had) if self.trace is None else 0

    def clone(self) -> DraftsState:
        copy = super().clone()
        assert isinstance(copy, _RunningState)
        copy.running = self.running.copy()
        return copy


class _RunningScore(Drafts):
    state_type = _RunningState

    def player(self, table: DraftsState, seat: int, at: Viewpoint) -> DraftsPlayer:
        known = super().player(table, seat, at)
        assert isinstance(table, _RunningState)
        return DraftsPlayer(
            seat=seat,
            hand=known.hand,
            kept=known.kept,
            buried=known.buried,
            pocket=known.pocket,
            cards_buried=known.cards_buried,
            score=sum(table.kept[seat]) + table.running[seat],
        )

    def decode(self, data: bytes) -> DraftsState:
        state = super().decode(data)
        assert isinstance(state, _RunningState)
        state.running = [sum(cards) for cards in state.pockets]
        return state


@found_by("joint.moves", "joint.walk")
class HiddenTotalInAScore(_RunningScore):
    pass


class _EntangledState(EchoesState):
    def determinize(self, seat: int, seed: int) -> EchoesState:
        copy = super().determinize(seat, seed)
        assert isinstance(copy, EchoesState)
        copy.tokens = self.tokens
        return copy


@found_by("hidden.redraws_apart")
class RedrawsShareTokens(Echoes):
    state_type = _EntangledState


class _FateState(BidsState):
    def determinize(self, seat: int, seed: int) -> BidsState:
        copy = super().determinize(seat, seed)
        copy.die = self.die.clone()
        return copy


@found_by("hidden.generators")
class DieIsNotReseeded(Bids):
    state_type = _FateState


class _FixedDeckState(DraftsState):
    def determinize(self, seat: int, seed: int) -> DraftsState:
        copy = super().determinize(seat, seed)
        copy.chance = self.chance.clone()
        return copy


@found_by("hidden.generators")
class DeckIsNotReseeded(Drafts):
    state_type = _FixedDeckState


class _SameFateState(BidsState):
    def determinize(self, seat: int, seed: int) -> BidsState:
        copy = super().determinize(seat, seed)
        copy.die = Stream(mix(0, 0))
        return copy


@found_by("hidden.chance")
class AllRedrawsShareADie(Bids):
    """Reseeds the die without using the seed."""

    state_type = _SameFateState


class _OpenDrawState(DraftsState):
    def note_drawn(self, seat: int, card: int) -> None:
        if self.trace is not None:
            self.trace.note_secret(DREW, [seat], [card], -1)


@found_by("hidden.taught")
class DrawsAreShown(Drafts):
    """Shows drawn cards to everybody, though redraws do not keep them."""

    state_type = _OpenDrawState


@found_by("hidden.texts")
class TextHidesThePurse(Bids):
    def view_text(self, view: View) -> str:
        assert isinstance(view, BidsView)
        points = [player.points for player in view.players]
        return f"Round {view.round}, prize {view.prize}, points {points}, bid {view.own_bid}"


@found_by("hidden.surfaces")
class ViewShowsTheNextRoll(Bids):
    def view_text(self, view: View) -> str:
        assert isinstance(view, BidsView)
        return super().view_text(view) + f"\n{view.round}"

    def pending(self, state: State, seat: int) -> Decision | None:
        found = super().pending(state, seat)
        assert isinstance(state, BidsState)
        if found is None:
            return None
        return Decision(found.kind, found.question, f"soon {state.die.clone().below(6)}", ())


@found_by("hidden.surfaces")
class DescriptionReadsTheNextHand(Drafts):
    def describe(self, state: State, seat: int, action: int) -> str:
        coming = drafts_of(state).hands[seat - 1]
        return f"{super().describe(state, seat, action)} Next you hold {cards_text(coming)}."


@found_by("hidden.surfaces")
class ReasonNamesTheHolder(Drafts):
    def reason(self, state: State, seat: int, action: int) -> str:
        card = action % CARDS + 1
        for other, hand in enumerate(drafts_of(state).hands):
            if card in hand:
                return f"seat {other} holds the {card}"
        return "nobody holds it"


class _KnowingState(DraftsState):
    def action_scores(self, seat: int, actions: list[int]) -> list[int]:
        best = sum(self.deck)
        return [best if action >= CARDS else action for action in actions]


@found_by("hidden.surfaces")
class HeuristicReadsTheDeck(Drafts):
    state_type = _KnowingState


@found_by("hidden.public_numbers")
class MetricsCountThePocket(Drafts):
    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return {"score": float(drafts_of(state).score(seat))}


class _RememberingState(DraftsState):
    def forget(self, seat: int) -> None:
        pass


@found_by("joint.moves", "joint.walk")
class MemoriesOfOthersAreKept(Drafts):
    state_type = _RememberingState


class _ForgetfulState(DraftsState):
    def forget(self, seat: int) -> None:
        self.memory = [[0] * (CARDS + 1) for _ in range(self.seats)]


@found_by("hidden.surfaces")
class OwnMemoryIsLost(Drafts):
    state_type = _ForgetfulState


@dataclass(kw_only=True)
class _LooseView:
    """A part of a view that could be changed."""

    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _ThawedView(BidsView):
    extra: _LooseView


@found_by("hidden.plain_views")
class ViewCanBeChanged(Bids):
    def view(self, state: State, at: Viewpoint) -> BidsView:
        plain = super().view(state, at)
        return _ThawedView(
            players=plain.players,
            round=plain.round,
            prize=plain.prize,
            own_bid=plain.own_bid,
            extra=_LooseView(note="loose"),
        )
