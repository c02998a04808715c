"""What powers do: rows `(operation, arguments)`, read from words such as `tuck; draw n=1`.

A power is a list of effects, done in order. An effect that is a cost (`tuck`, `pay-food`,
`pay-egg`) ends the power when it is not paid.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.games.wingspan.words import ANY_FOOD, FOODS, NESTS, ROWS

GAIN: Final[i64] = 0
CACHE: Final[i64] = 1
TAKE_DIE: Final[i64] = 2
GAIN_ALL: Final[i64] = 3
HUNT_DICE: Final[i64] = 4
HUNT_DECK: Final[i64] = 5
DRAW: Final[i64] = 6
DISCARD_LATER: Final[i64] = 7
TUCK: Final[i64] = 8
TUCK_DECK: Final[i64] = 9
PAY_FOOD: Final[i64] = 10
PAY_EGG: Final[i64] = 11
LAY: Final[i64] = 12
LAY_EACH: Final[i64] = 13
MOVE: Final[i64] = 14
REPEAT: Final[i64] = 15
TRADE: Final[i64] = 16
BONUS: Final[i64] = 17
PLAY_BIRD: Final[i64] = 18

OPERATIONS = (
    "gain",
    "cache",
    "take-die",
    "gain-all",
    "hunt-dice",
    "hunt-deck",
    "draw",
    "discard-later",
    "tuck",
    "tuck-deck",
    "pay-food",
    "pay-egg",
    "lay",
    "lay-each",
    "move",
    "repeat",
    "trade",
    "bonus",
    "play-bird",
)

OWNER: Final[i64] = 0
EVERYONE: Final[i64] = 1
FEWEST: Final[i64] = 2
"""Who gains: the owner, everyone, those with the fewest birds in a row (`Effect.row`)."""

ANY_NEST: Final[i64] = 6
THIS_BIRD: Final[i64] = 7
"""Where eggs go beside the nest classes 1 to 5."""

SAME_ROW: Final[i64] = 3
"""Beside the three rows: the row of the bird whose power it is."""


class Effect:
    """One step of a power; which fields count depends on the operation."""

    def __init__(
        self,
        operation: i64,
        foods: i64,
        number: i64,
        who: i64,
        nest: i64,
        row: i64,
        flag: bool,
    ) -> None:
        self.operation: i64 = operation
        self.foods: i64 = foods  # mask: one of these
        self.number: i64 = number  # how many; the limit in centimetres of `hunt-deck`
        self.who: i64 = who
        self.nest: i64 = nest  # nest class, ANY_NEST or THIS_BIRD
        self.row: i64 = row
        self.flag: bool = flag  # what the words `cache`, `from=deck`, `not=this`, `sign` set

    def is_cost(self) -> bool:
        return self.operation == TUCK or self.operation == PAY_FOOD or self.operation == PAY_EGG


_SETTINGS = {"food", "n", "below", "who", "row", "on", "cache", "from", "not", "sign"}
_FLAGS = ("cache=yes", "from=deck", "not=this", "sign=predator")


def read_power(words: str) -> list[Effect]:
    """Return the effects of a power's row; raise `ValueError` for words unknown."""
    return [_read_effect(step) for step in words.split(";") if step.strip()]


def _read_effect(step: str) -> Effect:
    name, *settings = step.split()
    given = dict(setting.split("=", 1) for setting in settings)
    if not set(given) <= _SETTINGS:
        raise ValueError(f"unknown words in the power {step!r}")
    who, row = OWNER, _row(given.get("row", ""))
    chosen = given.get("who", "owner")
    if chosen == "all":
        who = EVERYONE
    elif chosen.startswith("fewest-"):
        who, row = FEWEST, ROWS.index(chosen.removeprefix("fewest-"))
    return Effect(
        OPERATIONS.index(name),
        _foods(given.get("food", "")),
        int(given.get("n") or given.get("below", "1")),
        who,
        _nest(given.get("on", "any")),
        row,
        any(setting in _FLAGS for setting in settings),
    )


def _row(word: str) -> i64:
    if not word:
        return -1
    return SAME_ROW if word == "same" else ROWS.index(word)


def _foods(words: str) -> i64:
    if words == "any":
        return ANY_FOOD
    mask: i64 = 0
    for word in words.split("/"):
        if word:
            mask |= 1 << FOODS.index(word)
    return mask


def _nest(word: str) -> i64:
    if word == "any":
        return ANY_NEST
    return THIS_BIRD if word == "this" else NESTS.index(word)


POWER_WORDS = (
    "gain {number} {foods} from the supply",
    "put 1 {foods} from the supply on this bird",
    "take a die of {foods} from the feeder",
    "take all dice of {foods} from the feeder",
    "roll the dice outside the feeder; if one shows {foods}, put 1 on this bird",
    "turn the top card of the deck; below {number} cm wingspan it goes under this bird, else away",
    "draw {number}",
    "discard {number} card at the end of the turn",
    "put 1 card of your hand under this bird",
    "put {number} cards of the deck under this bird",
    "pay 1 {foods}",
    "discard 1 egg from any bird",
    "lay 1 egg on {nest}",
    "lay 1 egg on each such bird: {nest}",
    "if this bird is rightmost in its row, move it to another row",
    "repeat a brown power of another bird of this row",
    "trade 1 food for 1 of another type",
    "draw 2 bonus cards, keep 1",
    "play another bird into the {row} at its normal costs",
)
"""Each operation in words, to be filled in from an effect."""
