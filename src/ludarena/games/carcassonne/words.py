"""Decisions and actions of Carcassonne in words: questions and descriptions."""

from __future__ import annotations

from dataclasses import dataclass

from ludarena.core.game import Decision
from ludarena.core.text import counted_noun, listed
from ludarena.games.carcassonne.actions import (
    MEEPLE,
    NO_MEEPLE,
    SPOT_NAMES,
    rotation_of,
    segment_at,
    square_of,
)
from ludarena.games.carcassonne.landscape import Feature, FreeSquare, are_near
from ludarena.games.carcassonne.phrases import (
    SPOT_WORDS,
    segment_words,
    spot_words,
    square_words,
    turned_words,
)
from ludarena.games.carcassonne.rules import CarcassonneState
from ludarena.games.carcassonne.scoring import cities_supplied
from ludarena.games.carcassonne.state import NO_TILE, OVER, PLACING
from ludarena.games.carcassonne.tables import (
    AT_HALF,
    AT_SIDE,
    FIELD,
    MATCHING_HALF,
    MONASTERY,
    ROTATIONS,
    TILE_KINDS,
    Segment,
    turned,
    x_of,
    y_of,
)
from ludarena.games.carcassonne.view import name_of, points_of

PLACE_FORM = "place:<x>:<y>:<rotation>"
CLAIM_FORM = "meeple:<spot>"


# --- questions --------------------------------------------------------------------------------


def question(state: CarcassonneState, seat: int) -> Decision | None:
    """Return the decision that the seat owes in words, None if it owes none."""
    if state.phase == OVER or seat != state.seat:
        return None
    if state.phase == PLACING:
        return Decision("place", _place_question(state))
    return _claim_question(state)


def _place_question(state: CarcassonneState) -> str:
    kind = TILE_KINDS[state.drawn]
    turns = {
        1: "It looks the same however it is turned: use rotation 0.",
        2: "Turned 180 it looks the same: use rotations 0 and 90.",
        4: "Rotations are 0, 90, 180 and 270 degrees clockwise.",
    }
    return (
        f"Lay tile {kind.id} ({kind.name}) on a free square where all touching sides match: "
        f"{PLACE_FORM}. {turns[ROTATIONS[state.drawn]]} Then you may place a meeple on it."
    )


def _claim_question(state: CarcassonneState) -> Decision:
    laid = state.land.tiles[state.last_tile()]
    kind = TILE_KINDS[laid.oriented >> 2]
    text = (
        f"Place one meeple on a part of the tile, {CLAIM_FORM}, or none, no-meeple. The spot names "
        "the part by its first side or half side, counted clockwise from north. Whoever has most "
        "meeples on a feature scores it; a meeple comes home when its city, road or monastery is "
        "complete, a farmer never."
    )
    place = square_words(x_of(laid.square), y_of(laid.square))
    return Decision("meeple", text, cause=f"You laid tile {kind.id} at {place}.")


# --- descriptions -----------------------------------------------------------------------------


def description(state: CarcassonneState, seat: int, action: int) -> str:
    """Return one sentence on what an action does, legal or not."""
    if action == NO_MEEPLE:
        return "Place no meeple and end the turn."
    if action < MEEPLE:
        return _placement(state, square_of(action), rotation_of(action))
    return _claim(state, action - MEEPLE)


def _claim(state: CarcassonneState, spot: int) -> str:
    name = SPOT_NAMES[spot]
    start = f"Place a {SPOT_WORDS[name.partition('-')[0]]} on {spot_words(name)}"
    laid = state.land.tiles[state.last_tile()]
    segment = segment_at(laid.oriented, spot)
    if state.phase == PLACING or segment < 0:
        return f"{start}."
    feature = state.land.feature_of(laid.first + segment)
    places = segment_words(TILE_KINDS[laid.oriented >> 2].segments[segment], laid.oriented & 3)
    return f"{start} ({places}): {_standing(state, feature)}."


def _standing(state: CarcassonneState, feature: Feature) -> str:
    """Return what a feature is now, for one who thinks of claiming it."""
    name = name_of(feature)
    if feature.kind == FIELD:
        number = cities_supplied(feature, state.land)
        cities = counted_noun(number, "complete city", "complete cities")
        return f"{name}, a field that touches {cities}"
    points = points_of(state, feature)
    if feature.is_complete():
        return f"{name}, complete, scores {points} now"
    if feature.kind == MONASTERY:
        return f"{name}, worth {points} so far, {counted_noun(feature.lacking, 'square')} empty"
    size = counted_noun(feature.tiles(), "tile")
    return f"{name}, {size}, worth {points} so far, {counted_noun(feature.lacking, 'open side')}"


def _placement(state: CarcassonneState, square: int, rotation: int) -> str:
    where = f"{square_words(x_of(square), y_of(square))}{turned_words(rotation)}"
    if state.drawn == NO_TILE:
        return f"Lay the drawn tile at {where}."
    kind = TILE_KINDS[state.drawn]
    start = f"Lay {kind.id} at {where}"
    if not state.land.is_free(square):
        return f"{start}."
    place = state.land.free[state.land.free_index(square)]
    oriented = 4 * state.drawn + rotation
    if not place.takes(oriented):
        return f"{start}."
    effects = [_effect(group, rotation) for group in _groups(state, place, oriented)]
    return f"{start}: {'; '.join([*effects, *_monastery_effects(state, square)])}."


@dataclass(slots=True)
class _Group:
    """Segments of a placement that will be one feature, and the features that they join."""

    segments: list[Segment]
    joined: dict[str, Feature]
    sides: int


def _groups(state: CarcassonneState, place: FreeSquare, oriented: int) -> list[_Group]:
    """Return the segments of a placement that join something, in the order of the tile's."""
    groups: list[_Group] = []
    for segment in TILE_KINDS[oriented >> 2].segments:
        beyond = _neighbours(state, place, oriented, segment)
        if not beyond:
            continue
        new = _Group([segment], {name_of(feature): feature for feature in beyond}, len(beyond))
        for old in [group for group in groups if group.joined.keys() & new.joined.keys()]:
            groups.remove(old)
            new = _Group(
                old.segments + new.segments, old.joined | new.joined, old.sides + new.sides
            )
        groups.append(new)
    return groups


def _effect(group: _Group, rotation: int) -> str:
    """Return what becomes of the features that a placement joins."""
    parts = listed(segment_words(segment, rotation) for segment in group.segments)
    verb = "joins" if len(group.segments) == 1 else "join"
    text = f"{parts} {verb} {listed(group.joined)}"
    if group.segments[0].feature == FIELD:
        return text
    sides = sum(len(segment.places) for segment in group.segments)
    lacking = sides + sum(one.lacking for one in group.joined.values()) - 2 * group.sides
    after = f"{counted_noun(lacking, 'open side')} left" if lacking else "now complete"
    return f"{text}, {after}"


def _neighbours(
    state: CarcassonneState, place: FreeSquare, oriented: int, segment: Segment
) -> list[Feature]:
    """Return the features beyond the sides of a segment, in the order of its sides."""
    land = state.land
    found: list[Feature] = []
    for where in turned(segment, oriented & 3):
        is_field = segment.feature == FIELD
        side = where >> 1 if is_field else where
        other = place.neighbour(side)
        if other < 0:
            continue
        laid = land.tiles[other]
        if is_field:
            beyond = AT_HALF[8 * laid.oriented + MATCHING_HALF[where]]
        else:
            beyond = AT_SIDE[4 * laid.oriented + (side + 2) % 4]
        found.append(land.feature_of(laid.first + beyond))
    return found


def _monastery_effects(state: CarcassonneState, square: int) -> list[str]:
    """Return which monasteries a tile on a square helps to complete."""
    land = state.land
    effects: list[str] = []
    for tile in land.monasteries:
        if are_near(land.tiles[tile].square, square):
            feature = land.features[land.monastery_of(tile)]
            rest = feature.lacking - 1
            after = f"{counted_noun(rest, 'square')} left" if rest else "now complete"
            effects.append(f"{name_of(feature)} has one more tile around it, {after}")
    return effects
