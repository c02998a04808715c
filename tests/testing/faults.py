"""Planted faults: tiny games with one thing wrong each, and the law that must find it.

Every class is a whole game, importable by name, so that its log can be replayed elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludarena.core.game import Decision, Game, Outcome
from ludarena.core.rng import Stream, mix
from ludarena.core.state import State
from ludarena.core.trace import Fact
from ludarena.core.view import View, Viewpoint
from tests.tiny.bids import ANSWERED, BID, STANCE, Bids, BidsState, BidsView
from tests.tiny.drafts import (
    BURIED,
    CARDS,
    DREW,
    Drafts,
    DraftsPlayer,
    DraftsState,
    cards_text,
)
from tests.tiny.drafts import own as drafts_of
from tests.tiny.echoes import DEALT, ECHO, RAISE, REACT, Echoes, EchoesState, Frame

FAULTS: dict[type[Game], tuple[str, ...]] = {}
"""Each faulty game and the laws of which one must find it."""


def found_by(*laws: str):
    """Enter a faulty game under the law that must find it, or two that are there for it."""

    def enter(kind):
        FAULTS[kind] = laws
        return kind

    return enter


# --- actions ---------------------------------------------------------------------------------


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


# --- copies ----------------------------------------------------------------------------------


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


# --- replay ----------------------------------------------------------------------------------


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


# --- sealed blocks ---------------------------------------------------------------------------


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


# --- the end ---------------------------------------------------------------------------------


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


# --- facts -----------------------------------------------------------------------------------


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


# --- hidden information ----------------------------------------------------------------------


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
