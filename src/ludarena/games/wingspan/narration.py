"""Facts of a match in sentences."""

from __future__ import annotations

from collections.abc import Callable

from ludarena.core.text import counted_noun, listed
from ludarena.core.trace import Fact
from ludarena.games.wingspan.facts import FACTS
from ludarena.games.wingspan.payments import PAYMENT_LABELS
from ludarena.games.wingspan.phrases import FACE_NAMES, goal_words
from ludarena.games.wingspan.tables import BIRD_NAMES, BONUS_NAMES
from ludarena.games.wingspan.words import FOODS, ROWS

_ACTIONS = ("gains food", "lays eggs", "draws cards")


def sentence_of(fact: Fact) -> str:
    """Return a fact as one sentence; secret parts are said where they are there."""
    return _SENTENCES[FACTS[fact.kind].name](fact.arguments, fact.secret)


Numbers = tuple[int, ...]


def _birds(numbers: Numbers) -> str:
    return listed(BIRD_NAMES[number] for number in numbers)


def _bonus(numbers: Numbers) -> str:
    return listed(BONUS_NAMES[number] for number in numbers)


def _faces(numbers: Numbers) -> str:
    return listed(FACE_NAMES[face] for face in numbers)


def _dealt(a: Numbers, s: Numbers) -> str:
    told = f"Seat {a[0]} is dealt {a[1]} birds and {a[2]} bonus cards"
    return f"{told}: {_birds(s[: a[1]])}; {_bonus(s[a[1] :])}." if s else f"{told}."


def _kept(a: Numbers, s: Numbers) -> str:
    told = f"Seat {a[0]} keeps {counted_noun(a[1], 'bird')}, pays {PAYMENT_LABELS[a[2]]}"
    if not s:
        return f"{told} and keeps a bonus card."
    birds = _birds(s[len(s) - a[1] :]) if a[1] else "no bird"
    return f"{told} and keeps {BONUS_NAMES[s[0]]} with {birds}."


def _kept_bonus(a: Numbers, s: Numbers) -> str:
    return f"Seat {a[0]} keeps {BONUS_NAMES[s[0]] if s else 'one bonus card'}."


def _hunted(a: Numbers, result: str) -> str:
    return f"Seat {a[0]} hunts with {BIRD_NAMES[a[1]]}: {result}."


_SENTENCES: dict[str, Callable[[Numbers, Numbers], str]] = {
    "goal_drawn": lambda a, s: f"The goal of the round: {goal_words(a[0])}.",
    "dealt": _dealt,
    "feeder_filled": lambda a, s: f"The feeder is filled: {_faces(a)}.",
    "tray_filled": lambda a, s: f"Into the tray come {_birds(a)}.",
    "kept": _kept,
    "turn_began": lambda a, s: f"Seat {a[0]} begins its turn {a[1]}.",
    "row_used": lambda a, s: f"Seat {a[0]} {_ACTIONS[a[1]]} ({ROWS[a[1]]}).",
    "playing": lambda a, s: f"Seat {a[0]} plays {BIRD_NAMES[a[1]]} into the {ROWS[a[2]]}.",
    "played": lambda a, s: f"{BIRD_NAMES[a[1]]} comes into the {ROWS[a[2]]} of seat {a[0]}.",
    "paid_food": lambda a, s: f"Seat {a[0]} pays {PAYMENT_LABELS[a[1]]}.",
    "spent_food": lambda a, s: f"Seat {a[0]} spends 1 {FOODS[a[1]]}.",
    "paid_egg": lambda a, s: f"Seat {a[0]} discards an egg of {BIRD_NAMES[a[1]]}.",
    "rerolled": lambda a, s: f"Seat {a[0]} rerolls the feeder.",
    "took_die": lambda a, s: f"Seat {a[0]} takes a die ({FACE_NAMES[a[1]]}) for 1 {FOODS[a[2]]}.",
    "gained": lambda a, s: f"Seat {a[0]} gains {a[2]} {FOODS[a[1]]} from the supply.",
    "cached": lambda a, s: f"Seat {a[0]} puts 1 {FOODS[a[2]]} on {BIRD_NAMES[a[1]]}.",
    "laid": lambda a, s: f"Seat {a[0]} lays an egg on {BIRD_NAMES[a[1]]}.",
    "drew_from_tray": lambda a, s: f"Seat {a[0]} draws {BIRD_NAMES[a[1]]} from the tray.",
    "drew_from_deck": lambda a, s: (
        f"Seat {a[0]} draws {_birds(s) if s else 'a card'} from the deck."
    ),
    "deck_reshuffled": lambda a, s: (
        f"The discard pile becomes the deck: {counted_noun(a[0], 'card')}."
    ),
    "discarded": lambda a, s: (
        f"Seat {a[0]} discards {_birds(a[1:])}." if a[1:] else f"Seat {a[0]} discards no bird."
    ),
    "tucked": lambda a, s: (
        f"Seat {a[0]} tucks {_birds(s) if s else 'a card of its hand'} under {BIRD_NAMES[a[1]]}."
    ),
    "tucked_from_deck": lambda a, s: (
        f"Seat {a[0]} tucks {counted_noun(a[2], 'card')} of the deck under {BIRD_NAMES[a[1]]}."
    ),
    "hunted_deck": lambda a, s: _hunted(
        a, f"{BIRD_NAMES[a[2]]} is {'tucked' if a[3] else 'discarded'}"
    ),
    "hunted_dice": lambda a, s: _hunted(
        a, f"{_faces(a[3:])} - {'a success' if a[2] else 'nothing'}"
    ),
    "traded": lambda a, s: f"Seat {a[0]} trades 1 {FOODS[a[1]]} for 1 {FOODS[a[2]]}.",
    "moved": lambda a, s: f"Seat {a[0]} moves {BIRD_NAMES[a[1]]} to the {ROWS[a[2]]}.",
    "repeated": lambda a, s: (
        f"Seat {a[0]} repeats the power of {BIRD_NAMES[a[2]]} with {BIRD_NAMES[a[1]]}."
    ),
    "reacted": lambda a, s: f"Seat {a[0]} reacts with {BIRD_NAMES[a[1]]}.",
    "named_first": lambda a, s: f"Seat {a[0]} lets seat {a[1]} begin.",
    "used": lambda a, s: f"Seat {a[0]} uses the power of {BIRD_NAMES[a[1]]}.",
    "declined": lambda a, s: f"Seat {a[0]} declines.",
    "drew_bonus": lambda a, s: (
        f"Seat {a[0]} draws {_bonus(s) if s else counted_noun(a[1], 'bonus card')}."
    ),
    "kept_bonus": _kept_bonus,
    "bonus_reshuffled": lambda a, s: (
        f"The discarded bonus cards become the stack: {counted_noun(a[0], 'card')}."
    ),
    "goal_scored": lambda a, s: (
        f"Seat {a[0]} has {counted_noun(a[1], 'item')} for the goal: {counted_noun(a[2], 'point')}."
    ),
    "bonus_shown": lambda a, s: f"Seat {a[0]} shows {_bonus(a[1:])}.",
    "scored": lambda a, s: (
        f"Seat {a[0]} ends with {counted_noun(a[1], 'point')} and {a[2]} unused food."
    ),
}
