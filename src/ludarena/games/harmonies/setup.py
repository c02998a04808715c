"""The beginning of a match: tokens, animal cards and, as an option, spirits by chance."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.bits import counted
from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.trace import Trace, only
from ludarena.games.harmonies.facts import SPIRITS_DEALT
from ludarena.games.harmonies.grid import BOARD, SIDES
from ludarena.games.harmonies.landscape import bare
from ludarena.games.harmonies.rules import HarmoniesState
from ludarena.games.harmonies.state import CHOOSE_SPIRIT, TURN, PlayerBoard, Variant
from ludarena.games.harmonies.tables import (
    ANIMALS,
    CARDS,
    SPACES,
    TOKENS,
)
from ludarena.games.harmonies.tables import (
    SPIRITS_DEALT as DEALT,
)


def variant_of(options: Mapping[str, OptionValue]) -> Variant:
    """Return the options of a match as the state keeps them."""
    return Variant(
        SIDES.index(str(options["side"])),
        options["spirits"] == "on",
        options["river_length"] == "from_river_ends",
        options["spirit_cube_in_tiebreak"] is True,
        options["cube_supply"] == "66",
    )


def set_up(
    seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
) -> HarmoniesState:
    """Return a new match (R1)."""
    variant = variant_of(options)
    boards = [PlayerBoard(bare(BOARD[variant.side]), [], [], [], -1, -1) for _ in range(seats)]
    state = HarmoniesState(
        seats,
        variant,
        sum(counted(colour, number) for colour, number in enumerate(TOKENS)),
        stream(seed, "pouch").state,
        (1 << ANIMALS) - 1,
        stream(seed, "animals").state,
        [],
        [],
        boards,
        CHOOSE_SPIRIT if variant.spirits else TURN,
        0,
        0,
        0,
        False,
        False,
    )
    state.trace = trace
    for _ in range(SPACES):
        state.refill_space()
    state.refill_row()
    if variant.spirits:
        _deal_spirits(state, seed)
    return state


def _deal_spirits(state: HarmoniesState, seed: int) -> None:
    """Deal each seat two spirits that only it sees (R1.4)."""
    spirits = list(range(ANIMALS, CARDS))
    stream(seed, "spirits").shuffle(spirits)
    for seat, board in enumerate(state.boards):
        board.offered = sorted(spirits[DEALT * seat : DEALT * (seat + 1)])
        if state.trace is not None:
            state.trace.note_secret(SPIRITS_DEALT, [seat], board.offered, only(seat))
