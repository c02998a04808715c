"""Facts of Azul as sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludarena.core.text import counted_noun, listed
from ludarena.core.trace import Fact
from ludarena.core.view import Viewpoint
from ludarena.games.azul import facts
from ludarena.games.azul.actions import source_words, target_words
from ludarena.games.azul.tables import COLOUR_NAMES, TILES, TILES_PER_COLOUR

BONUS_NOUNS: Final = {
    facts.BONUS_ROWS: "complete row",
    facts.BONUS_COLUMNS: "complete column",
    facts.BONUS_COLOURS: "complete colour",
}

REASONS: Final = {
    facts.ENDED_BY_ROW: "since a row is complete",
    facts.ENDED_BY_LIMIT: "since the round limit is reached",
    facts.ENDED_WITHOUT_TILES: "since no tile is left to offer",
}


def sentence_of(fact: Fact, at: Viewpoint) -> str:
    """Return the fact as one sentence; the viewpoint's own seat is called "You"."""
    return _TELLERS[fact.kind](fact.arguments, at)


def _who(seat: int, at: Viewpoint) -> str:
    return "You" if seat == at else f"Seat {seat}"


def _is(seat: int, at: Viewpoint) -> str:
    return "you are" if seat == at else f"seat {seat} is"


def _tiles(number: int, colour: int) -> str:
    return f"{number} {COLOUR_NAMES[colour]} {'tile' if number == 1 else 'tiles'}"


def _colours(colours: tuple[int, ...]) -> str:
    return listed(f"{colours.count(c)} {COLOUR_NAMES[c]}" for c in sorted(set(colours)))


def _fallen(colour: int, on_floor: int, in_lid: int) -> str:
    """Return where tiles went that fell: floor line, lid, or both."""
    places: list[str] = []
    if on_floor:
        places.append(f"{_tiles(on_floor, colour)} on the floor line")
    if in_lid:
        places.append(f"{_tiles(in_lid, colour)} in the lid, as the floor line is full")
    return listed(places)


def _set_up(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seats, factories, starter = arguments
    return (
        f"{seats} seats play with {factories} factories and {TILES} tiles, {TILES_PER_COLOUR} of "
        f"each colour; {_is(starter, at)} to begin."
    )


def _round_began(arguments: tuple[int, ...], at: Viewpoint) -> str:
    number, starter = arguments
    return f"Round {number} began; {_is(starter, at)} to draft first."


def _lid_returned(arguments: tuple[int, ...], at: Viewpoint) -> str:
    piles = [f"{n} {COLOUR_NAMES[c]}" for c, n in enumerate(arguments) if n]
    return f"The bag was empty, so all tiles of the lid went back into it: {listed(piles)}."


def _factory_filled(arguments: tuple[int, ...], at: Viewpoint) -> str:
    return f"Factory {arguments[0] + 1} received {_colours(arguments[1:])}."


def _picked(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, source, colour, tiles, target = arguments
    return (
        f"{_who(seat, at)} picked {_tiles(tiles, colour)} from {source_words(source)} "
        f"for {target_words(target)}."
    )


def _pushed(arguments: tuple[int, ...], at: Viewpoint) -> str:
    return f"{_colours(arguments[1:])} moved from factory {arguments[0] + 1} to the centre."


def _marker_taken(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, space, replaced = arguments
    who = _who(seat, at)
    if space == 0:
        return (
            f"{who} took the starting-player marker; no floor space was free, so it costs nothing."
        )
    if replaced >= 0:
        return (
            f"{who} took the starting-player marker, which replaced a {COLOUR_NAMES[replaced]} "
            "tile on the last floor space; that tile went to the lid."
        )
    return f"{who} took the starting-player marker to floor space {space}."


def _line_filled(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, line, colour, added, tiles = arguments
    return (
        f"{_who(seat, at)} put {_tiles(added, colour)} into line {line + 1}, "
        f"which now holds {tiles} of {line + 1}."
    )


def _floored(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, colour, on_floor, in_lid = arguments
    return f"{_who(seat, at)} dropped tiles: {_fallen(colour, on_floor, in_lid)}."


def _tiled(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, row, column, colour, points, in_lid = arguments
    rest = "" if in_lid == 0 else f"; {counted_noun(in_lid, 'other tile')} went to the lid"
    return (
        f"{_who(seat, at)} placed {COLOUR_NAMES[colour]} in row {row + 1}, column {column + 1} "
        f"for {counted_noun(points, 'point')}{rest}."
    )


def _no_column(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, row, colour, on_floor, in_lid = arguments
    return (
        f"{_who(seat, at)} found no column for {COLOUR_NAMES[colour]} in row {row + 1} and "
        f"dropped line {row + 1}: {_fallen(colour, on_floor, in_lid)}."
    )


def _floor_cleared(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, spaces, penalty, lost, score = arguments
    cut = "" if lost == penalty else f" instead of {penalty}, as no score falls below 0"
    return (
        f"{_who(seat, at)} lost {counted_noun(lost, 'point')} for "
        f"{counted_noun(spaces, 'floor space')}{cut}; score {score}."
    )


def _bonus(arguments: tuple[int, ...], at: Viewpoint) -> str:
    seat, kind, number, points, score = arguments
    return (
        f"{_who(seat, at)} received {points} points for "
        f"{counted_noun(number, BONUS_NOUNS[kind])}; score {score}."
    )


def _ended(arguments: tuple[int, ...], at: Viewpoint) -> str:
    reason, rounds, *scores = arguments
    words = listed(f"seat {seat} {score}" for seat, score in enumerate(scores))
    return (
        f"The match ended after {counted_noun(rounds, 'round')}, {REASONS[reason]}. "
        f"Final scores: {words}."
    )


_TELLERS: Final[dict[int, Callable[[tuple[int, ...], Viewpoint], str]]] = {
    facts.SET_UP: _set_up,
    facts.ROUND_BEGAN: _round_began,
    facts.LID_RETURNED: _lid_returned,
    facts.FACTORY_FILLED: _factory_filled,
    facts.PICKED: _picked,
    facts.PUSHED: _pushed,
    facts.MARKER_TAKEN: _marker_taken,
    facts.LINE_FILLED: _line_filled,
    facts.FLOORED: _floored,
    facts.TILED: _tiled,
    facts.NO_COLUMN: _no_column,
    facts.FLOOR_CLEARED: _floor_cleared,
    facts.BONUS: _bonus,
    facts.ENDED: _ended,
}
