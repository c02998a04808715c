"""The beginning of a match: tokens by number of seats, nobles and face-up cards by chance."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.bits import counted
from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.trace import Trace
from ludarena.games.splendor.facts import CARD_SHOWN, NOBLE_SHOWN
from ludarena.games.splendor.gems import GOLD, ONES
from ludarena.games.splendor.rules import SplendorState
from ludarena.games.splendor.state import TURN, Deck, PlayerBoard, Variant, put_in_order
from ludarena.games.splendor.tables import (
    DECK_FIRST,
    DECK_SIZES,
    FACE_UP,
    GEM_TOKENS,
    GOLD_TOKENS,
    LEVELS,
    NOBLES,
    NOBLES_SHOWN,
)


def variant_of(options: Mapping[str, OptionValue]) -> Variant:
    """Return the options of a match as the state keeps them."""
    return Variant(
        options["take_fewer"] == "free",
        options["payment"] == "choose",
        options["reserved_visible"] == "all_public",
        options["last_round"] == "equal_turns",
        int(options["target_points"]),
        int(options["turn_limit"]),
    )


def full_deck(seed: int, level: int) -> Deck:
    """Return the whole deck of a level (0 to 2) with its generator."""
    chance = stream(seed, f"deck-{level + 1}").state
    return Deck(DECK_FIRST[level], (1 << DECK_SIZES[level]) - 1, chance)


def set_up(
    seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
) -> SplendorState:
    """Return a new match (R1)."""
    decks = [full_deck(seed, level) for level in range(LEVELS)]
    market: list[int] = []
    for deck in decks:
        for _ in range(FACE_UP):
            card = deck.draw()
            put_in_order(market, card)
            if trace is not None:
                trace.note(CARD_SHOWN, [card])
    nobles = list(range(NOBLES))
    stream(seed, "nobles").shuffle(nobles)
    shown = sorted(nobles[: NOBLES_SHOWN[seats]])
    if trace is not None:
        for noble in shown:
            trace.note(NOBLE_SHOWN, [noble])
    state = SplendorState(
        seats,
        variant_of(options),
        ONES * GEM_TOKENS[seats] + counted(GOLD, GOLD_TOKENS),
        sum(1 << noble for noble in shown),
        market,
        decks,
        [PlayerBoard(0, 0, 0, 0, 0, 0, [], []) for _ in range(seats)],
        TURN,
        0,
        0,
        0,
    )
    state.trace = trace
    return state
