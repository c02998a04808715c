"""Reading a state back from the bytes that `CenturyTable.encode` wrote."""

from __future__ import annotations

from ludarena.core.bits import members
from ludarena.core.codec import Unpacker
from ludarena.core.errors import CorruptState
from ludarena.core.rng import MASK63
from ludarena.games.century.cubes import TOPS, cube_total
from ludarena.games.century.rules import CenturyState
from ludarena.games.century.state import (
    OVER,
    PAY_CUBE,
    RETURN_CUBES,
    CenturyTable,
    Deck,
    PlayerBoard,
    Variant,
)
from ludarena.games.century.tables import (
    CARAVAN_HIGH,
    CARAVAN_LOW,
    COINS_A_SEAT,
    END_CARDS_HIGH,
    MARKET,
    MERCHANT_ROW,
    MERCHANTS,
    POINT_CARDS,
    POINT_ROW,
    START_GAIN,
    START_UPGRADE,
)

_MANY = 1 << 62
_CUBES = (1 << 31) - 1


def decode(game: str, data: bytes) -> CenturyState:
    """Return the state of these bytes; raise `CorruptState` when they hold no possible one."""
    unpacker = Unpacker(game, data)
    seats = unpacker.take_within("seats", 2, 5)
    variant = _take_variant(unpacker)
    owed = unpacker.take_within("owed decision", int(OVER), int(RETURN_CUBES))
    turns = unpacker.take_within("turns", 0, variant.turn_limit * seats)
    answers = unpacker.take_within("answers", 0, _MANY)
    target = unpacker.take_within("position of a card to acquire", -1, int(MERCHANT_ROW) - 1)
    paid = unpacker.take_within("cubes paid", 0, int(MERCHANT_ROW) - 1)
    returned = unpacker.take_within("cubes returned", 0, _CUBES)
    gold = unpacker.take_within("gold coins", 0, int(COINS_A_SEAT) * seats)
    silver = unpacker.take_within("silver coins", 0, int(COINS_A_SEAT) * seats)
    row, row_cubes, points = unpacker.take_list(), unpacker.take_list(), unpacker.take_list()
    merchant_deck = _take_deck(unpacker, int(MARKET))
    point_deck = _take_deck(unpacker, int(POINT_CARDS))
    boards = [_take_board(unpacker, seats) for _ in range(seats)]
    unpacker.finish()
    state = CenturyState(
        seats,
        variant,
        row,
        row_cubes,
        points,
        merchant_deck,
        point_deck,
        gold,
        silver,
        boards,
        owed,
        turns,
        answers,
        target,
        paid,
        returned,
    )
    fault = fault_in(state)
    if fault:
        raise CorruptState(game, fault)
    return state


def _take_variant(unpacker: Unpacker) -> Variant:
    names = ("hands_public", "claimed_public", "empty_play", "rest_without_played", "tie")
    flags = [bool(unpacker.take_within(name, 0, 1)) for name in names]
    end_cards = unpacker.take_within("end_cards", 1, int(END_CARDS_HIGH))
    caravan_limit = unpacker.take_within("caravan_limit", int(CARAVAN_LOW), int(CARAVAN_HIGH))
    turn_limit = unpacker.take_within("turn_limit", 1, 1_000)
    hands, claimed, empty, rest, latest = flags
    return Variant(hands, claimed, empty, rest, latest, end_cards, caravan_limit, turn_limit)


def _take_deck(unpacker: Unpacker, cards: int) -> Deck:
    mask = unpacker.take_within("deck", 0, (1 << cards) - 1)
    return Deck(mask, unpacker.take_within("generator", 0, int(MASK63)))


def _take_board(unpacker: Unpacker, seats: int) -> PlayerBoard:
    coins = int(COINS_A_SEAT) * seats
    return PlayerBoard(
        unpacker.take_within("caravan", 0, _CUBES),
        unpacker.take_within("hand", 0, (1 << MERCHANTS) - 1),
        unpacker.take_within("played cards", 0, (1 << MERCHANTS) - 1),
        unpacker.take_within("claimed cards", 0, (1 << POINT_CARDS) - 1),
        unpacker.take_within("gold", 0, coins),
        unpacker.take_within("silver", 0, coins),
    )


def fault_in(state: CenturyTable) -> str:
    """Return what breaks the conservation of cards, coins or limits; empty if nothing does."""
    return _card_fault(state) or _coin_fault(state) or _cube_fault(state)


def _card_fault(state: CenturyTable) -> str:
    merchants = [*state.row, *members(state.merchant_deck.cards)]
    points = [*state.points, *members(state.point_deck.cards)]
    for board in state.boards:
        merchants += [*members(board.hand), *members(board.played)]
        points += members(board.claimed)
    expected = [*range(MARKET), *([int(START_GAIN)] * state.seats)]
    if sorted(merchants) != [*expected, *([int(START_UPGRADE)] * state.seats)]:
        return "a merchant card is missing, doubled or unknown"
    if sorted(points) != list(range(POINT_CARDS)):
        return "a point card is missing, doubled or unknown"
    if len(state.row) > MERCHANT_ROW or len(state.points) > POINT_ROW:
        return "a row is too long"
    return ""


def _coin_fault(state: CenturyTable) -> str:
    coins = int(COINS_A_SEAT) * state.seats
    if state.gold + sum(board.gold for board in state.boards) != coins:
        return f"there are not {coins} gold coins"
    if state.silver + sum(board.silver for board in state.boards) != coins:
        return f"there are not {coins} silver coins"
    return ""


def _cube_fault(state: CenturyTable) -> str:
    if len(state.row_cubes) != len(state.row):
        return "cubes lie on cards that are not there"
    piles = [*state.row_cubes, *(board.caravan for board in state.boards), state.returned]
    if any(not 0 <= cubes <= _CUBES or cubes & TOPS for cubes in piles):
        return "a pile of cubes is impossible"
    for seat, board in enumerate(state.boards):
        overfull = cube_total(board.caravan) > state.variant.caravan_limit
        if overfull and not (state.owed == RETURN_CUBES and seat == state.active()):
            return f"the caravan of seat {seat} is over the limit"
    acquiring = state.owed == PAY_CUBE
    if acquiring != (state.target >= 0) or not state.paid <= max(0, state.target):
        return "the card that is being acquired is unclear"
    if state.target >= len(state.row):
        return "the card that is being acquired is not in the row"
    return ""
