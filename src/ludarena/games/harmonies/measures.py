"""Numbers about a match: metrics, points by route, components, and those of the rules text."""

from __future__ import annotations

from ludarena.core.bits import count_in, counted, members, popcount, total
from ludarena.core.text import listed, markdown_table
from ludarena.games.harmonies import scoring
from ludarena.games.harmonies.grid import (
    BOARD,
    COLUMN_HEIGHTS,
    LABELS,
    SIDES,
    around,
    hexes_in,
)
from ludarena.games.harmonies.landscape import Landscape
from ludarena.games.harmonies.phrases import AROUND, habitat_text, ladder_text, spirit_rule_text
from ludarena.games.harmonies.state import HarmoniesTable, PlayerBoard, Variant
from ludarena.games.harmonies.tables import (
    ALL_TOKENS,
    ANIMALS,
    BUILDING_COLOURS,
    BUILDING_POINTS,
    BY_HEIGHT,
    CARD_LIMIT,
    CARD_ROWS,
    COLOURS,
    CUBES,
    CUBES_IN_BOX,
    EMPTY_LIMIT,
    FACE_UP,
    FIELD_POINTS,
    GROUP_TALLY,
    ISLAND_POINTS,
    RIVER,
    RIVER_BEYOND,
    SPACES,
    SPIRITS,
    SPIRITS_DEALT,
    TOKENS,
)

MOST_HEXES = max(sum(heights) for heights in COLUMN_HEIGHTS)
"""Hexes of the larger side; each takes one cube at most."""


def metrics(state: HarmoniesTable, seat: int) -> dict[str, float]:
    """Return numbers of a seat's position; everything on the boards is public."""
    board = state.boards[seat]
    land = board.land
    numbers: dict[str, int] = {
        "points": scoring.points_of(board, state.variant),
        "landscape_points": scoring.land_points(land, state.variant),
        "animal_points": board.animal_points(),
        "animal_cubes": board.animal_cubes(),
        "cards_above_board": len(board.cards),
        "complete_cards": len(board.complete),
        "empty_hexes": popcount(land.empty()),
        "tokens": total(tokens_on(land)),
        "open_homes": sum(popcount(land.homes(entry >> 3)) for entry in board.cards),
    }
    return {name: float(number) for name, number in numbers.items()}


def routes(board: PlayerBoard, variant: Variant) -> dict[str, int]:
    """Return the points of a board by what they are given for."""
    land = board.land
    spirit = scoring.spirit_points(land, board.spirit) if land.spirit_cube else 0
    return {
        "trees": scoring.tree_points(land),
        "mountains": scoring.mountain_points(land),
        "fields": scoring.field_points(land),
        "buildings": scoring.building_points(land),
        "water": scoring.water_points(land, variant),
        "animals": board.animal_points(),
        "spirit": spirit,
    }


def tokens_on(land: Landscape) -> int:
    """Return the tally of the tokens on a board by colour."""
    on_gray = land.building & ~(land.on_brown | land.on_red)
    numbers = (
        popcount(land.gray1 | on_gray) + 2 * popcount(land.gray2) + 3 * popcount(land.gray3),
        popcount(land.water),
        popcount(land.trunk1 | land.tree2 | land.on_brown) + 2 * popcount(land.trunk2 | land.tree3),
        popcount(land.trees()),
        popcount(land.field),
        popcount(land.red | land.building) + popcount(land.on_red),
    )
    return sum(counted(colour, number) for colour, number in enumerate(numbers))


def tokens_in_play(state: HarmoniesTable) -> int:
    """Return the tally of all tokens: pouch, central board, hand and boards."""
    tally = state.pouch + state.hand + sum(GROUP_TALLY[group] for group in state.spaces)
    return tally + sum(tokens_on(board.land) for board in state.boards)


def components(state: HarmoniesTable) -> dict[str, int]:
    """Return the numbers of tokens, cards and cubes in play; no action changes them."""
    tally = tokens_in_play(state)
    counts = {f"{name}_tokens": count_in(tally, slot) for slot, name in enumerate(COLOURS)}
    cards = [*members(state.deck), *state.row]
    for board in state.boards:
        cards += [entry >> 3 for entry in board.cards] + board.complete
    counts["animal_cards"] = sum(1 for card in cards if card < ANIMALS)
    placed = sum(board.animal_cubes() for board in state.boards)
    left = sum(CUBES[card] for card in [*members(state.deck), *state.row])
    for board in state.boards:
        above = [(entry >> 3, entry & 7) for entry in board.cards]
        left += sum(CUBES[card] - used for card, used in above if card < ANIMALS)
    counts["animal_cubes"] = placed + left
    counts["spirit_cards"] = sum(
        len(board.offered) + (board.spirit >= 0) + (board.returned >= 0) for board in state.boards
    )
    return counts


def rules_numbers() -> dict[str, object]:
    """Return the numbers and tables of `rules.md`."""
    tokens = (f"{number} {name}" for number, name in zip(TOKENS, COLOURS, strict=True))
    river = [(length, points) for length, points in enumerate(RIVER)]
    return {
        "tokens": listed(tokens),
        "all_tokens": ALL_TOKENS,
        "spaces": SPACES,
        "animals": ANIMALS,
        "face_up": FACE_UP,
        "card_limit": CARD_LIMIT,
        "empty_limit": EMPTY_LIMIT,
        "spirits": SPIRITS,
        "spirits_dealt": SPIRITS_DEALT,
        "by_height": ", ".join(str(points) for points in BY_HEIGHT),
        "field_points": FIELD_POINTS,
        "building_points": BUILDING_POINTS,
        "building_colours": BUILDING_COLOURS,
        "island_points": ISLAND_POINTS,
        "river": markdown_table(("length", "points"), river),
        "river_beyond": RIVER_BEYOND,
        "cubes_in_box": CUBES_IN_BOX,
        "side_a": _side_text(0),
        "side_b": _side_text(1),
        "animal_table": markdown_table(
            ("animal", "points for 1, 2, ... cubes", "habitat; the cube goes on the hex in bold"),
            (
                (card.id, ladder_text(card.ladder), habitat_text(number))
                for number, card in enumerate(CARD_ROWS[: int(ANIMALS)])
            ),
        ),
        "spirit_table": markdown_table(
            ("spirit", "scores", "habitat; the cube goes on the hex in bold"),
            (
                (CARD_ROWS[number].id, spirit_rule_text(number), habitat_text(number))
                for number in range(int(ANIMALS), len(CARD_ROWS))
            ),
        ),
    }


def _side_text(side: int) -> str:
    """Return the columns of a side and the neighbours of each hex."""
    heights = COLUMN_HEIGHTS[side]
    rows = [(LABELS[number], " ".join(around(side, number))) for number in hexes_in(BOARD[side])]
    intro = (
        f"Side {SIDES[side]}: {sum(heights)} hexes in {len(heights)} columns of "
        f"{listed(str(height) for height in heights)}."
    )
    return f"{intro}\n\n{markdown_table(('hex', AROUND), rows)}"
