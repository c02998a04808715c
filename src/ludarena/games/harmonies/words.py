"""Decisions and actions of Harmonies in words: questions and descriptions."""

from __future__ import annotations

import re

from ludarena.core.bits import tally_list
from ludarena.core.game import Decision, DecisionKind
from ludarena.core.text import counted_noun, listed
from ludarena.games.harmonies.actions import ACTIONS
from ludarena.games.harmonies.grid import BIT, LABELS
from ludarena.games.harmonies.phrases import group_text, habitat_text, ladder_text, spirit_rule_text
from ludarena.games.harmonies.rules import HarmoniesState
from ludarena.games.harmonies.state import CHOOSE_SPIRIT, FINISH, PLACE_TOKENS
from ludarena.games.harmonies.tables import (
    ANIMALS,
    BROWN,
    CARD_LIMIT,
    CARD_ROWS,
    COLOURS,
    CUBES,
    GRAY,
    LADDER,
    RED,
)
from ludarena.games.harmonies.view import stack_at

_SET = re.compile(r"(?<=take:)[a-z]+\+[a-z]+\+[a-z]+", re.IGNORECASE)

DECISIONS = (
    DecisionKind("turn", "Take the three tokens of a central space.", always_asked=True),
    DecisionKind("place", "Place a token."),
    DecisionKind("finish", "All tokens are placed: end the turn, or do what is left first."),
    DecisionKind("spirit", "Choose the spirit that you keep; the other one is returned unseen."),
)


def in_order(text: str) -> str:
    """Return the text with the colours of a group of tokens in the order of ids.

    >>> in_order("take:red+gray+blue")
    'take:gray+blue+red'
    """
    return _SET.sub(_ordered, text)


def _ordered(found: re.Match[str]) -> str:
    colours = found[0].split("+")
    if not {colour.lower() for colour in colours} <= set(COLOURS):
        return found[0]
    return "+".join(sorted(colours, key=lambda colour: COLOURS.index(colour.lower())))


def description(state: HarmoniesState, seat: int, action: int) -> str:
    """Return one sentence that says what an action does; it may be illegal now."""
    row, arguments = ACTIONS.parts(action)
    kind = ACTIONS.kinds[row].name
    if kind == "take":
        return f"Take {group_text(arguments[0])} from the central board, to be placed now."
    if kind == "place":
        return _placement(state, seat, arguments[0], arguments[1])
    if kind == "card":
        card = arguments[0]
        return f"Take the {CARD_ROWS[card].id}: {animal_text(card)}."
    if kind == "cube":
        return _cube_text(state, seat, arguments[0], arguments[1])
    if kind == "spirit":
        card = arguments[0] + int(ANIMALS)
        name = CARD_ROWS[card].id
        return (
            f"Keep the {name}: it scores {spirit_rule_text(card)}; habitat: {habitat_text(card)}."
        )
    return "End your turn."


def animal_text(card: int) -> str:
    """Return the ladder and the habitat of an animal card."""
    return f"{ladder_text(CARD_ROWS[card].ladder)} points; habitat: {habitat_text(card)}"


def _placement(state: HarmoniesState, seat: int, colour: int, number: int) -> str:
    name = LABELS[number]
    land = state.boards[seat].land
    if land.height(BIT[number]) == 0:
        return f"Place {COLOURS[colour]} on {name}."
    stack = stack_at(land, number)
    under = "+".join(COLOURS[c] for c in stack)
    if colour == BROWN:
        made = "a trunk for a tree of height 3"
    elif colour == RED:
        made = "a building"
    else:
        made = f"a {'mountain' if colour == GRAY else 'tree'} of height {len(stack) + 1}"
    return f"Place {COLOURS[colour]} on {name}, on top of {under}, for {made}."


def _cube_text(state: HarmoniesState, seat: int, card: int, number: int) -> str:
    name = CARD_ROWS[card].id
    if card >= ANIMALS:
        return f"Place the cube of the spirit {name} on {LABELS[number]}: it will score."
    placed = min(state.boards[seat].placed_of(card), CUBES[card] - 1)
    points = LADDER[6 * card + placed + 1]
    left = counted_noun(CUBES[card] - placed - 1, "cube")
    return (
        f"Place a cube of the {name} on {LABELS[number]}: the card is then worth {points}, "
        f"with {left} left on it."
    )


def question(state: HarmoniesState, seat: int) -> Decision | None:
    """Return the decision that a seat owes, in words."""
    kind = state.decision(seat)
    if kind < 0:
        return None
    name = DECISIONS[kind].name
    text = DECISIONS[kind].question
    if kind == CHOOSE_SPIRIT:
        return Decision(name, text, "two spirits were dealt to you")
    if kind == PLACE_TOKENS:
        hand = tally_list(state.hand, len(COLOURS))
        left = listed(f"{n} {colour}" for n, colour in zip(hand, COLOURS, strict=True) if n)
        text = f"Place a token; still in hand: {left}. They can be placed in any order."
    also = _also(state, seat)
    if kind != FINISH:
        text += f" {also}"
    return Decision(name, text)


def _also(state: HarmoniesState, seat: int) -> str:
    """Return what else may be done in the turn besides tokens."""
    board = state.boards[seat]
    if state.may_take_card(board):
        return "At any time in the turn you may take one animal card, and place cubes that fit."
    why = "you have taken your card of this turn"
    if not state.card_taken:
        why = f"you have {CARD_LIMIT} cards above your board and can take none now"
    return f"At any time in the turn you may place cubes that fit; {why}."
