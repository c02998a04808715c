"""The beginning of a match: rows by chance, coins, caravans and starting cards by seat."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.trace import Trace
from ludarena.games.century.cubes import cube_list, cubes_from
from ludarena.games.century.facts import MERCHANT_SHOWN, POINT_CARD_SHOWN, STARTED
from ludarena.games.century.rules import CenturyState
from ludarena.games.century.state import TURN, Deck, PlayerBoard, Variant
from ludarena.games.century.tables import (
    COINS_A_SEAT,
    END_CARDS,
    MARKET,
    MERCHANT_ROW,
    POINT_CARDS,
    POINT_ROW,
    START_GAIN,
    START_UPGRADE,
    STARTING_SPICES,
)


def variant_of(seats: int, options: Mapping[str, OptionValue]) -> Variant:
    """Return the options of a match as the state keeps them."""
    return Variant(
        bool(options["hands_public"]),
        bool(options["claimed_public"]),
        bool(options["empty_play"]),
        bool(options["rest_without_played"]),
        options["tie"] == "latest_seat",
        int(options["end_cards"]) or END_CARDS[seats],
        int(options["caravan_limit"]),
        int(options["turn_limit"]),
    )


def starting_board(seat: int) -> PlayerBoard:
    """Return what a seat begins with (R1.3, R1.5)."""
    hand = 1 << START_GAIN | 1 << START_UPGRADE
    return PlayerBoard(cubes_from(STARTING_SPICES[seat]), hand, 0, 0, 0, 0)


def set_up(
    seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
) -> CenturyState:
    """Return a new match (R1)."""
    merchants = Deck((1 << MARKET) - 1, stream(seed, "merchants").state)
    points = Deck((1 << POINT_CARDS) - 1, stream(seed, "points").state)
    state = CenturyState(
        seats,
        variant_of(seats, options),
        [merchants.draw() for _ in range(MERCHANT_ROW)],
        [0] * MERCHANT_ROW,
        [points.draw() for _ in range(POINT_ROW)],
        merchants,
        points,
        COINS_A_SEAT * seats,
        COINS_A_SEAT * seats,
        [starting_board(seat) for seat in range(seats)],
        TURN,
        0,
        0,
        -1,
        0,
        0,
    )
    state.trace = trace
    if trace is not None:
        _report(state, trace)
    return state


def _report(state: CenturyState, trace: Trace) -> None:
    for seat, board in enumerate(state.boards):
        trace.note(STARTED, [seat, *cube_list(board.caravan)])
    for card in state.points:
        trace.note(POINT_CARD_SHOWN, [card])
    for card in state.row:
        trace.note(MERCHANT_SHOWN, [card])
