"""Numbers about a match: metrics, points by route, components, and those of the rules text."""

from __future__ import annotations

from ludarena.core.bits import members
from ludarena.core.text import markdown_table
from ludarena.core.view import Viewpoint
from ludarena.games.century.cubes import COLOURS, LETTERS, count_of, covers, cube_total, spice_value
from ludarena.games.century.rules import CenturyState
from ludarena.games.century.state import OVER
from ludarena.games.century.tables import (
    CARAVAN_HIGH,
    CARAVAN_LIMIT,
    CARAVAN_LOW,
    COINS_A_SEAT,
    COST,
    END_CARDS,
    END_CARDS_HIGH,
    GOLD_POINTS,
    MARKET,
    MERCHANT_ROW,
    MERCHANT_ROWS,
    POINT_CARDS,
    POINT_ROW,
    POINT_ROWS,
    SILVER_POINTS,
    STARTING_SPICES,
    TURN_LIMIT,
)
from ludarena.games.century.words import effect_text, letters_text


def metrics(state: CenturyState, seat: int) -> dict[str, float]:
    """Return numbers of a seat's position; all of them can be read off the table."""
    board = state.boards[seat]
    claimable = [card for card in state.points if covers(board.caravan, COST[card])]
    numbers: dict[str, int] = {
        "claims": board.claims(),
        "claims_to_end": max(0, state.variant.end_cards - board.claims()),
        "gold": board.gold,
        "silver": board.silver,
        "cubes": cube_total(board.caravan),
        "spice_value": spice_value(board.caravan),
        "brown": count_of(board.caravan, 3),
        "merchants": len(members(board.hand | board.played)),
        "in_hand": len(members(board.hand)),
        "claimable": len(claimable),
    }
    return {name: float(number) for name, number in numbers.items()}


def score_routes(state: CenturyState, seat: int, at: Viewpoint) -> dict[str, int]:
    """Return the points of a seat from cards, coins and cubes.

    Point cards are left out where an option keeps them from the viewpoint.
    """
    board = state.boards[seat]
    shown = state.variant.claimed_public or at in (seat, "all") or state.owed == OVER
    routes = {"point_cards": int(board.card_points())} if shown else {}
    routes["gold_coins"] = int(GOLD_POINTS * board.gold)
    routes["silver_coins"] = int(SILVER_POINTS * board.silver)
    routes["cubes"] = int(board.cube_points())
    return routes


def components(state: CenturyState) -> dict[str, int]:
    """Return the numbers of cards and coins in play; no action changes them."""
    masks = [board.hand | board.played for board in state.boards]
    return {
        "merchant_cards": len(state.row)
        + len(members(state.merchant_deck.cards))
        + sum(len(members(mask)) for mask in masks),
        "point_cards": len(state.points)
        + len(members(state.point_deck.cards))
        + sum(board.claims() for board in state.boards),
        "gold_coins": state.gold + sum(board.gold for board in state.boards),
        "silver_coins": state.silver + sum(board.silver for board in state.boards),
    }


def rules_numbers() -> dict[str, object]:
    """Return the numbers and tables of `rules.md`."""
    return {
        "merchants_in_all": MARKET,
        "points_in_all": POINT_CARDS,
        "merchant_row": MERCHANT_ROW,
        "point_row": POINT_ROW,
        "last_position": MERCHANT_ROW - 1,
        "coins_a_seat": COINS_A_SEAT,
        "gold_points": GOLD_POINTS,
        "silver_points": SILVER_POINTS,
        "caravan_limit": CARAVAN_LIMIT,
        "caravan_low": CARAVAN_LOW,
        "caravan_high": CARAVAN_HIGH,
        "end_cards_high": END_CARDS_HIGH,
        "turn_limit": TURN_LIMIT,
        "spices": markdown_table(
            ("spice", "letter", "level", "points in the caravan at the end"),
            (
                (colour, LETTERS[row], row + 1, 0 if row == 0 else 1)
                for row, colour in enumerate(COLOURS)
            ),
        ),
        "caravans": markdown_table(
            ("seat", "cubes at the beginning"),
            ((seat, letters_text(cubes)) for seat, cubes in enumerate(STARTING_SPICES)),
        ),
        "end_cards": markdown_table(("players", "point cards"), END_CARDS.items()),
        "merchant_cards": markdown_table(
            ("card", "what it does", "of the market?"),
            (
                (row.id, effect_text(row), "no: starting card" if row.starting else "yes")
                for row in MERCHANT_ROWS
            ),
        ),
        "point_cards": markdown_table(
            ("card", "points", "cost"),
            ((row.id, row.points, letters_text(row.cost)) for row in POINT_ROWS),
        ),
    }
