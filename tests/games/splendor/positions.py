"""Positions of Splendor in a few lines: what each player holds, what is face up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludarena.core.bits import count_in
from ludarena.core.options import OptionValue
from ludarena.core.sight import why_not
from ludarena.core.trace import Fact, Trace
from ludarena.games.splendor import SPLENDOR
from ludarena.games.splendor.gems import TOKENS, tally_from
from ludarena.games.splendor.rules import SplendorState
from ludarena.games.splendor.setup import variant_of
from ludarena.games.splendor.state import TURN, Deck, PlayerBoard
from ludarena.games.splendor.tables import (
    CARD_ROWS,
    DECK_FIRST,
    FACE_UP,
    GEM_TOKENS,
    GOLD_TOKENS,
    NOBLE_POINTS,
    NOBLE_ROWS,
    level_of,
)

CARD_CODES = {card.id: code for code, card in enumerate(CARD_ROWS)}
NOBLE_CODES = {noble.id: code for code, noble in enumerate(NOBLE_ROWS)}


@dataclass
class Hand:
    """What one player has; cards and nobles by id, tokens by colour."""

    tokens: Mapping[str, int] = field(default_factory=dict)
    bought: Sequence[str] = ()
    reserved: Sequence[str] = ()
    blind: Sequence[str] = ()
    nobles: Sequence[str] = ()


def tokens_of(counts: Mapping[str, int]) -> int:
    return tally_from(tuple(counts.get(token, 0) for token in TOKENS))


def codes(cards: Sequence[str]) -> list[int]:
    return sorted(CARD_CODES[card] for card in cards)


def position(
    *hands: Hand,
    market: Sequence[str] = (),
    decks: Mapping[int, Sequence[str]] | None = None,
    nobles: Sequence[str] = (),
    turns: int = 0,
    **options: OptionValue,
) -> SplendorState:
    """Return a position with a seat for each hand; seat `turns % seats` is to move.

    Rows are filled up from the lowest cards of no other place; what is left lies in the decks,
    unless `decks` says what lies in the deck of a level (the other cards are then out of play).
    The supply is what the hands leave.
    """
    boards = [board_of(hand) for hand in hands]
    face_up = codes(market)
    gone = set(face_up)
    for hand in hands:
        gone |= set(codes([*hand.bought, *hand.reserved, *hand.blind]))
    stock: list[Deck] = []
    for level in range(3):
        given = (decks or {}).get(level + 1)
        rest = [
            card for card in range(DECK_FIRST[level], DECK_FIRST[level + 1]) if card not in gone
        ]
        if given is None:
            row = [card for card in face_up if level_of(card) == level]
            fill = rest[: FACE_UP - len(row)]
            face_up += fill
            rest = rest[len(fill) :]
        else:
            rest = codes(given)
        mask = sum(1 << (card - DECK_FIRST[level]) for card in rest)
        stock.append(Deck(DECK_FIRST[level], mask, 12345 + level))
    in_play = dict.fromkeys(TOKENS, GEM_TOKENS[len(hands)]) | {"gold": GOLD_TOKENS}
    supply = tokens_of(
        {
            token: number - sum(hand.tokens.get(token, 0) for hand in hands)
            for token, number in in_play.items()
        }
    )
    state = SplendorState(
        len(hands),
        variant_of(
            {option.name: options.get(option.name, option.default) for option in SPLENDOR.options}
        ),
        supply,
        sum(1 << NOBLE_CODES[noble] for noble in nobles),
        sorted(face_up),
        stock,
        boards,
        TURN,
        turns,
        0,
        0,
    )
    state.trace = Trace()
    return state


def board_of(hand: Hand) -> PlayerBoard:
    nobles = [NOBLE_CODES[noble] for noble in hand.nobles]
    board = PlayerBoard(
        tokens_of(hand.tokens),
        0,
        0,
        sum(1 << noble for noble in nobles),
        0,
        0,
        codes(hand.reserved),
        codes(hand.blind),
    )
    for card in codes(hand.bought):
        board.add_bought(card)
    board.points += sum(NOBLE_POINTS[noble] for noble in nobles)
    return board


def legal(state: SplendorState) -> list[str]:
    """Return the ids that the seat to move may play."""
    return [SPLENDOR.action_id(action) for action in state.legal_actions(state.active())]


def legal_of(state: SplendorState, kind: str) -> list[str]:
    return [action for action in legal(state) if action.split(":")[0] == kind]


def play(state: SplendorState, *ids: str) -> None:
    """Play actions of the seats to move."""
    for text in ids:
        SPLENDOR.play(state, state.active(), SPLENDOR.action_code(text))


def reason(state: SplendorState, action: str) -> str:
    """Return why the seat to move may not play the action."""
    found = why_not(SPLENDOR, state, state.active(), SPLENDOR.action_code(action))
    assert found is not None
    return found


def tokens(state: SplendorState, seat: int) -> dict[str, int]:
    """Return the tokens of a seat, colours of which it has none left out."""
    return counts(state.boards[seat].tokens)


def supply(state: SplendorState) -> dict[str, int]:
    return counts(state.supply)


def counts(tally: int) -> dict[str, int]:
    found = {token: count_in(tally, slot) for slot, token in enumerate(TOKENS)}
    return {token: number for token, number in found.items() if number}


def ids(cards: Sequence[int]) -> list[str]:
    return [CARD_ROWS[card].id for card in cards]


def facts_of(state: SplendorState) -> list[Fact]:
    assert state.trace is not None
    return state.trace.take()


def fact_names(state: SplendorState) -> list[str]:
    return [SPLENDOR.facts[fact.kind].name for fact in facts_of(state)]
