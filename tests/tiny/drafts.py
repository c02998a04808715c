"""Drafts: private hands that are passed on and remembered, and a face-down deck kept as a set.

Everyone holds four of 24 cards, worth 1 to 24. All seats choose at once, in secret, a card to
keep face up or to bury face down; who buries draws a card from the deck into the pocket, unseen
by others. Then the hands go on to the next seat. After four rounds the cards kept and pocketed
are counted; buried ones are worth nothing. Fewer buried cards break ties.

A seat remembers every hand that it held, as a set: the label of a card is the round in which the
seat last held it, 0 for a card it never held. What it kept, buried or pocketed it knows anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.core.codec import Packer, Unpacker
from ludarena.core.game import Decision, DecisionKind, FactKind, Game, RankKey, Traits
from ludarena.core.hidden import redeal
from ludarena.core.lanes import open_lanes, unpack_lanes
from ludarena.core.options import OptionValue
from ludarena.core.rng import Stream, mix, stream
from ludarena.core.state import State
from ludarena.core.text import listed
from ludarena.core.trace import Fact, Trace, only
from ludarena.core.view import PlayerView, View, Viewpoint
from tests.tiny.common import TINY, numerals

CARDS = 24
HAND = 4

DEALT, CHOSE, KEPT, BURIED, DREW, PASSED = 0, 1, 2, 3, 4, 5

CARD = Argument("card", numerals(1, CARDS))
ACTIONS = ActionTable(ActionKind("keep", (CARD,)), ActionKind("bury", (CARD,)))


def cards_text(cards: list[int] | tuple[int, ...]) -> str:
    return listed(str(card) for card in cards) or "none"


class DraftsState(State):
    """Cards are the numbers 1 to 24; every place holds them ascending, as nobody knows an order."""

    def __init__(self, seats: int, chance: Stream) -> None:
        super().__init__(seats)
        self.chance = chance
        self.round = 1
        self.deck = list(range(1, CARDS + 1))
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.kept: list[list[int]] = [[] for _ in range(seats)]
        self.buried: list[list[int]] = [[] for _ in range(seats)]
        self.pockets: list[list[int]] = [[] for _ in range(seats)]
        self.memory = [[0] * (CARDS + 1) for _ in range(seats)]
        self.lanes = open_lanes(seats)

    def draw(self) -> int:
        """Take a card out of the face-down deck; it is chosen only now."""
        return self.deck.pop(self.chance.below(len(self.deck)))

    def deal(self) -> None:
        for seat in range(self.seats):
            self.hands[seat] = sorted(self.draw() for _ in range(HAND))
            self.remember(seat)
            if self.trace is not None:
                self.trace.note_secret(DEALT, [seat], self.hands[seat], only(seat))

    def remember(self, seat: int) -> None:
        for card in self.hands[seat]:
            self.memory[seat][card] = self.round

    def over(self) -> bool:
        return self.round > HAND

    def to_act(self) -> list[int]:
        return [] if self.over() else self.lanes.open_seats()

    def block(self) -> int:
        return self.round - 1

    def decision(self, seat: int) -> int:
        return -1 if self.over() or not self.lanes.is_open(seat) else 0

    def legal_actions(self, seat: int) -> list[int]:
        if self.decision(seat) == -1:
            return []
        cards = self.hands[seat]
        return [card - 1 for card in cards] + [CARDS + card - 1 for card in cards]

    def apply(self, seat: int, action: int) -> None:
        self.lanes.append(seat, action)
        self.lanes.close(seat)
        if self.trace is not None:
            self.trace.note(CHOSE, [action], only(seat))
        if self.lanes.all_closed():
            self.resolve()

    def resolve(self) -> None:
        """Carry out all choices in order of seats, then pass the hands on."""
        for seat, lane in enumerate(self.lanes.answers):
            buried, row = divmod(lane[0], CARDS)
            self.hands[seat].remove(row + 1)
            if buried:
                self.bury(seat, row + 1)
            else:
                self.keep(seat, row + 1)
        self.lanes = open_lanes(self.seats)
        self.round += 1
        self.pass_hands()

    def keep(self, seat: int, card: int) -> None:
        self.kept[seat] = sorted([*self.kept[seat], card])
        if self.trace is not None:
            self.trace.note(KEPT, [seat, card])

    def bury(self, seat: int, card: int) -> None:
        self.buried[seat] = sorted([*self.buried[seat], card])
        if self.trace is not None:
            self.trace.note_secret(BURIED, [seat], [card], only(seat))
        drawn = self.draw()
        self.pockets[seat] = sorted([*self.pockets[seat], drawn])
        if self.trace is not None:
            self.note_drawn(seat, drawn)

    def note_drawn(self, seat: int, card: int) -> None:
        if self.trace is not None:
            self.trace.note_secret(DREW, [seat], [card], only(seat))

    def pass_hands(self) -> None:
        self.hands = [self.hands[seat - 1] for seat in range(self.seats)]
        for seat in range(self.seats):
            self.remember(seat)
            if self.trace is not None and not self.over():
                self.trace.note_secret(PASSED, [seat], self.hands[seat], only(seat))

    def clone(self) -> DraftsState:
        copy = type(self)(self.seats, self.chance.clone())
        copy.round = self.round
        copy.deck = self.deck.copy()
        copy.hands = [cards.copy() for cards in self.hands]
        copy.kept = [cards.copy() for cards in self.kept]
        copy.buried = [cards.copy() for cards in self.buried]
        copy.pockets = [cards.copy() for cards in self.pockets]
        copy.memory = [labels.copy() for labels in self.memory]
        copy.lanes = self.lanes.clone()
        return copy

    def determinize(self, seat: int, seed: int) -> DraftsState:
        copy = self.clone()
        copy.lanes = self.lanes.seen_by(seat, 0)
        copy.redraw(seat, seed)
        copy.chance = Stream(mix(seed, 1))
        copy.forget(seat)
        return copy

    def redraw(self, seat: int, seed: int) -> None:
        """Deal the cards that the seat cannot tell apart anew."""
        labels = self.memory[seat] if seat >= 0 else [0] * (CARDS + 1)
        places = self.unseen_by(seat)
        redeal(places, [[labels[card] for card in place] for place in places], Stream(mix(seed, 0)))

    def unseen_by(self, seat: int) -> list[list[int]]:
        """Return the places whose cards the seat does not see."""
        places = [self.deck]
        for other in range(self.seats):
            if other != seat:
                places += [self.hands[other], self.buried[other], self.pockets[other]]
        return places

    def forget(self, seat: int) -> None:
        """Replace the memories of the others by what the seat knows of them: nothing."""
        for other in range(self.seats):
            if other != seat:
                self.memory[other] = [0] * (CARDS + 1)

    def action_scores(self, seat: int, actions: list[int]) -> list[int]:
        return [action + 1 if action < CARDS else 12 for action in actions]

    def encode(self) -> bytes:
        packer = Packer()
        for number in (self.seats, self.chance.state, self.round):
            packer.put(number)
        packer.put_list(self.deck)
        for places in (self.hands, self.kept, self.buried, self.pockets, self.memory):
            for cards in places:
                packer.put_list(cards)
        self.lanes.pack(packer)
        return packer.finish()

    def turn(self) -> int:
        return self.round

    def progress(self) -> float:
        return min(1.0, (self.round - 1) / HAND)

    def values(self) -> list[float]:
        return [min(1.0, self.score(seat) / 100) for seat in range(self.seats)]

    def score(self, seat: int) -> int:
        return sum(self.kept[seat]) + sum(self.pockets[seat])

    def standings(self) -> list[int]:
        return [10 * self.score(seat) - len(self.buried[seat]) for seat in range(self.seats)]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftsPlayer(PlayerView):
    """`score` counts the pocket where it is seen."""

    hand: tuple[int, ...] | None
    kept: tuple[int, ...]
    buried: tuple[int, ...] | None
    pocket: tuple[int, ...] | None
    cards_buried: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftsView(View):
    """`held` lists the viewer's memory: cards that went on, with the round it last held them."""

    players: tuple[DraftsPlayer, ...]
    round: int
    deck: int
    held: tuple[tuple[int, int], ...]
    chosen: int | None


def own(state: State) -> DraftsState:
    """Return the state as one of this game."""
    assert isinstance(state, DraftsState)
    return state


class Drafts(Game):
    id = "drafts"
    title = "Drafts"
    edition = "tests"
    rules_version = "1"
    group = "capacity"
    tier = "introductory"
    seats = range(2, 4)
    traits = Traits(hidden_information=True, simultaneous=True, chance=True)
    profile = TINY
    decisions = (DecisionKind("choose", "Which card do you keep or bury?", sealed=True),)
    facts = (
        FactKind("dealt", ("seat",), ("*cards",), chance=True),
        FactKind("chose", ("action",)),
        FactKind("kept", ("seat", "card")),
        FactKind("buried", ("seat",), ("*card",)),
        FactKind("drew", ("seat",), ("*card",), chance=True),
        FactKind("passed", ("seat",), ("*cards",)),
    )
    ranking = (RankKey("score"), RankKey("cards_buried", higher_wins=False))
    actions = ACTIONS
    state_type: type[DraftsState] = DraftsState

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> DraftsState:
        state = self.state_type(seats, stream(seed, "deck"))
        state.trace = trace
        state.deal()
        return state

    def decode(self, data: bytes) -> DraftsState:
        unpacker = Unpacker(self.id, data)
        seats = unpacker.take_within("seats", 2, 3)
        state = self.state_type(seats, Stream(unpacker.take()))
        state.round = unpacker.take()
        state.deck = unpacker.take_list()
        for places in (state.hands, state.kept, state.buried, state.pockets, state.memory):
            for seat in range(seats):
                places[seat] = unpacker.take_list()
        state.lanes = unpack_lanes(unpacker)
        unpacker.finish()
        return state

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        return HAND * seats

    def describe(self, state: State, seat: int, action: int) -> str:
        buried, row = divmod(action, CARDS)
        return f"{'Bury' if buried else 'Keep'} the {row + 1}."

    def pending(self, state: State, seat: int) -> Decision | None:
        kind = state.decision(seat)
        return None if kind == -1 else Decision("choose", self.decisions[0].question)

    def reason(self, state: State, seat: int, action: int) -> str:
        return f"the {action % CARDS + 1} is not in your hand"

    def view(self, state: State, at: Viewpoint) -> DraftsView:
        table = own(state)
        seat = at if isinstance(at, int) else -1
        lane = table.lanes.answers[seat] if seat >= 0 else []
        return DraftsView(
            players=tuple(self.player(table, other, at) for other in range(table.seats)),
            round=table.round,
            deck=len(table.deck),
            held=self.held(table, seat),
            chosen=lane[0] if lane else None,
        )

    def held(self, table: DraftsState, seat: int) -> tuple[tuple[int, int], ...]:
        """Return what the seat remembers of cards that it does not see now."""
        if seat < 0:
            return ()
        open_cards = {card for kept in table.kept for card in kept}
        seen = {*open_cards, *table.hands[seat], *table.buried[seat], *table.pockets[seat]}
        return tuple(
            (card, when)
            for card, when in enumerate(table.memory[seat])
            if when and card not in seen
        )

    def player(self, table: DraftsState, seat: int, at: Viewpoint) -> DraftsPlayer:
        seen = at in ("all", seat)
        return DraftsPlayer(
            seat=seat,
            hand=tuple(table.hands[seat]) if seen else None,
            kept=tuple(table.kept[seat]),
            buried=tuple(table.buried[seat]) if seen else None,
            pocket=tuple(table.pockets[seat]) if seen else None,
            cards_buried=len(table.buried[seat]),
            score=table.score(seat) if seen else sum(table.kept[seat]),
        )

    def view_text(self, view: View) -> str:
        assert isinstance(view, DraftsView)
        lines = [f"Round {view.round} of {HAND}; {view.deck} cards in the deck."]
        for player in view.players:
            lines.append(f"- seat {player.seat}: {self.player_text(player)}")
        for card, when in view.held:
            lines.append(f"You last held the {card} in round {when}.")
        if view.chosen is not None:
            lines.append(f"You chose {self.action_id(view.chosen)}.")
        return "\n".join(lines)

    def player_text(self, player: DraftsPlayer) -> str:
        parts = [f"score {player.score}", f"kept {cards_text(player.kept)}"]
        parts.append(f"{player.cards_buried} buried")
        for name in ("hand", "buried", "pocket"):
            cards = getattr(player, name)
            if cards is not None:
                parts.append(f"{name} {cards_text(cards)}")
        return "; ".join(parts)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        name = self.facts[fact.kind].name
        if fact.kind == CHOSE:
            return None
        seat, *rest = fact.arguments
        cards = cards_text((*rest, *fact.secret)) if rest or fact.secret else "face down"
        return f"Seat {seat} {name}: {cards}."

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return {"kept": float(sum(own(state).kept[seat]))}

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        table = own(state)
        routes = {"kept": sum(table.kept[seat])}
        if at in ("all", seat):
            routes["pocket"] = sum(table.pockets[seat])
        return routes

    def components(self, state: State) -> dict[str, int]:
        table = own(state)
        places = [table.deck, *table.hands, *table.kept, *table.buried, *table.pockets]
        cards = [card for place in places for card in place]
        return {"cards": len(cards), "different cards": len(set(cards))}

    def rules_text(self) -> str:
        return __doc__ or ""


DRAFTS = Drafts()
