"""Decisions and actions of Splendor in words: questions and descriptions."""

from __future__ import annotations

import re

from ludarena.core.bits import count_in
from ludarena.core.game import Decision, DecisionKind
from ludarena.core.text import counted_noun, listed
from ludarena.games.splendor.actions import ACTIONS, PASS, RETURN
from ludarena.games.splendor.gems import COLOURS, GOLD, TOKENS, token_total
from ludarena.games.splendor.rules import SplendorState
from ludarena.games.splendor.state import CHOOSE_NOBLE, RETURN_TOKENS
from ludarena.games.splendor.tables import (
    CARD_ROWS,
    NOBLE_ROWS,
    PAYMENT_SETS,
    RESERVE_LIMIT,
    TAKE_SETS,
    TOKEN_LIMIT,
)

_SETS = re.compile(r"(?<=take:|gold-)[\w-]+(?:\+[\w-]+)+", re.IGNORECASE)

DECISIONS = (
    DecisionKind("turn", "Take gems, reserve a card, or buy a card.", always_asked=True),
    DecisionKind("return", "Return tokens until you hold no more than the limit."),
    DecisionKind("noble", "Choose the noble who visits you."),
)


def counts_text(counts: tuple[int, ...], names: tuple[str, ...] = TOKENS) -> str:
    """Return counts with the names of what is counted.

    >>> counts_text((0, 2, 0, 0, 1))
    '2 blue and 1 black'
    """
    return listed(f"{count} {name}" for count, name in zip(counts, names, strict=False) if count)


def in_order(text: str) -> str:
    """Return the text with the colours of a set of gems, or of a payment, in the order of ids.

    >>> in_order("take:red+white+blue"), in_order("buy:l1-red-5:gold-1-black+2-white")
    ('take:white+blue+red', 'buy:l1-red-5:gold-2-white+1-black')
    """
    return _SETS.sub(_ordered, text)


def _ordered(found: re.Match[str]) -> str:
    items = found[0].split("+")
    colours = [item.rpartition("-")[2].lower() for item in items]
    if not set(colours) <= set(COLOURS):
        return found[0]
    rows = sorted(range(len(items)), key=lambda row: COLOURS.index(colours[row]))
    return "+".join(items[row] for row in rows)


def card_text(card: int) -> str:
    """Return a card with its bonus and points."""
    row = CARD_ROWS[card]
    return f"{row.id} ({COLOURS[row.bonus]} bonus, {counted_noun(row.points, 'point')})"


def noble_text(noble: int) -> str:
    """Return a noble with its wishes."""
    row = NOBLE_ROWS[noble]
    return f"the noble {row.id} ({counts_text(row.wants)} bonuses, {row.points} points)"


def description(state: SplendorState, seat: int, action: int) -> str:
    """Return one sentence that says what an action does; it may be illegal now."""
    row, arguments = ACTIONS.parts(action)
    kind = ACTIONS.kinds[row].name
    if kind == "take":
        gems = TAKE_SETS[arguments[0]]
        surplus = _surplus(state, seat, len(gems))
        return f"Take {listed(f'1 {COLOURS[c]}' for c in gems)}{surplus}."
    if kind == "take-two":
        return f"Take 2 {COLOURS[arguments[0]]}{_surplus(state, seat, 2)}."
    if kind == "reserve":
        return f"Reserve {card_text(arguments[0])}{_with_gold(state, seat)}."
    if kind == "reserve-deck":
        deck = f"the top card of the level {arguments[0] + 1} deck"
        seen = "seen by all" if state.variant.all_public else "unseen by others"
        return f"Reserve {deck} ({seen}){_with_gold(state, seat)}."
    if kind == "buy":
        return _describe_purchase(state, seat, arguments[0], PAYMENT_SETS[arguments[1]])
    if kind == "return":
        return f"Return 1 {TOKENS[arguments[0]]}."
    if kind == "noble":
        return f"Receive {noble_text(arguments[0])}."
    return "Pass: no other action is possible."


def _with_gold(state: SplendorState, seat: int) -> str:
    if count_in(state.supply, GOLD) == 0:
        return "; there is no gold left to take"
    return f" and take 1 gold{_surplus(state, seat, 1)}"


def _surplus(state: SplendorState, seat: int, taken: int) -> str:
    """Return how many tokens must go back at the end of a turn that takes so many (R5.1)."""
    surplus = token_total(state.boards[seat].tokens) + taken - TOKEN_LIMIT
    if surplus <= 0:
        return ""
    return f"; then return {counted_noun(surplus, 'token')}, as {TOKEN_LIMIT} is the limit"


def _describe_purchase(state: SplendorState, seat: int, card: int, gold: tuple[int, ...]) -> str:
    price = price_of(state, seat, card)
    if not any(price) and not any(gold):
        return f"Buy {card_text(card)} free of charge: your bonuses cover its cost."
    gems = counts_text(tuple(max(0, p - g) for p, g in zip(price, gold, strict=True)))
    spent = listed(part for part in (gems, f"{sum(gold)} gold" if any(gold) else "") if part)
    stands = f" (gold for {counts_text(gold)})" if any(gold) else ""
    return f"Buy {card_text(card)}, price {counts_text(price) or 'nothing'}, for {spent}{stands}."


def price_of(state: SplendorState, seat: int, card: int) -> tuple[int, ...]:
    """Return what a card costs a player in each colour after bonuses (R4.1)."""
    bonuses = state.boards[seat].bonuses
    return tuple(
        max(0, cost - count_in(bonuses, colour)) for colour, cost in enumerate(CARD_ROWS[card].cost)
    )


def question(state: SplendorState, seat: int) -> Decision | None:
    """Return the decision that a seat owes, in words."""
    kind = state.decision(seat)
    if kind < 0:
        return None
    name = DECISIONS[kind].name
    if kind == RETURN_TOKENS:
        return _pending_return(state, seat)
    if kind == CHOOSE_NOBLE:
        cause = "your bonuses meet the wishes of several nobles, and one visits you in a turn"
        return Decision(name, DECISIONS[kind].question, cause)
    if state.legal_actions(seat) == [PASS]:
        return Decision(name, "You can neither take, nor reserve, nor buy: you must pass.")
    return Decision(name, _turn_question(state, seat))


def _turn_question(state: SplendorState, seat: int) -> str:
    question = DECISIONS[0].question
    held = state.boards[seat].reserves()
    if held >= RESERVE_LIMIT:
        question += f" You hold {held} reserved cards and cannot reserve another."
    return question


def _pending_return(state: SplendorState, seat: int) -> Decision:
    held = token_total(state.boards[seat].tokens)
    surplus = held - TOKEN_LIMIT
    steps = tuple(
        ACTIONS.id_of(RETURN + token)
        for token in range(len(TOKENS))
        for _ in range(count_in(state.returned, token))
    )
    question = f"Return {counted_noun(surplus, 'token')}."
    if surplus > 1 or steps:
        question += (
            f" They are returned one at a time in the order {', '.join(TOKENS)}: "
            "a colour passed over cannot be returned later in this turn."
        )
    cause = f"you hold {held} tokens at the end of your turn, and {TOKEN_LIMIT} is the limit"
    return Decision("return", question, cause, steps)
