"""Decisions and actions of Azul in words: questions, descriptions, reasons against an action."""

from __future__ import annotations

from ludarena.core.bits import count_in
from ludarena.core.game import Decision
from ludarena.core.text import counted_noun, listed
from ludarena.games.azul import tables
from ludarena.games.azul.actions import (
    TILE,
    colour_of,
    source_of,
    source_words,
    target_of,
    target_words,
)
from ludarena.games.azul.board import PlayerBoard
from ludarena.games.azul.rules import AzulState
from ludarena.games.azul.scoring import placement_points
from ludarena.games.azul.state import IN_CENTRE, OFFER, OVER, colours_in
from ludarena.games.azul.tables import CENTRE, COLOUR_NAMES, FLOOR, FLOOR_SPACES, square

# --- questions --------------------------------------------------------------------------------


def question(state: AzulState, seat: int) -> Decision | None:
    """Return the decision that the seat owes in words, None if it owes none."""
    if state.phase == OVER or seat != state.seat:
        return None
    if state.phase == OFFER:
        return Decision("draft", _draft_question(state))
    return _tile_question(state, seat)


def _draft_question(state: AzulState) -> str:
    parts = [
        "Pick all tiles of one colour from one factory or from the centre, and put them into one "
        "pattern line or on the floor line: draft:<source>:<colour>:<line>.",
    ]
    if state.marker == IN_CENTRE:
        parts.append(
            "The first to pick from the centre also takes the starting-player marker, which is "
            "laid on the floor line first."
        )
    if state.terms.grey_wall:
        parts.append("The wall is grey: you choose columns when your full lines are tiled.")
    return " ".join(parts)


def _tile_question(state: AzulState, seat: int) -> Decision:
    board = state.boards[seat]
    line = state.line + 1
    colour = COLOUR_NAMES[board.colour_in_line(state.line)]
    text = (
        f"Choose the column of row {line} of your grey wall for a {colour} tile: tile:<column>. "
        f"The square must be free and its column must not hold {colour}. Lines are tiled from 1 "
        "to 5; later tiles score with earlier ones."
    )
    return Decision("tile", text, cause=f"Your pattern line {line} is full.")


# --- descriptions -----------------------------------------------------------------------------


def description(state: AzulState, seat: int, action: int) -> str:
    """Return one sentence on what an action does, legal or not."""
    if action >= TILE:
        return _tile_description(state, seat, action - TILE)
    source, colour, target = source_of(action), colour_of(action), target_of(action)
    tiles = count_in(state.sources[source], colour)
    if tiles == 0:
        name = COLOUR_NAMES[colour]
        return f"Pick {name} tiles from {source_words(source)}, which holds none now."
    picked = (
        f"Pick {counted_noun(tiles, f'{COLOUR_NAMES[colour]} tile')} from {source_words(source)}"
    )
    marker = source == CENTRE and state.marker == IN_CENTRE
    if marker:
        picked += " and take the starting-player marker"
    board = state.boards[seat]
    if target == FLOOR:
        return f"{picked}; {'; '.join(_falls(state, board, tiles, marker))}."
    space = max(0, target + 1 - board.in_line(target))
    added = min(tiles, space)
    falls = _falls(state, board, tiles - added, marker)
    return "; ".join([picked, _into_line(board, target, added), *falls]) + "."


def _into_line(board: PlayerBoard, line: int, added: int) -> str:
    after = board.in_line(line) + added
    ends = "is then full" if after == line + 1 else f"then holds {after} of {line + 1}"
    return f"put {added} into line {line + 1}, which {ends}"


def _falls(state: AzulState, board: PlayerBoard, fallen: int, marker: bool) -> list[str]:
    """Return what falls to the floor line, and the points that it will cost."""
    spaces = FLOOR_SPACES - board.floor_count
    on_marker = min(spaces, 1) if marker else 0
    on_floor = min(fallen, spaces - on_marker)
    clauses: list[str] = []
    if marker and spaces == 0 and state.terms.replace_last:
        clauses.append("the marker replaces the last tile of the full floor line")
    if on_floor:
        clauses.append(f"{counted_noun(on_floor, 'tile')} to the floor line")
    if fallen > on_floor:
        clauses.append(
            f"{counted_noun(fallen - on_floor, 'tile')} to the lid, the floor being full"
        )
    if fallen or marker:
        loss = tables.FLOOR_LOSS[board.floor_count + on_marker + on_floor]
        more = loss - tables.FLOOR_LOSS[board.floor_count]
        clauses.append(f"the floor line then costs {more} more, {loss} in all")
    return clauses


def _tile_description(state: AzulState, seat: int, column: int) -> str:
    board = state.boards[seat]
    row = state.line
    colour = board.colour_in_line(row) if row < tables.LINES else -1
    if colour < 0:
        return f"Place the tile of a full line in column {column + 1}."
    points = placement_points(board.wall | 1 << square(row, column), row, column)
    rest = "" if row == 0 else f"; {counted_noun(row, 'other tile')} of the line to the lid"
    return (
        f"Place {COLOUR_NAMES[colour]} in row {row + 1}, column {column + 1} "
        f"for {counted_noun(points, 'point')}{rest}."
    )


# --- reasons ----------------------------------------------------------------------------------


def reason(state: AzulState, seat: int, action: int) -> str:
    """Return the rule that an illegal action breaks, for a seat that owes a decision."""
    if action >= TILE:
        return _no_column_reason(state, seat, action - TILE)
    if state.phase != OFFER:
        line = state.line + 1
        return f"the factory offer is over; choose a column for line {line}: tile:<column> (R3.5)"
    source, colour, target = source_of(action), colour_of(action), target_of(action)
    against_source = _source_reason(state, source, colour)
    return against_source or _line_reason(state.boards[seat], target, colour)


def _no_column_reason(state: AzulState, seat: int, column: int) -> str:
    if state.phase == OFFER:
        when = (
            "columns are chosen in the wall-tiling (R3.5)"
            if state.terms.grey_wall
            else "the coloured wall fixes the square of each tile (R3.2)"
        )
        return f"tiles are drafted now: draft:<source>:<colour>:<line>; {when}"
    board = state.boards[seat]
    if board.wall >> square(state.line, column) & 1:
        return f"row {state.line + 1} has a tile in column {column + 1} already (R3.5)"
    colour = COLOUR_NAMES[board.colour_in_line(state.line)]
    return f"column {column + 1} holds {colour} already; no colour twice in a column (R3.5)"


def _source_reason(state: AzulState, source: int, colour: int) -> str | None:
    """Return why the colour cannot be picked from the source, None if it can."""
    factories = state.terms.factories
    if source != CENTRE and source >= factories:
        return (
            f"factory {source + 1} is not in play; {state.seats} seats use factories 1 to "
            f"{factories} (R1.1)"
        )
    offer = state.sources[source]
    if count_in(offer, colour) > 0:
        return None
    name = source_words(source)
    if offer == 0:
        return f"{name} has no tiles (R2.2)"
    colours = listed(COLOUR_NAMES[own] for own in sorted(set(colours_in(offer))))
    return f"{name} has no {COLOUR_NAMES[colour]} tile; it has {colours} (R2.2)"


def _line_reason(board: PlayerBoard, line: int, colour: int) -> str:
    """Return why a pattern line does not take the colour (R2.5)."""
    name = COLOUR_NAMES[colour]
    where = target_words(line)
    if board.is_full(line):
        return f"{where} is full (R2.5)"
    own = board.colour_in_line(line)
    if own not in (-1, colour):
        return f"{where} holds {COLOUR_NAMES[own]} tiles and takes no {name} (R2.5)"
    return f"row {line + 1} of your wall has {name} already, so {where} takes no {name} (R2.5)"


# --- numbers of the rules text ----------------------------------------------------------------


def rules_numbers() -> dict[str, object]:
    """Return what fills the `{{names}}` of `rules.md`, from the tables."""
    return {
        "tiles": tables.TILES,
        "per_colour": tables.TILES_PER_COLOUR,
        "colours": listed(COLOUR_NAMES),
        "per_factory": tables.TILES_PER_FACTORY,
        "factories_2": tables.FACTORIES[2],
        "factories_3": tables.FACTORIES[3],
        "factories_4": tables.FACTORIES[4],
        "floor_spaces": FLOOR_SPACES,
        "space_losses": listed(str(loss) for loss in tables.SPACE_LOSSES),
        "wall": "\n".join(
            f"| {row + 1} | {' | '.join(colours)} |" for row, colours in enumerate(tables.WALL)
        ),
        "row_bonus": tables.ROW_BONUS,
        "column_bonus": tables.COLUMN_BONUS,
        "colour_bonus": tables.COLOUR_BONUS,
        "round_limit": tables.ROUND_LIMIT,
        "most_rounds": tables.MOST_ROUNDS,
    }
