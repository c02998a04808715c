"""What a viewpoint may know of a match of Azul, which is everything but the draws to come."""

from __future__ import annotations

from dataclasses import dataclass

from ludarena.core.bits import count_in
from ludarena.core.view import PlayerView, View, Viewpoint
from ludarena.games.azul.board import PlayerBoard
from ludarena.games.azul.rules import AzulState
from ludarena.games.azul.scoring import complete_colours, complete_columns, complete_rows
from ludarena.games.azul.state import IN_CENTRE, OFFER, OVER, TILING, colours_in
from ludarena.games.azul.tables import (
    CENTRE,
    COLOUR_NAMES,
    COLOURS,
    FLOOR_LOSS,
    LINES,
    MARKER,
    square,
)

PHASES = {OFFER: "factory offer", TILING: "wall-tiling", OVER: "over"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """A number of tiles of one colour."""

    colour: str
    tiles: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A factory or the centre, by its name in action ids, and its piles, by colour."""

    name: str
    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternLine:
    """A pattern line: its capacity, and its colour and tiles; colour None when empty."""

    capacity: int
    colour: str | None
    tiles: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AzulPlayer(PlayerView):
    """The board of a seat.

    `wall` holds five rows of five squares, each a colour or None; `floor` the floor line from
    the left, colours and "marker"; `floor_loss` the points that it will cost. `placement_points`
    and `floor_losses` are sums since the beginning of the match.
    """

    score: int
    complete_rows: int
    complete_columns: int
    complete_colours: int
    placement_points: int
    floor_losses: int
    lines: tuple[PatternLine, ...]
    wall: tuple[tuple[str | None, ...], ...]
    floor: tuple[str, ...]
    floor_loss: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AzulView(View):
    """A match of Azul as everybody sees it.

    `you` is the seat of the viewpoint, None for bystanders. `to_act` owes a decision, None at the
    end; `tiling_line` is the line (1 to 5) whose column it chooses. `marker` is the seat that
    took the marker in this round, None while it lies in the centre.
    """

    you: int | None
    wall_side: str
    marker_on_full_floor: str
    round: int
    round_limit: int
    phase: str
    to_act: int | None
    tiling_line: int | None
    starter: int
    marker: int | None
    sources: tuple[Source, ...]
    bag: tuple[Pile, ...]
    lid: tuple[Pile, ...]
    players: tuple[AzulPlayer, ...]


def view_of(state: AzulState, at: Viewpoint) -> AzulView:
    """Return the view of a viewpoint; all see the same but for `you`."""
    terms = state.terms
    sources = [
        Source(name=f"factory-{factory + 1}", piles=_piles(state.sources[factory]))
        for factory in range(terms.factories)
    ]
    return AzulView(
        you=at if isinstance(at, int) else None,
        wall_side="grey" if terms.grey_wall else "coloured",
        marker_on_full_floor="replace_last" if terms.replace_last else "no_penalty",
        round=state.round_number,
        round_limit=terms.round_limit,
        phase=PHASES[state.phase],
        to_act=None if state.phase == OVER else state.seat,
        tiling_line=state.line + 1 if state.phase == TILING else None,
        starter=state.starter,
        marker=None if state.marker == IN_CENTRE else state.marker,
        sources=(*sources, Source(name="centre", piles=_piles(state.sources[CENTRE]))),
        bag=_piles(state.bag),
        lid=_piles(state.lid),
        players=tuple(_player(state, seat) for seat in range(state.seats)),
    )


def _player(state: AzulState, seat: int) -> AzulPlayer:
    board = state.boards[seat]
    return AzulPlayer(
        seat=seat,
        score=board.score,
        complete_rows=complete_rows(board.wall),
        complete_columns=complete_columns(board.wall),
        complete_colours=complete_colours(board.tiles),
        placement_points=board.placed,
        floor_losses=state.floor_losses(seat),
        lines=tuple(_line(board, line) for line in range(LINES)),
        wall=tuple(_wall_row(board, row) for row in range(LINES)),
        floor=tuple(_floor_names(board)),
        floor_loss=FLOOR_LOSS[board.floor_count],
    )


def _piles(tally: int) -> tuple[Pile, ...]:
    colours = colours_in(tally)
    return tuple(
        Pile(colour=COLOUR_NAMES[colour], tiles=colours.count(colour))
        for colour in sorted(set(colours))
    )


def _line(board: PlayerBoard, line: int) -> PatternLine:
    colour = board.colour_in_line(line)
    return PatternLine(
        capacity=line + 1,
        colour=None if colour < 0 else COLOUR_NAMES[colour],
        tiles=board.in_line(line),
    )


def _wall_row(board: PlayerBoard, row: int) -> tuple[str | None, ...]:
    return tuple(_tile_at(board, row, column) for column in range(LINES))


def _tile_at(board: PlayerBoard, row: int, column: int) -> str | None:
    for colour in range(COLOURS):
        if board.tiles[colour] >> square(row, column) & 1:
            return COLOUR_NAMES[colour]
    return None


def _floor_names(board: PlayerBoard) -> list[str]:
    contents = [count_in(board.floor, space) for space in range(board.floor_count)]
    return ["marker" if item == MARKER else COLOUR_NAMES[item - 1] for item in contents]
