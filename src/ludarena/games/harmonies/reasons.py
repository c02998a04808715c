"""Why an action is illegal: the rule it breaks, said without what the seat may not know."""

from __future__ import annotations

from ludarena.core.bits import count_in
from ludarena.core.text import counted_noun, listed
from ludarena.games.harmonies.actions import ACTIONS
from ludarena.games.harmonies.grid import BIT, LABELS
from ludarena.games.harmonies.phrases import group_text, habitat_text, landscape_text
from ludarena.games.harmonies.rules import HarmoniesState
from ludarena.games.harmonies.state import CHOOSE_SPIRIT, FINISH, PLACE_TOKENS, TURN
from ludarena.games.harmonies.tables import (
    ANIMALS,
    CARD_LIMIT,
    CARD_ROWS,
    COLOURS,
    CUBE_LANDSCAPE,
    CUBES,
)
from ludarena.games.harmonies.view import stack_at

_RULES = {
    "gray": "gray goes only on 1 or 2 gray",
    "blue": "blue goes only on empty hexes",
    "brown": "brown goes only on exactly 1 brown",
    "green": "green goes only on 1 or 2 brown",
    "yellow": "yellow goes only on empty hexes",
    "red": "red goes only on exactly 1 gray, 1 brown or 1 red",
}


def reason(state: HarmoniesState, seat: int, action: int) -> str:
    """Return the rule that an illegal action of the owing seat breaks."""
    row, arguments = ACTIONS.parts(action)
    kind = ACTIONS.kinds[row].name
    if state.owed == CHOOSE_SPIRIT:
        if kind == "spirit":
            return f"the {CARD_ROWS[arguments[0] + int(ANIMALS)].id} was not dealt to you"
        return "first choose the spirit that you keep"
    if kind == "spirit":
        return "there is no spirit to choose now"
    if kind == "take":
        return _take_reason(state, arguments[0])
    if kind == "place":
        return _place_reason(state, seat, arguments[0], arguments[1])
    if kind == "card":
        return _card_reason(state, seat, arguments[0])
    if kind == "cube":
        return _cube_reason(state, seat, arguments[0], arguments[1])
    if state.owed == TURN:
        return "tokens must be taken and placed in every turn"
    return "all tokens must be placed before the turn ends"


def _take_reason(state: HarmoniesState, group: int) -> str:
    if state.owed in (PLACE_TOKENS, FINISH):
        return "tokens are taken once in a turn, and you have taken yours"
    return f"no central space holds {group_text(group)}"


def _place_reason(state: HarmoniesState, seat: int, colour: int, number: int) -> str:
    name = LABELS[number]
    land = state.boards[seat].land
    if state.owed == TURN:
        return "first take the tokens of a central space"
    if not count_in(state.hand, colour):
        return f"you have no {COLOURS[colour]} token in hand"
    if not land.board & BIT[number]:
        return f"there is no hex {name} on this side of the board"
    if land.cubes & BIT[number]:
        return f"a cube stands on {name}, which takes no further token"
    stack = listed(COLOURS[c] for c in stack_at(land, number))
    return f"{name} holds {stack}, and {_RULES[COLOURS[colour]]}, or on an empty hex".replace(
        "empty hexes, or on an empty hex", "empty hexes"
    )


def _card_reason(state: HarmoniesState, seat: int, card: int) -> str:
    if state.card_taken:
        return "one animal card may be taken in a turn, and you have taken yours"
    if card not in state.row:
        return f"the {CARD_ROWS[card].id} does not lie face up"
    if len(state.boards[seat].cards) >= CARD_LIMIT:
        return f"{CARD_LIMIT} cards lie above your board, which is the limit"
    left = counted_noun(state.cubes_left(), "cube")
    return f"the {CARD_ROWS[card].id} needs {CUBES[card]} cubes, and the box holds {left}"


def _cube_reason(state: HarmoniesState, seat: int, card: int, number: int) -> str:
    board = state.boards[seat]
    row = CARD_ROWS[card]
    name = LABELS[number]
    if card in board.complete:
        return f"no cube is left on the {row.id}: it is complete"
    if board.place_of(card) < 0:
        return f"the {row.id} does not lie above your board"
    if not board.land.board & BIT[number]:
        return f"there is no hex {name} on this side of the board"
    if board.land.cubes & BIT[number]:
        return f"a cube stands on {name} already"
    kind = CUBE_LANDSCAPE[card]
    if not board.land.landscape(kind) & BIT[number]:
        return f"the cube of the {row.id} goes on {landscape_text(kind)}, and {name} is none"
    return f"{name} is not in a whole habitat of the {row.id}: {habitat_text(card)}"
