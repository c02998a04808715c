"""Reading a state back from the bytes that `SplendorTable.encode` wrote."""

from __future__ import annotations

from ludarena.core.bits import count_in, members
from ludarena.core.codec import Unpacker
from ludarena.core.errors import CorruptState
from ludarena.core.rng import MASK63
from ludarena.games.splendor.gems import GOLD, TOKENS
from ludarena.games.splendor.rules import SplendorState
from ludarena.games.splendor.state import (
    CHOOSE_NOBLE,
    OVER,
    Deck,
    PlayerBoard,
    unpack_variant,
)
from ludarena.games.splendor.tables import (
    CARDS,
    DECK_FIRST,
    DECK_SIZES,
    GEM_TOKENS,
    GOLD_TOKENS,
    LEVELS,
    NOBLE_POINTS,
    NOBLES,
    NOBLES_SHOWN,
    RESERVE_LIMIT,
)

_MANY = 1 << 62


def decode(game: str, data: bytes) -> SplendorState:
    """Return the state of these bytes; raise `CorruptState` when they hold no possible one."""
    unpacker = Unpacker(game, data)
    seats = unpacker.take_within("seats", 2, 4)
    variant = unpack_variant(unpacker)
    owed = unpacker.take_within("owed decision", int(OVER), int(CHOOSE_NOBLE))
    turns = unpacker.take_within("turns", 0, variant.turn_limit * seats)
    answers = unpacker.take_within("answers", 0, _MANY)
    returned = unpacker.take_within("returned tokens", 0, _MANY)
    supply = unpacker.take_within("supply", 0, _MANY)
    nobles = unpacker.take_within("nobles", 0, (1 << NOBLES) - 1)
    market = unpacker.take_list()
    decks = [_take_deck(unpacker, level) for level in range(LEVELS)]
    boards = [_take_board(unpacker) for _ in range(seats)]
    unpacker.finish()
    state = SplendorState(
        seats, variant, supply, nobles, market, decks, boards, owed, turns, answers, returned
    )
    fault = fault_in(state)
    if fault:
        raise CorruptState(game, fault)
    return state


def _take_deck(unpacker: Unpacker, level: int) -> Deck:
    cards = unpacker.take_within("deck", 0, (1 << DECK_SIZES[level]) - 1)
    return Deck(DECK_FIRST[level], cards, unpacker.take_within("generator", 0, int(MASK63)))


def _take_board(unpacker: Unpacker) -> PlayerBoard:
    tokens = unpacker.take_within("tokens", 0, _MANY)
    nobles = unpacker.take_within("nobles of a player", 0, (1 << NOBLES) - 1)
    board = PlayerBoard(tokens, 0, 0, nobles, 0, 0, [], [])
    for card in unpacker.take_list():
        if 0 <= card < CARDS:
            board.add_bought(card)
    board.points += sum(NOBLE_POINTS[noble] for noble in members(nobles))
    board.reserved = unpacker.take_list()
    board.blind = unpacker.take_list()
    return board


def fault_in(state: SplendorState) -> str:
    """Return what breaks the conservation of cards, nobles or tokens; empty if nothing does."""
    places = [state.market, *(deck.codes() for deck in state.decks)]
    nobles = members(state.nobles)
    for board in state.boards:
        places += [board.bought(), board.reserved, board.blind]
        nobles += members(board.nobles)
        if board.reserves() > RESERVE_LIMIT:
            return f"a player has {board.reserves()} reserved cards"
    if sorted(card for place in places for card in place) != list(range(CARDS)):
        return "a card is missing, doubled or unknown"
    if any(place != sorted(place) for place in places):
        return "a list of cards is not in order"
    if len(set(nobles)) != len(nobles) or len(nobles) != NOBLES_SHOWN[state.seats]:
        return f"there are {len(nobles)} nobles"
    for slot, token in enumerate(TOKENS):
        piles = [state.supply, *(board.tokens for board in state.boards)]
        number = sum(count_in(pile, slot) for pile in piles)
        if number != (GOLD_TOKENS if slot == GOLD else GEM_TOKENS[state.seats]):
            return f"there are {number} {token} tokens"
    return ""
