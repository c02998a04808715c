"""Reading a state back from the bytes that `HarmoniesTable.encode` wrote."""

from __future__ import annotations

from ludarena.core.bits import count_in, members
from ludarena.core.codec import Unpacker
from ludarena.core.errors import CorruptState
from ludarena.core.rng import MASK63
from ludarena.games.harmonies.grid import BOARD
from ludarena.games.harmonies.landscape import Landscape
from ludarena.games.harmonies.measures import tokens_in_play
from ludarena.games.harmonies.rules import HarmoniesState
from ludarena.games.harmonies.state import (
    CHOOSE_SPIRIT,
    OVER,
    PlayerBoard,
    unpack_variant,
)
from ludarena.games.harmonies.tables import ANIMALS, CARDS, COLOURS, MOST_TURNS, TOKENS

_MANY = 1 << 62
_MASKS = 16


def decode(game: str, data: bytes) -> HarmoniesState:
    """Return the state of these bytes; raise `CorruptState` when they hold no possible one."""
    unpacker = Unpacker(game, data)
    seats = unpacker.take_within("seats", 2, 4)
    variant = unpack_variant(unpacker)
    owed = unpacker.take_within("owed decision", int(OVER), int(CHOOSE_SPIRIT))
    turns = unpacker.take_within("turns", 0, int(MOST_TURNS))
    answers = unpacker.take_within("answers", 0, _MANY)
    hand = unpacker.take_within("tokens in hand", 0, _MANY)
    card_taken = bool(unpacker.take_within("card taken", 0, 1))
    ending = bool(unpacker.take_within("last round", 0, 1))
    pouch = unpacker.take_within("pouch", 0, _MANY)
    pouch_chance = unpacker.take_within("generator", 0, int(MASK63))
    deck = unpacker.take_within("deck", 0, (1 << ANIMALS) - 1)
    deck_chance = unpacker.take_within("generator", 0, int(MASK63))
    spaces = unpacker.take_list()
    row = unpacker.take_list()
    boards = [_take_board(unpacker, BOARD[variant.side]) for _ in range(seats)]
    unpacker.finish()
    state = HarmoniesState(
        seats,
        variant,
        pouch,
        pouch_chance,
        deck,
        deck_chance,
        spaces,
        row,
        boards,
        owed,
        turns,
        answers,
        hand,
        card_taken,
        ending,
    )
    fault = fault_in(state)
    if fault:
        raise CorruptState(game, fault)
    return state


def _take_board(unpacker: Unpacker, side: int) -> PlayerBoard:
    masks = [unpacker.take_within("hexes", 0, side) for _ in range(_MASKS)]
    land = Landscape(side, *masks)
    cards, complete, offered = (unpacker.take_list() for _ in range(3))
    spirit = unpacker.take_within("spirit", -1, int(CARDS) - 1)
    returned = unpacker.take_within("returned spirit", -1, int(CARDS) - 1)
    return PlayerBoard(land, cards, complete, offered, spirit, returned)


def fault_in(state: HarmoniesState) -> str:
    """Return what breaks the conservation of cards or tokens; empty if nothing does."""
    if any(not 0 <= group < 56 for group in state.spaces):
        return "a group of tokens is unknown"
    places = [members(state.deck), state.row]
    for board in state.boards:
        above = [entry >> 3 for entry in board.cards]
        places.append([card for card in [*above, *board.complete] if card < ANIMALS])
        if any(place != sorted(place) for place in (board.cards, board.complete)):
            return "a list of cards is not in order"
    if sorted(card for place in places for card in place) != list(range(ANIMALS)):
        return "an animal card is missing, doubled or unknown"
    for colour, name in enumerate(COLOURS):
        number = count_in(tokens_in_play(state), colour)
        if number != TOKENS[colour]:
            return f"there are {number} {name} tokens"
    return ""
