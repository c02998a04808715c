"""Decisions and actions of 7 Wonders in words: questions and descriptions."""

from __future__ import annotations

from typing import Final

from ludarena.core.game import Decision, DecisionKind
from ludarena.core.text import counted_noun, listed
from ludarena.games.seven_wonders import words
from ludarena.games.seven_wonders.actions import (
    ACTIONS,
    COPY,
    FIRST_GUILD,
    FREE,
    SELL,
    SIDE,
    STAGE,
    SYMBOL,
    TAKE,
    TAKE_NOTHING,
    Plan,
    plan_of,
)
from ludarena.games.seven_wonders.cards import GOODS, SYMBOLS
from ludarena.games.seven_wonders.goods import (
    MADE_SETS,
    RAW_GOODS,
    RAW_SETS,
    covers,
    made_by,
)
from ludarena.games.seven_wonders.rules import SevenWondersState
from ludarena.games.seven_wonders.scoring import left_of, right_of
from ludarena.games.seven_wonders.state import (
    CHOOSE_SIDE,
    COPY_A_GUILD,
    NAME_SYMBOL,
    PICK_DISCARD,
    PLAY_LAST,
)
from ludarena.games.seven_wonders.tables import (
    CARD_COUNT,
    MADE_LEFT,
    MADE_RIGHT,
    MOST_STAGES,
    RAW_LEFT,
    RAW_RIGHT,
    SALE,
    stage_row,
)

DECISIONS: Final = (
    DecisionKind("side", "Name the side of your wonder.", sealed=True, always_asked=True),
    DecisionKind(
        "play", "Choose a card of your hand and what to do with it.", sealed=True, always_asked=True
    ),
    DecisionKind("last_card", "Play the last card of your hand too.", always_asked=True),
    DecisionKind("pick", "Choose a card of the discard pile to build free.", always_asked=True),
    DecisionKind("copy", "Choose a guild of a neighbour to copy."),
    DecisionKind("symbol", "Name a science symbol of your choice."),
)

_WAYS: Final = (
    "build:<card>:left-<coins>:right-<coins> builds it in your city, stage:<card>:left-<coins>:"
    "right-<coins> puts it face down under your wonder to build the next stage, sell:<card> "
    "discards it for {sale} coins. Coins to the left and right buy goods that your city does not "
    "make."
)


# --- questions --------------------------------------------------------------------------------


def question(state: SevenWondersState, seat: int) -> Decision | None:
    """Return the decision that the seat owes in words, None if it owes none."""
    kind = state.decision(seat)
    if kind == -1:
        return None
    name = DECISIONS[kind].name
    if kind == CHOOSE_SIDE:
        return Decision(name, "Name the side of your wonder, a or b; all seats do so at once.")
    ways = _WAYS.format(sale=SALE)
    if kind == PLAY_LAST:
        cause = "your wonder lets you play the seventh card too"
        return Decision(name, f"Play the last card of your hand: {ways}", cause)
    if kind == PICK_DISCARD:
        text = "Build a card of the discard pile for no cost: take:<card>"
        more = ", or take-nothing." if TAKE_NOTHING in state.legal_actions(seat) else "."
        return Decision(name, text + more, "you built a stage that looks through the pile")
    if kind == COPY_A_GUILD:
        text = "Choose the guild of a neighbour that counts for you too: copy:<guild>."
        return Decision(name, text, "the third stage of your wonder")
    if kind == NAME_SYMBOL:
        return _symbol_question(state, seat)
    power = (
        " build-free:<card> uses the power of your wonder, once an age."
        if state.cities[seat].free_build
        else ""
    )
    text = f"Choose one card of your hand and what to do with it, in secret: {ways}{power}"
    return Decision(name, text)


def _symbol_question(state: SevenWondersState, seat: int) -> Decision:
    chosen = state.cities[seat].chosen
    steps = tuple(
        ACTIONS.id_of(SYMBOL + symbol)
        for symbol in range(len(SYMBOLS))
        for _ in range(chosen >> 6 * symbol & 63)
    )
    text = "Name a science symbol that you count beside those of your cards: symbol:<symbol>."
    return Decision("symbol", text, "a wonder stage or the Scientists Guild", steps)


# --- descriptions -----------------------------------------------------------------------------


def description(state: SevenWondersState, seat: int, action: int) -> str:
    """Return one sentence that says what the action does; it may be illegal now."""
    if action >= SYMBOL:
        return f"Count one more {SYMBOLS[action - SYMBOL]}."
    if action >= COPY:
        card = action - COPY + FIRST_GUILD
        return f"Copy the {words.CARD_NAMES[card]} ({_effect(state, card)})."
    if action >= SIDE:
        return _side_description(state, seat, action - SIDE)
    if action == TAKE_NOTHING:
        return "Leave the discard pile as it is."
    if action >= TAKE:
        card = action - TAKE
        return f"Build {words.CARD_NAMES[card]} from the pile for no cost ({_effect(state, card)})."
    return _play_description(state, seat, plan_of(seat, action))


def _effect(state: SevenWondersState, card: int) -> str:
    return words.effect_words(words.card_of(state.terms.edition, card).printed)


def _side_description(state: SevenWondersState, seat: int, side: int) -> str:
    board = words.wonder_of(state.terms.edition, 2 * state.cities[seat].wonder + side)
    stages = "; ".join(f"{words.cost_words(s)}: {words.effect_words(s)}" for s in board.stages)
    return f"Play {words.side_words(state.terms.edition, side)}, with the stages {stages}."


def _play_description(state: SevenWondersState, seat: int, plan: Plan) -> str:
    name = words.CARD_NAMES[plan.card]
    if plan.mode == SELL:
        return f"Discard {name} for {SALE} coins."
    if plan.mode == FREE:
        return f"Build {name} for no cost, by the power of Olympia ({_effect(state, plan.card)})."
    if plan.mode == STAGE:
        return _stage_description(state, seat, plan)
    city = state.cities[seat]
    how = ", free by its chain"
    if not state.is_chained(city, plan.card):
        how = _payment(state, seat, plan.card, plan)
    return f"Build {name}{how} ({_effect(state, plan.card)})."


def _stage_description(state: SevenWondersState, seat: int, plan: Plan) -> str:
    row = state.next_stage(seat)
    name = words.CARD_NAMES[plan.card]
    if row < 0:
        return f"Put {name} under the wonder, whose stages all stand."
    stage = (row - CARD_COUNT) % MOST_STAGES
    printed = words.wonder_of(state.terms.edition, state.cities[seat].board()).stages[stage]
    how = _payment(state, seat, row, plan)
    effect = words.effect_words(printed)
    return f"Put {name} under the wonder for stage {stage + 1}{how} ({effect})."


def _payment(state: SevenWondersState, seat: int, row: int, plan: Plan) -> str:
    """Return what is paid to whom and for which goods."""
    parts: list[str] = []
    bank = state.bank_cost(row)
    if bank:
        parts.append(f"{counted_noun(bank, 'coin')} to the bank")
    bought = purchase(state, seat, row, plan.left, plan.right)
    sides = (("left", plan.left, left_of), ("right", plan.right, right_of))
    for number, (side, coins, neighbour) in enumerate(sides):
        if coins:
            goods = f" for {words.goods_words(bought[number])}" if bought else ""
            whom = f"seat {neighbour(seat, state.seats)} on the {side}"
            parts.append(f"{counted_noun(coins, 'coin')} to {whom}{goods}")
    return f", paying {listed(parts)}" if parts else ", paying nothing"


def purchase(
    state: SevenWondersState, seat: int, row: int, left: int, right: int
) -> tuple[list[int], list[int]] | None:
    """Return goods bought from the left and the right for exactly so many coins, None if none.

    Of several purchases it is the first; they are the same action.
    """
    need = _printed_cost(state, row)
    city = state.cities[seat]
    prices = (
        [city.price(RAW_LEFT)] * RAW_GOODS + [city.price(MADE_LEFT)] * (len(GOODS) - RAW_GOODS),
        [city.price(RAW_RIGHT)] * RAW_GOODS + [city.price(MADE_RIGHT)] * (len(GOODS) - RAW_GOODS),
    )
    sources = (
        (city.own_raw, city.own_made),
        *(
            (state.cities[other].trade_raw, state.cities[other].trade_made)
            for other in (left_of(seat, state.seats), right_of(seat, state.seats))
        ),
    )

    def split(good: int, coins: tuple[int, int], bought: list[tuple[int, int]]) -> bool:
        if good == len(GOODS):
            return coins == (0, 0) and _possible(sources, need, bought)
        for from_left in range(need[good] + 1):
            for from_right in range(need[good] - from_left + 1):
                rest = (
                    coins[0] - from_left * prices[0][good],
                    coins[1] - from_right * prices[1][good],
                )
                if min(rest) >= 0:
                    bought.append((from_left, from_right))
                    if split(good + 1, rest, bought):
                        return True
                    bought.pop()
        return False

    found: list[tuple[int, int]] = []
    if not split(0, (left, right), found):
        return None
    return [pair[0] for pair in found], [pair[1] for pair in found]


def _printed_cost(state: SevenWondersState, row: int) -> tuple[int, ...]:
    if row < CARD_COUNT:
        return words.card_of(state.terms.edition, row).printed.cost
    stage = (row - CARD_COUNT) % MOST_STAGES
    board = (row - stage_row(0, 0)) // MOST_STAGES
    return words.wonder_of(state.terms.edition, board).stages[stage].cost


def _possible(
    sources: tuple[tuple[int, int], ...], need: tuple[int, ...], bought: list[tuple[int, int]]
) -> bool:
    """Return whether own sources and both neighbours can make their parts of the need."""
    parts = (
        [n - left - right for n, (left, right) in zip(need, bought)],
        [left for left, _ in bought],
        [right for _, right in bought],
    )
    return all(
        covers(raw, _fields(part[:RAW_GOODS], RAW_SETS))
        and covers(made, _fields(part[RAW_GOODS:], MADE_SETS))
        for (raw, made), part in zip(sources, parts)
    )


def _fields(numbers: list[int], sets: int) -> int:
    return sum(number * made_by(1 << good, sets) for good, number in enumerate(numbers))
