"""Why an action is illegal: the rule it breaks, said without what the seat may not know."""

from __future__ import annotations

from ludarena.core.text import counted_noun, listed
from ludarena.games.seven_wonders import words
from ludarena.games.seven_wonders.actions import (
    ACTIONS,
    COPY,
    FIRST_GUILD,
    FREE,
    PAYMENTS,
    STAGE,
    TAKE,
    TAKE_NOTHING,
    Plan,
    plan_of,
)
from ludarena.games.seven_wonders.goods import NO_WAY
from ludarena.games.seven_wonders.phrases import DECISIONS
from ludarena.games.seven_wonders.rules import SevenWondersState
from ludarena.games.seven_wonders.state import (
    COPY_A_GUILD,
    PICK_DISCARD,
    PLAY_LAST,
)

_ANSWERS = (
    ("side",),
    ("build", "stage", "build-free", "sell"),
    ("build", "stage", "build-free", "sell"),
    ("take", "take-nothing"),
    ("copy",),
    ("symbol",),
)
"""Kinds of action that answer each kind of decision."""


def reason(state: SevenWondersState, seat: int, action: int) -> str:
    """Return the rule that an illegal action of the owing seat breaks."""
    phase = state.decision(seat)
    kind = ACTIONS.kinds[ACTIONS.parts(action).kind].name
    if kind not in _ANSWERS[phase]:
        question = DECISIONS[phase].question
        return f"that answers another question; now: {question} ({listed(_ANSWERS[phase], 'or')})"
    if phase == PICK_DISCARD:
        return _pick_reason(state, seat, action)
    if phase == COPY_A_GUILD:
        guild = words.CARD_NAMES[action - COPY + FIRST_GUILD]
        return f"no neighbour has the {guild} (R8.7)"
    return _play_reason(state, seat, plan_of(seat, action))


def _pick_reason(state: SevenWondersState, seat: int, action: int) -> str:
    if action == TAKE_NOTHING:
        return "a card of the pile must be taken under the option discard_pick_optional = false"
    card = action - TAKE
    if card not in state.pile:
        return f"{words.CARD_NAMES[card]} is not in the discard pile (R8.3)"
    return _name_reason(card)


def _name_reason(card: int) -> str:
    return f"a card named {words.CARD_NAMES[card]} stands in your city already (R4.1)"


def _play_reason(state: SevenWondersState, seat: int, plan: Plan) -> str:
    city = state.cities[seat]
    if plan.card not in state.hands[seat]:
        held = listed(dict.fromkeys(words.LABELS[card] for card in state.hands[seat]))
        return f"{words.LABELS[plan.card]} is not in your hand; you hold {held}"
    if plan.mode == STAGE:
        row = state.next_stage(seat)
        if row < 0:
            return "all stages of your wonder stand (R4.3)"
        return _payment_reason(state, seat, row, plan)
    if state.name_stands(city, plan.card):
        return _name_reason(plan.card)
    if plan.mode == FREE:
        return _power_reason(state, seat)
    if state.is_chained(city, plan.card):
        return "the card is free by its chain, so nothing is paid: left-0:right-0 (R4.2)"
    return _payment_reason(state, seat, plan.card, plan)


def _power_reason(state: SevenWondersState, seat: int) -> str:
    if state.phase == PLAY_LAST:
        return "the power of Olympia does not reach the last card (R8.2)"
    if not state.cities[seat].free_build:
        return "your city has no free build, or has used it in this age (R8.2)"
    return "the card costs nothing anyway; build it without the power (R8.2)"


def _payment_reason(state: SevenWondersState, seat: int, row: int, plan: Plan) -> str:
    """Return why a payment does not buy what a row needs (R5)."""
    city = state.cities[seat]
    bank = state.bank_cost(row)
    if bank > city.coins:
        return f"it costs {counted_noun(bank, 'coin')} and you have {city.coins}"
    if state.ways_to_pay(seat, row) == NO_WAY:
        return "your city and your neighbours cannot make all the goods that it needs (R5)"
    offered = state.payments(seat, row, city.coins - bank)
    if not offered:
        return f"the goods to buy cost more than your {counted_noun(city.coins, 'coin')} (R5.4)"
    if plan.left + plan.right + bank > city.coins:
        return f"you have {counted_noun(city.coins, 'coin')} (R5.4)"
    ways = listed((f"left-{p // PAYMENTS}:right-{p % PAYMENTS}" for p in offered), "or")
    return f"this payment is not offered for it; offered: {ways} (R5.5)"
