"""Birds, powers, costs and goals in words, shared by views, texts and descriptions."""

from __future__ import annotations

from ludarena.core.text import counted_noun, listed
from ludarena.games.wingspan import effects
from ludarena.games.wingspan.effects import POWER_WORDS, Effect
from ludarena.games.wingspan.tables import (
    BIRD_NAMES,
    BONUS_ARGUMENTS,
    BONUS_MEASURES,
    BONUS_POINTS,
    COLOUR,
    COST_WORDS,
    GOAL_ARGUMENTS,
    GOAL_MEASURES,
    POWER,
    TRIGGER,
)
from ludarena.games.wingspan.words import COLOURS, FOODS, NESTS, ROWS

_EVENT_WORDS = (
    "when another player plays a bird into the forest",
    "when another player plays a bird into the grassland",
    "when another player plays a bird into the wetland",
    "when another player takes the lay-eggs action",
    "when another player gains a rodent by the gain-food action",
    "when another player's predator succeeds",
)

_COLOUR_WORDS = {
    "brown": "when its row is activated",
    "white": "once, when played",
}

FACE_NAMES = (*FOODS, "invertebrate or seed")


def foods_of(mask: int) -> str:
    """Return the foods of a mask as a choice."""
    if mask == 31:
        return "food of any type"
    return listed((food for row, food in enumerate(FOODS) if mask >> row & 1), "or")


def cost_words(bird: int) -> str:
    """Return a bird's food cost in words."""
    cost = COST_WORDS[bird]
    if "/" in cost:
        return f"1 {listed(cost.split('/'), 'or')}"
    if cost == "free":
        return "no food"
    names = cost.split("+")
    kinds = dict.fromkeys(names)
    return listed(
        f"{names.count(kind)} {'of any food' if kind == 'wild' else kind}" for kind in kinds
    )


def power_words(bird: int) -> str:
    """Return a bird's power in words, empty for none."""
    if not POWER[bird]:
        return ""
    colour = COLOURS[COLOUR[bird]]
    when = _EVENT_WORDS[TRIGGER[bird]] if colour == "pink" else _COLOUR_WORDS[colour]
    steps = "; then ".join(_step_words(effect) for effect in POWER[bird])
    limit = " (once between your turns)" if colour == "pink" else ""
    return f"{colour}, {when}{limit}: {steps}"


def _step_words(effect: Effect) -> str:
    words = POWER_WORDS[effect.operation]
    nest = "this bird"
    if effect.nest == effects.ANY_NEST:
        nest = "any bird"
    elif effect.nest != effects.THIS_BIRD:
        nest = f"a {NESTS[effect.nest]}-nest bird"
    who = ""
    if effect.who == effects.EVERYONE:
        who = " (every player)"
    elif effect.who == effects.FEWEST:
        who = f" (each player with the fewest birds in the {ROWS[effect.row]})"
    row = "row of this bird" if effect.row == effects.SAME_ROW else f"{ROWS[effect.row]}"
    return (
        words.format(foods=foods_of(effect.foods), number=effect.number, nest=nest, row=row)
        + _flag_words(effect)
        + who
    )


def _flag_words(effect: Effect) -> str:
    if not effect.flag:
        return ""
    return {
        effects.TAKE_DIE: ", and put it on this bird if you like",
        effects.DRAW: " from the deck",
        effects.LAY: " other than this one",
        effects.PAY_EGG: " other than this one",
        effects.REPEAT: " with the predator sign",
    }.get(effect.operation, "")


def goal_words(goal: int) -> str:
    """Return what a round goal counts."""
    argument = GOAL_ARGUMENTS[goal]
    return {
        "birds-in-row": f"birds in the {argument}",
        "eggs-in-row": f"eggs in the {argument}",
        "nests-with-eggs": f"{argument}-nest birds that have an egg (star nests count)",
        "eggs-in-nests": f"eggs on {argument}-nest birds (star nests count)",
        "egg-sets": "sets of one egg in each of the three rows",
        "birds": "birds on the mat",
    }[GOAL_MEASURES[goal]]


def bonus_words(card: int) -> str:
    """Return what a bonus card counts and pays."""
    argument = BONUS_ARGUMENTS[card]
    what = {
        "sign": f"birds with the {argument} sign",
        "cost-holds": f"birds whose food cost holds {argument}",
        "cost-only": f"birds whose food cost is {argument} alone",
        "eggs-at-least": f"birds with at least {argument} eggs",
        "smallest-row": "birds in your row with the fewest birds",
        "nest": f"birds with a {argument} or star nest",
        "only-habitat": f"birds that live in the {argument} only",
        "wingspan-at-most": f"birds with a wingspan of at most {argument} cm",
        "tag": "birds with a colour in their name",
        "hand": "cards in hand at the end",
    }[BONUS_MEASURES[card]]
    points = BONUS_POINTS[card]
    if points.startswith("each"):
        return f"{what}: {counted_noun(int(points.split()[1]), 'point')} each"
    bands = [band.split(":") for band in points.split()]
    return f"{what}: " + ", ".join(f"{worth} points from {least}" for least, worth in bands)


def bird_name(bird: int) -> str:
    return BIRD_NAMES[bird]


def hand_words(number: int) -> str:
    return counted_noun(number, "card")
