"""Facts of 7 Wonders as sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludarena.core.text import counted_noun, listed
from ludarena.core.trace import Fact
from ludarena.core.view import Viewpoint
from ludarena.games.seven_wonders import facts
from ludarena.games.seven_wonders.actions import ACTIONS
from ludarena.games.seven_wonders.cards import SYMBOLS
from ludarena.games.seven_wonders.scoring import ROUTES
from ludarena.games.seven_wonders.tables import LAST_CARD, VICTORY
from ludarena.games.seven_wonders.words import CARD_NAMES, ROMAN, row_words, wonder_name


def sentence_of(fact: Fact, at: Viewpoint) -> str:
    """Return the fact as one sentence; the viewpoint's own seat is called "You"."""
    return _TELLERS[fact.kind](fact, at)


def _who(seat: int, at: Viewpoint) -> str:
    return "You" if seat == at else f"Seat {seat}"


def _whom(seat: int, at: Viewpoint) -> str:
    return "you" if seat == at else f"seat {seat}"


def _side(side: int) -> str:
    return f"side {'AB'[side]}"


def _cards(cards: tuple[int, ...]) -> str:
    return listed(CARD_NAMES[card] for card in cards)


def _wonder_dealt(fact: Fact, at: Viewpoint) -> str:
    seat, wonder, side = fact.arguments
    which = f", {_side(side)}" if side >= 0 else ""
    return f"{_who(seat, at)} received the {wonder_name(wonder)}{which}."


def _side_named(fact: Fact, at: Viewpoint) -> str:
    seat, wonder, side = fact.arguments
    return f"{_who(seat, at)} chose {_side(side)} of the {wonder_name(wonder)}."


def _chosen(fact: Fact, at: Viewpoint) -> str:
    return f"Chosen in secret: {ACTIONS.id_of(fact.arguments[0])}."


def _age_began(fact: Fact, at: Viewpoint) -> str:
    age = fact.arguments[0]
    return f"Age {ROMAN[age]} began; hands will go to the {'right' if age == 2 else 'left'}."


def _hand_dealt(fact: Fact, at: Viewpoint) -> str:
    return f"{_who(fact.arguments[0], at)} received a hand: {_cards(fact.secret)}."


def _hand_came(fact: Fact, at: Viewpoint) -> str:
    seat, giver = fact.arguments
    return f"{_who(seat, at)} took up the hand of {_whom(giver, at)}: {_cards(fact.secret)}."


def _built(fact: Fact, at: Viewpoint) -> str:
    seat, card, way, bank, left, right = fact.arguments
    how = f" {_paid(bank, left, right)}"
    if way == facts.BY_CHAIN:
        how = " free, by its chain"
    elif way == facts.BY_POWER:
        how = " free, by the power of Olympia"
    return f"{_who(seat, at)} built {CARD_NAMES[card]}{how}."


def _paid(bank: int, left: int, right: int) -> str:
    parts = [
        f"{counted_noun(coins, 'coin')} to {place}"
        for coins, place in ((bank, "the bank"), (left, "the left"), (right, "the right"))
        if coins
    ]
    return f"for {listed(parts)}" if parts else "without paying anybody"


def _stage_built(fact: Fact, at: Viewpoint) -> str:
    seat, board, stage, left, right = fact.arguments
    under = f", {CARD_NAMES[fact.secret[0]]} under it" if fact.secret else ""
    return (
        f"{_who(seat, at)} built stage {stage} of the {wonder_name(board // 2)} "
        f"{_paid(0, left, right)}{under}."
    )


def _sold(fact: Fact, at: Viewpoint) -> str:
    seat, coins = fact.arguments
    what = CARD_NAMES[fact.secret[0]] if fact.secret else "a card"
    return f"{_who(seat, at)} sold {what} for {counted_noun(coins, 'coin')}."


def _coins_paid(fact: Fact, at: Viewpoint) -> str:
    giver, receiver, coins = fact.arguments
    return f"{_who(giver, at)} paid {counted_noun(coins, 'coin')} to {_whom(receiver, at)}."


def _earned(fact: Fact, at: Viewpoint) -> str:
    seat, coins, row = fact.arguments
    return f"{_who(seat, at)} received {counted_noun(coins, 'coin')} from {row_words(0, row)}."


def _left_over(fact: Fact, at: Viewpoint) -> str:
    what = f"the last card, {CARD_NAMES[fact.secret[0]]}," if fact.secret else "the last card"
    return f"{_who(fact.arguments[0], at)} discarded {what} without money."


def _pile_seen(fact: Fact, at: Viewpoint) -> str:
    seat, number = fact.arguments
    cards = f": {_cards(fact.secret)}" if fact.secret else ""
    return f"{_who(seat, at)} looked at the {counted_noun(number, 'card')} of the pile{cards}."


def _taken(fact: Fact, at: Viewpoint) -> str:
    seat, card, giver, age, turn = fact.arguments
    when = "as its last card" if turn == LAST_CARD else f"turn {turn}"
    return (
        f"{_who(seat, at)} built {CARD_NAMES[card]} from the discard pile, which "
        f"{_whom(giver, at)} put there in age {ROMAN[age]}, {when}."
    )


def _nothing_taken(fact: Fact, at: Viewpoint) -> str:
    return f"{_who(fact.arguments[0], at)} took nothing from the discard pile."


def _conflict(fact: Fact, at: Viewpoint) -> str:
    age, seat, other, shields, others = fact.arguments
    shown = f"{counted_noun(shields, 'shield')} to {others}"
    if shields == others:
        return f"{_who(seat, at)} and {_whom(other, at)} drew the conflict with {shown}."
    if shields < others:
        seat, other = other, seat
        shown = f"{counted_noun(others, 'shield')} to {shields}"
    points = counted_noun(VICTORY[age], "point")
    return f"{_who(seat, at)} won {points} against {_whom(other, at)}, who lost 1, with {shown}."


def _guild_copied(fact: Fact, at: Viewpoint) -> str:
    seat, card = fact.arguments
    return f"{_who(seat, at)} copied the {CARD_NAMES[card]}."


def _symbol_named(fact: Fact, at: Viewpoint) -> str:
    seat, symbol = fact.arguments
    return f"{_who(seat, at)} named a science symbol of choice: {SYMBOLS[symbol]}."


def _symbols_counted(fact: Fact, at: Viewpoint) -> str:
    seat, *numbers = fact.arguments
    symbols = listed(f"{n} {symbol}" for n, symbol in zip(numbers, SYMBOLS) if n)
    return f"{_who(seat, at)} counts {symbols} as science of choice."


def _scored(fact: Fact, at: Viewpoint) -> str:
    seat, *points = fact.arguments
    parts = listed(f"{n} for {route}" for n, route in zip(points, ROUTES))
    return f"{_who(seat, at)} scored {sum(points)}: {parts}."


def _ended(fact: Fact, at: Viewpoint) -> str:
    scores = listed(f"{_whom(seat, at)} {score}" for seat, score in enumerate(fact.arguments))
    return f"The match ended: {scores}."


_TELLERS: Final[tuple[Callable[[Fact, Viewpoint], str], ...]] = (
    _wonder_dealt,
    _side_named,
    _chosen,
    _age_began,
    _hand_dealt,
    _hand_came,
    _built,
    _stage_built,
    _sold,
    _coins_paid,
    _earned,
    _left_over,
    _pile_seen,
    _taken,
    _nothing_taken,
    _conflict,
    _guild_copied,
    _symbol_named,
    _symbols_counted,
    _scored,
    _ended,
)
"""By kind of fact."""
