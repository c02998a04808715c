"""Numbers about a match: metrics, points by route, components, and those of the rules text."""

from __future__ import annotations

from ludarena.core.bits import count_in, members
from ludarena.core.text import markdown_table
from ludarena.games.splendor.gems import (
    COLOURS,
    GEMS,
    GOLD_SHIFT,
    TOKENS,
    gem_total,
    lacking,
    token_total,
)
from ludarena.games.splendor.rules import SplendorState
from ludarena.games.splendor.state import PlayerBoard
from ludarena.games.splendor.tables import (
    CARD_ROWS,
    COST,
    DECK_SIZES,
    FACE_UP,
    GEM_TOKENS,
    GOLD_TOKENS,
    LEVELS,
    NOBLE_POINTS,
    NOBLE_ROWS,
    NOBLE_WANTS,
    NOBLES,
    NOBLES_SHOWN,
    POINTS,
    RESERVE_LIMIT,
    TAKE_DIFFERENT,
    TAKE_TWO_PILE,
    TARGET_HIGH,
    TARGET_LOW,
    TARGET_POINTS,
    TOKEN_LIMIT,
    TURN_LIMIT,
    level_of,
)
from ludarena.games.splendor.words import counts_text


def metrics(state: SplendorState, seat: int) -> dict[str, float]:
    """Return numbers of a seat's position; cards reserved blind enter by their number alone."""
    board = state.boards[seat]
    colours = sum(1 for colour in range(len(COLOURS)) if count_in(board.bonuses, colour))
    numbers: dict[str, int] = {
        "points": board.points,
        "points_to_target": max(0, state.variant.target - board.points),
        "cards": board.cards(),
        "bonus_colours": colours,
        "tokens": token_total(board.tokens),
        "gold": board.tokens >> GOLD_SHIFT,
        "reserved": board.reserves(),
        "affordable_face_up": sum(1 for card in state.market if affordable(board, card)),
        "nobles": len(members(board.nobles)),
        "bonuses_to_nearest_noble": _noble_gap(state, board),
    }
    return {name: float(number) for name, number in numbers.items()}


def _noble_gap(state: SplendorState, board: PlayerBoard) -> int:
    """Return how many bonuses are missing for the nearest noble; 0 when none is left."""
    gaps = [gem_total(lacking(NOBLE_WANTS[n], board.bonuses)) for n in members(state.nobles)]
    return min(gaps, default=0)


def affordable(board: PlayerBoard, card: int) -> bool:
    """Return whether a player can pay a card's price, gold included (R4.2)."""
    price = lacking(COST[card], board.bonuses)
    return gem_total(lacking(price, board.tokens & GEMS)) <= board.tokens >> GOLD_SHIFT


def score_routes(state: SplendorState, seat: int) -> dict[str, int]:
    """Return the points of a seat from cards of each level and from nobles; all are public."""
    board = state.boards[seat]
    routes = {f"level_{level + 1}_cards": 0 for level in range(LEVELS)}
    for card in board.bought():
        routes[f"level_{level_of(card) + 1}_cards"] += POINTS[card]
    routes["nobles"] = sum(NOBLE_POINTS[noble] for noble in members(board.nobles))
    return routes


def components(state: SplendorState) -> dict[str, int]:
    """Return the numbers of tokens, cards and nobles in play; no action changes them."""
    counts = {
        f"{token}_tokens": count_in(state.supply, slot)
        + sum(count_in(board.tokens, slot) for board in state.boards)
        for slot, token in enumerate(TOKENS)
    }
    places = [state.market, *(deck.codes() for deck in state.decks)]
    for board in state.boards:
        places += [board.bought(), board.reserved, board.blind]
    for level in range(LEVELS):
        counts[f"level_{level + 1}_cards"] = sum(
            1 for place in places for card in place if level_of(card) == level
        )
    nobles = [state.nobles, *(board.nobles for board in state.boards)]
    counts["nobles"] = sum(len(members(mask)) for mask in nobles)
    return counts


def rules_numbers() -> dict[str, object]:
    """Return the numbers and tables of `rules.md`."""
    return {
        "setup": markdown_table(
            ("players", "tokens of each gem colour", "gold tokens", "nobles"),
            ((seats, GEM_TOKENS[seats], GOLD_TOKENS, NOBLES_SHOWN[seats]) for seats in GEM_TOKENS),
        ),
        "level_1_size": DECK_SIZES[0],
        "level_2_size": DECK_SIZES[1],
        "level_3_size": DECK_SIZES[2],
        "cards_in_all": len(CARD_ROWS),
        "nobles_in_all": NOBLES,
        "face_up": FACE_UP,
        "take_different": TAKE_DIFFERENT,
        "take_two_pile": TAKE_TWO_PILE,
        "reserve_limit": RESERVE_LIMIT,
        "token_limit": TOKEN_LIMIT,
        "target_points": TARGET_POINTS,
        "target_low": TARGET_LOW,
        "target_high": TARGET_HIGH,
        "turn_limit": TURN_LIMIT,
        "noble_points": NOBLE_POINTS[0],
        "cards": _card_table(),
        "noble_table": markdown_table(
            ("noble", "bonuses wanted"), ((row.id, counts_text(row.wants)) for row in NOBLE_ROWS)
        ),
    }


def _card_table() -> str:
    header = ("card", "points", *COLOURS)
    rows = [(row.id, row.points, *(cost or "" for cost in row.cost)) for row in CARD_ROWS]
    return markdown_table(header, rows)
