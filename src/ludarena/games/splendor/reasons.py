"""Why an action is illegal: the rule it breaks, said without what the seat may not know."""

from __future__ import annotations

from ludarena.core.bits import count_in
from ludarena.core.text import counted_noun, listed
from ludarena.games.splendor.actions import ACTIONS
from ludarena.games.splendor.gems import COLOURS, GOLD, TOKENS, token_total
from ludarena.games.splendor.rules import SplendorState
from ludarena.games.splendor.state import CHOOSE_NOBLE, RETURN_TOKENS
from ludarena.games.splendor.tables import (
    CARD_ROWS,
    NOBLE_ROWS,
    PAYMENT_SETS,
    RESERVE_LIMIT,
    TAKE_DIFFERENT,
    TAKE_SETS,
    TAKE_TWO_PILE,
    TOKEN_LIMIT,
)
from ludarena.games.splendor.words import counts_text, price_of


def reason(state: SplendorState, seat: int, action: int) -> str:
    """Return the rule that an illegal action of the owing seat breaks."""
    row, arguments = ACTIONS.parts(action)
    kind = ACTIONS.kinds[row].name
    if state.owed == RETURN_TOKENS:
        return _return_reason(state, seat, kind, arguments)
    if state.owed == CHOOSE_NOBLE:
        if kind != "noble":
            return "a noble visits at the end of your turn: choose which one first"
        return _noble_reason(state, arguments[0])
    if kind == "return":
        return f"tokens are returned at the end of a turn with more than {TOKEN_LIMIT} in hand"
    if kind == "noble":
        return "nobles visit at the end of a turn, when bonuses meet their wishes"
    if kind == "pass":
        return "passing is allowed only when no other action is possible"
    if kind == "take":
        return _take_reason(state, TAKE_SETS[arguments[0]])
    if kind == "take-two":
        return _take_two_reason(state, arguments[0])
    if kind == "buy":
        return _buy_reason(state, seat, arguments[0], PAYMENT_SETS[arguments[1]])
    return _reserve_reason(state, seat, kind, arguments[0])


def _return_reason(state: SplendorState, seat: int, kind: str, arguments: tuple[int, ...]) -> str:
    tokens = state.boards[seat].tokens
    surplus = token_total(tokens) - TOKEN_LIMIT
    if kind != "return":
        return f"your action is done: first return {counted_noun(surplus, 'token')}"
    token = arguments[0]
    if not count_in(tokens, token):
        return f"you hold no {TOKENS[token]} token"
    named = [name for slot, name in enumerate(TOKENS) if count_in(state.returned, slot)]
    if named and token < TOKENS.index(named[-1]):
        return (
            f"tokens are returned in the order {', '.join(TOKENS)}, "
            f"and you have returned {named[-1]} in this turn"
        )
    return (
        f"after {TOKENS[token]} only it and later colours could be returned, "
        f"and you hold too few of these to return {counted_noun(surplus, 'token')}"
    )


def _noble_reason(state: SplendorState, noble: int) -> str:
    if not state.nobles >> noble & 1:
        return f"the noble {NOBLE_ROWS[noble].id} is not on the table"
    return (
        f"the noble {NOBLE_ROWS[noble].id} wants {counts_text(NOBLE_ROWS[noble].wants)} "
        "bonuses, which you do not have"
    )


def _take_reason(state: SplendorState, chosen: tuple[int, ...]) -> str:
    empty = [COLOURS[colour] for colour in chosen if not count_in(state.supply, colour)]
    if empty:
        return f"there is no {listed(empty, 'or')} token in the supply"
    open_piles = sum(1 for colour in range(len(COLOURS)) if count_in(state.supply, colour))
    most = min(TAKE_DIFFERENT, open_piles)
    return (
        f"{counted_noun(most, 'different gem')} must be taken, since "
        f"{counted_noun(open_piles, 'pile')} of the supply hold gems"
    )


def _take_two_reason(state: SplendorState, colour: int) -> str:
    pile = count_in(state.supply, colour)
    return (
        f"two gems of a colour need a pile of at least {TAKE_TWO_PILE}, "
        f"and the {COLOURS[colour]} pile holds {pile}"
    )


def _reserve_reason(state: SplendorState, seat: int, kind: str, argument: int) -> str:
    if state.boards[seat].reserves() >= RESERVE_LIMIT:
        return f"you hold {RESERVE_LIMIT} reserved cards, which is the limit"
    if kind == "reserve-deck":
        return f"the level {argument + 1} deck is empty"
    return f"{CARD_ROWS[argument].id} is not face up"


def _buy_reason(state: SplendorState, seat: int, card: int, gold: tuple[int, ...]) -> str:
    board = state.boards[seat]
    name = CARD_ROWS[card].id
    if not (state.is_face_up(card) or card in board.reserved or card in board.blind):
        return f"{name} is neither face up nor among your reserved cards"
    price = price_of(state, seat, card)
    held = [count_in(board.tokens, colour) for colour in range(len(COLOURS))]
    own_gold = count_in(board.tokens, GOLD)
    missing = sum(max(0, p - h) for p, h in zip(price, held, strict=True))
    if missing > own_gold:
        return (
            f"{name} costs you {counts_text(price)}: "
            f"{counted_noun(missing, 'gem')} short, and you hold {own_gold} gold"
        )
    if sum(gold) > own_gold:
        return f"this payment needs {sum(gold)} gold, and you hold {own_gold}"
    for colour, (p, g, h) in enumerate(zip(price, gold, held, strict=True)):
        if g > p:
            return f"{name} costs you {p} {COLOURS[colour]}: gold cannot stand for {g}"
        if p - g > h:
            return (
                f"{name} costs you {p} {COLOURS[colour]}, of which {g} in gold, "
                f"and you hold {h} {COLOURS[colour]}"
            )
    return "gold may be paid only for missing gems (option payment is minimal_gold)"
