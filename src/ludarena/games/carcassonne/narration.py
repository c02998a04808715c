"""Facts of Carcassonne as sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludarena.core.text import counted_noun, listed
from ludarena.core.trace import Fact
from ludarena.core.view import Viewpoint
from ludarena.games.carcassonne import facts
from ludarena.games.carcassonne.actions import SPOT_NAMES
from ludarena.games.carcassonne.phrases import (
    SPOT_WORDS,
    size_words,
    spot_words,
    square_words,
    tiles_listed,
    turned_words,
)
from ludarena.games.carcassonne.tables import FEATURE_NAMES, TILE_KINDS


def sentence_of(fact: Fact, at: Viewpoint) -> str:
    """Return the fact as one sentence; the viewpoint's own seat is called "You"."""
    return _TELLERS[fact.kind](fact.arguments, at)


def _who(seat: int, at: Viewpoint) -> str:
    return "You" if seat == at else f"Seat {seat}"


def _tile(kind: int) -> str:
    return f"tile {TILE_KINDS[kind].id} ({TILE_KINDS[kind].name})"


def _set_up(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seats, meeples, tiles = arguments
    return (
        f"{seats} seats play with {counted_noun(meeples, 'meeple')} each; tile D lies at (0, 0) "
        f"and {tiles} tiles are in the stack."
    )


def _drawn(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, kind, left = arguments
    return f"{_who(seat, at)} drew {_tile(kind)}; {left} are left in the stack."


def _removed(arguments: tuple[int, ...], at: Viewpoint) -> str:
    return f"Tile {TILE_KINDS[arguments[0]].id} fits nowhere and left the game."


def _set_aside(arguments: tuple[int, ...], at: Viewpoint) -> str:
    return f"Tile {TILE_KINDS[arguments[0]].id} fits nowhere and was set aside."


def _returned(arguments: tuple[int, ...], at: Viewpoint) -> str:
    verb = "was" if len(arguments) == 1 else "were"
    noun = "Tile" if len(arguments) == 1 else "Tiles"
    return f"{noun} {listed(tiles_listed(arguments))} {verb} shuffled back into the stack."


def _laid(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, kind, x, y, rotation = arguments
    where = f"{square_words(x, y)}{turned_words(rotation)}"
    return f"{_who(seat, at)} laid tile {TILE_KINDS[kind].id} at {where}."


def _meeple_placed(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, x, y, spot, supply = arguments
    name = SPOT_NAMES[spot]
    role = SPOT_WORDS[name.partition("-")[0]]
    return (
        f"{_who(seat, at)} placed a {role} on {spot_words(name)} of {square_words(x, y)}; "
        f"{counted_noun(supply, 'meeple')} left."
    )


def _completed(arguments: tuple[int, ...], at: Viewpoint) -> str:
    feature, x, y, spot, tiles, pennants = arguments
    size = size_words(FEATURE_NAMES[feature], tiles, pennants)
    return f"{size[0].upper()}{size[1:]} was completed: {_where(spot, x, y)}."


def _where(spot: int, x: int, y: int) -> str:
    return f"{spot_words(SPOT_NAMES[spot])} of {square_words(x, y)}"


def _scored(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, feature, points, score = arguments
    return (
        f"{_who(seat, at)} scored {counted_noun(points, 'point')} for the "
        f"{FEATURE_NAMES[feature]}: {score} in all."
    )


def _came_home(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, feature, meeples, supply = arguments
    whose = "your" if seat == at else f"seat {seat}'s"
    verb = "is" if meeples == 1 else "are"
    return (
        f"{counted_noun(meeples, 'meeple')} from the {FEATURE_NAMES[feature]} {verb} back in "
        f"{whose} supply of {supply}."
    )


def _counted(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, feature, tiles, pennants, points, score = arguments
    size = size_words(FEATURE_NAMES[feature], tiles, pennants, unfinished=True)
    return f"{_who(seat, at)} scored {counted_noun(points, 'point')} for {size}: {score} in all."


def _farmed(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, cities, points, score = arguments
    return (
        f"{_who(seat, at)} scored {counted_noun(points, 'point')} for supplying complete cities "
        f"{counted_noun(cities, 'time')}: {score} in all."
    )


def _ended(arguments: tuple[int, ...], at: Viewpoint) -> str:
    tiles, *scores = arguments
    results = listed(f"seat {seat} {score}" for seat, score in enumerate(scores))
    return f"The match ended after {counted_noun(tiles, 'laid tile')}; final scores: {results}."


_TELLERS: Final[dict[int, Callable[[tuple[int, ...], Viewpoint], str]]] = {
    facts.SET_UP: _set_up,
    facts.DRAWN: _drawn,
    facts.REMOVED: _removed,
    facts.SET_ASIDE: _set_aside,
    facts.RETURNED: _returned,
    facts.LAID: _laid,
    facts.MEEPLE_PLACED: _meeple_placed,
    facts.COMPLETED: _completed,
    facts.SCORED: _scored,
    facts.CAME_HOME: _came_home,
    facts.COUNTED: _counted,
    facts.FARMED: _farmed,
    facts.ENDED: _ended,
}
