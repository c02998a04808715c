"""Why an action is illegal: the rule it breaks."""

from __future__ import annotations

from ludarena.core.text import counted_noun
from ludarena.games.century.actions import ACTIONS
from ludarena.games.century.cubes import COLOURS, count_of, cube_total, lacking
from ludarena.games.century.rules import CenturyState
from ludarena.games.century.state import PAY_CUBE, RETURN_CUBES
from ludarena.games.century.tables import (
    COST,
    MERCHANT_ROWS,
    POINT_ROWS,
    STEPS,
    UPGRADE_NEED,
    UPGRADE_SETS,
)
from ludarena.games.century.words import cubes_text, letters_text, played_card, steps_text


def reason(state: CenturyState, seat: int, action: int) -> str:
    """Return the rule that an illegal action of the owing seat breaks."""
    row, arguments = ACTIONS.parts(action)
    kind = ACTIONS.kinds[row].name
    if state.owed == PAY_CUBE:
        return _pay_reason(kind, arguments)
    if state.owed == RETURN_CUBES:
        return _return_reason(state, seat, kind, arguments)
    if kind in ("play", "upgrade", "trade"):
        return _play_reason(state, seat, kind, arguments)
    if kind == "acquire":
        return _acquire_reason(state, seat, arguments[0])
    if kind == "claim":
        return _claim_reason(state, seat, arguments[0])
    if kind == "rest":
        return "resting takes played cards back, and you have played none"
    if kind == "pay":
        return "cubes are put onto cards only while you acquire one further right"
    limit = state.variant.caravan_limit
    return f"cubes are returned only at the end of a turn with more than {limit} in the caravan"


def _pay_reason(kind: str, arguments: tuple[int, ...]) -> str:
    if kind != "pay":
        return "you are acquiring a card: first pay the cubes for the cards that you pass"
    return f"you hold no {COLOURS[arguments[0]]} cube"


def _return_reason(state: CenturyState, seat: int, kind: str, arguments: tuple[int, ...]) -> str:
    caravan = state.boards[seat].caravan
    surplus = int(cube_total(caravan)) - state.variant.caravan_limit
    if kind != "return":
        return f"your action is done: first return {counted_noun(surplus, 'cube')}"
    colour, number = arguments[0], arguments[1] + 1
    if number > surplus:
        return f"only {counted_noun(surplus, 'cube')} must be returned, and no more may be"
    held = count_of(caravan, colour)
    if number > held:
        return f"you hold {held} {COLOURS[colour]}, not {number}"
    named = [other for other in range(len(COLOURS)) if count_of(state.returned, other)]
    if named and colour <= named[-1]:
        return (
            f"colours are returned in the order {', '.join(COLOURS)}, each named once, and "
            f"{COLOURS[named[-1]]} is named"
        )
    return (
        f"after {number} {COLOURS[colour]} only later colours could be returned, and you hold too "
        f"few of these to return {counted_noun(surplus, 'cube')}"
    )


def _play_reason(state: CenturyState, seat: int, kind: str, arguments: tuple[int, ...]) -> str:
    board = state.boards[seat]
    card = played_card(kind, arguments[0])
    row = MERCHANT_ROWS[card]
    if board.played >> card & 1:
        return f"you have played {row.id} already: rest to take it back in hand"
    if not board.hand >> card & 1:
        return f"{row.id} is not in your hand"
    if kind == "upgrade":
        return _upgrade_reason(state, seat, card, arguments[1])
    times = arguments[1]
    if not times:
        return "a trade must be done at least once (option empty_play is false)"
    most = int(state.most_times(board.caravan, card))
    if not most:
        return f"{row.id} takes {letters_text(row.give)}, and you hold {cubes_text(board.caravan)}"
    return f"your caravan pays for {row.id} {counted_noun(most, 'time')}, not {times}"


def _upgrade_reason(state: CenturyState, seat: int, card: int, way: int) -> str:
    steps = UPGRADE_SETS[way]
    if not sum(steps):
        return "an upgrade must raise a cube (option empty_play is false)"
    if sum(steps) > STEPS[card]:
        return f"{MERCHANT_ROWS[card].id} gives {STEPS[card]} steps, not {sum(steps)}"
    caravan = state.boards[seat].caravan
    missing = lacking(UPGRADE_NEED[way], caravan)
    return (
        f"to raise {steps_text(steps)} you lack {cubes_text(missing)}; "
        f"you hold {cubes_text(caravan)}"
    )


def _acquire_reason(state: CenturyState, seat: int, card: int) -> str:
    position = int(state.position_of(card))
    if position < 0:
        return f"{MERCHANT_ROWS[card].id} is not in the merchant row"
    held = int(cube_total(state.boards[seat].caravan))
    return (
        f"{MERCHANT_ROWS[card].id} has {counted_noun(position, 'card')} to its left, a cube for "
        f"each is due, and you hold {held}"
    )


def _claim_reason(state: CenturyState, seat: int, card: int) -> str:
    row = POINT_ROWS[card]
    if card not in state.points:
        return f"{row.id} is not face up"
    missing = lacking(COST[card], state.boards[seat].caravan)
    return f"{row.id} costs {letters_text(row.cost)}, and you lack {cubes_text(missing)}"
