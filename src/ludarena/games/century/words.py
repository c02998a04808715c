"""Decisions and actions of Century in words: questions and descriptions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ludarena.core.bits import popcount
from ludarena.core.game import Decision, DecisionKind
from ludarena.core.text import counted_noun, listed
from ludarena.games.century.actions import ACTIONS, RETURN
from ludarena.games.century.cubes import (
    COLOURS,
    LETTERS,
    count_of,
    cube_list,
    cube_total,
)
from ludarena.games.century.rules import CenturyState
from ludarena.games.century.state import PAY_CUBE, RETURN_CUBES
from ludarena.games.century.tables import (
    FIRST_TRADE,
    GAINS,
    GET,
    GIVE,
    MERCHANT_ROWS,
    MOST_RETURNED,
    POINT_ROWS,
    START_GAIN,
    START_UPGRADE,
    UPGRADE_3,
    UPGRADE_SETS,
    Merchant,
)

DECISIONS = (
    DecisionKind(
        "turn",
        "Play a merchant card from your hand, acquire one from the row, rest, or claim a point "
        "card.",
        always_asked=True,
    ),
    DecisionKind("pay", "Choose the cube to put onto the next card that you pass."),
    DecisionKind("return", "Return cubes until your caravan is down to the limit."),
)

_STEPS = re.compile(r"(?<=upgrade-[23]:)[yrg]{2,3}\b", re.IGNORECASE)


def in_order(text: str) -> str:
    """Return the text with the steps of an upgrade in the order of ids.

    >>> in_order("upgrade:upgrade-3:gyr")
    'upgrade:upgrade-3:yrg'
    """
    return _STEPS.sub(lambda found: "".join(sorted(found[0].lower(), key=LETTERS.index)), text)


def counts_text(counts: Sequence[int]) -> str:
    """Return numbers of cubes with their colours.

    >>> counts_text((0, 2, 0, 1))
    '2 red and 1 brown'
    """
    parts = [f"{count} {colour}" for count, colour in zip(counts, COLOURS, strict=True) if count]
    return listed(parts) or "nothing"


def cubes_text(cubes: int) -> str:
    """Return packed cubes in words."""
    return counts_text(cube_list(cubes))


@lru_cache(maxsize=4096)
def merchant_text(card: int) -> str:
    """Return a merchant card with what it does."""
    row = MERCHANT_ROWS[card]
    return f"{row.id} ({effect_text(row)})"


def effect_text(row: Merchant) -> str:
    """Return what a merchant card does when it is played."""
    if row.kind == "gain":
        return f"gain {letters_text(row.get)}"
    if row.kind == "upgrade":
        return f"up to {row.steps} upgrade steps"
    return f"{letters_text(row.give)} for {letters_text(row.get)}"


@lru_cache(maxsize=4096)
def letters_text(letters: str) -> str:
    """Return cubes given as letters in words.

    >>> letters_text("yyb")
    '2 yellow and 1 brown'
    """
    return counts_text([letters.count(letter) for letter in LETTERS])


@lru_cache(maxsize=4096)
def point_card_text(card: int) -> str:
    """Return a point card with its points and cost."""
    row = POINT_ROWS[card]
    return f"{row.id} ({counted_noun(row.points, 'point')} for {letters_text(row.cost)})"


def steps_text(steps: Sequence[int]) -> str:
    """Return the steps of an upgrade in words.

    >>> steps_text((2, 0, 1))
    '2 yellow to red and 1 green to brown'
    """
    parts = [
        f"{number} {COLOURS[colour]} to {COLOURS[colour + 1]}"
        for colour, number in enumerate(steps)
        if number
    ]
    return listed(parts) or "no cube"


def played_card(kind: str, argument: int) -> int:
    """Return the merchant card of a `play`, `upgrade` or `trade` by its first argument."""
    if kind == "play":
        return argument if argument < GAINS else int(START_GAIN)
    if kind == "upgrade":
        return int(START_UPGRADE if argument else UPGRADE_3)
    return int(FIRST_TRADE) + argument


def description(state: CenturyState, seat: int, action: int) -> str:
    """Return one sentence that says what an action does; it may be illegal now."""
    row, arguments = ACTIONS.parts(action)
    kind = ACTIONS.kinds[row].name
    if kind in ("play", "upgrade", "trade"):
        return _describe_play(kind, arguments)
    if kind == "acquire":
        return _describe_acquisition(state, arguments[0])
    if kind == "claim":
        return _describe_claim(state, arguments[0])
    if kind == "rest":
        return f"Rest: {_cards_back(state, seat)}."
    if kind == "pay":
        target = MERCHANT_ROWS[state.row[state.paid]].id if state.target >= 0 else "the next card"
        return f"Put 1 {COLOURS[arguments[0]]} onto {target}."
    return f"Return {arguments[1] + 1} {COLOURS[arguments[0]]} to the supply."


@lru_cache(maxsize=4096)
def _describe_play(kind: str, arguments: tuple[int, ...]) -> str:
    card = MERCHANT_ROWS[played_card(kind, arguments[0])]
    if kind == "play":
        return f"Play {card.id}: gain {letters_text(card.get)}."
    if kind == "upgrade":
        return f"Play {card.id}: raise {steps_text(UPGRADE_SETS[arguments[1]])}."
    times = arguments[1]
    if not times:
        return f"Play {card.id} without a trade."
    code = int(FIRST_TRADE) + arguments[0]
    given, got = int(GIVE[code]) * times, int(GET[code]) * times
    how_often = "once" if times == 1 else f"{times} times"
    return f"Play {card.id} {how_often}: give {cubes_text(given)}, get {cubes_text(got)}."


def _describe_acquisition(state: CenturyState, card: int) -> str:
    position = state.position_of(card)
    text = f"Acquire {merchant_text(card)}"
    if position < 0:
        return f"{text}."
    price = f"for {counted_noun(position, 'cube')}" if position else "for nothing"
    cubes = state.row_cubes[position]
    return f"{text} {price}{f', with {cubes_text(cubes)} on it' if cubes else ''}."


def _describe_claim(state: CenturyState, card: int) -> str:
    coin = state.coin_at(state.points.index(card)) if card in state.points else 0
    name = ("", " and take 1 silver coin", " and take 1 gold coin")[coin]
    return f"Claim {point_card_text(card)}{name}."


def _cards_back(state: CenturyState, seat: int) -> str:
    number = int(popcount(state.boards[seat].played))
    if not number:
        return "you have played no card that could come back"
    return f"take your {counted_noun(number, 'played card')} back in hand"


def question(state: CenturyState, seat: int) -> Decision | None:
    """Return the decision that a seat owes, in words."""
    kind = state.decision(seat)
    if kind < 0:
        return None
    if kind == PAY_CUBE:
        return _pending_payment(state)
    if kind == RETURN_CUBES:
        return _pending_return(state, seat)
    return Decision(DECISIONS[kind].name, DECISIONS[kind].question)


def _pending_payment(state: CenturyState) -> Decision:
    position = int(state.target)
    card = MERCHANT_ROWS[state.row[position]].id
    onto = MERCHANT_ROWS[state.row[state.paid]].id
    return Decision(
        "pay",
        f"Which cube do you put onto {onto}, cube {state.paid + 1} of {position}? Cards are paid "
        "from left to right; whoever acquires a card gets the cubes on it.",
        f"you acquire {card} and pass {counted_noun(position, 'card')} to its left",
    )


def _pending_return(state: CenturyState, seat: int) -> Decision:
    held = int(cube_total(state.boards[seat].caravan))
    limit = state.variant.caravan_limit
    surplus = held - limit
    steps = tuple(
        ACTIONS.id_of(
            int(RETURN) + colour * int(MOST_RETURNED) + count_of(state.returned, colour) - 1
        )
        for colour in range(len(COLOURS))
        if count_of(state.returned, colour)
    )
    question = f"Return {counted_noun(surplus, 'cube')}."
    if surplus > 1 or steps:
        question += (
            f" Name a colour and its number, colours in the order {', '.join(COLOURS)}: "
            "a colour named or passed over cannot be returned later in this turn."
        )
    cause = f"your caravan holds {held} cubes at the end of your turn, and {limit} is the limit"
    return Decision("return", question, cause, steps)
