"""Positions of Azul in words.

Tiles are written as "red red blue"; a wall as {row: "red blue"} on the coloured side (the colour
fixes the column) and {row: "red - blue"} with a place a column on the grey side.
"""

from dataclasses import dataclass, field

from ludarena.core.bits import count_in, counted, tally_of
from ludarena.core.rng import Stream
from ludarena.core.trace import Trace
from ludarena.games.azul import AZUL
from ludarena.games.azul.board import PlayerBoard, board_of
from ludarena.games.azul.rules import AzulState
from ludarena.games.azul.state import IN_CENTRE, OFFER, Terms, tiles_offered
from ludarena.games.azul.tables import CENTRE, COLOUR_NAMES, COLUMN_OF, MARKER, square


@dataclass
class Board:
    """A seat's board in words; `lines` maps a line (1 to 5) to its tiles."""

    lines: dict[int, str] = field(default_factory=dict)
    wall: dict[int, str] = field(default_factory=dict)
    floor: str = ""
    score: int = 0


def position(
    *boards: Board,
    seats: int = 2,
    offer: dict[str, str] | None = None,
    bag: str | None = None,
    lid: str | None = None,
    marker: int = IN_CENTRE,
    starter: int = 0,
    seat: int = 0,
    round_number: int = 1,
    wall: str = "coloured",
    marker_on_full_floor: str = "no_penalty",
    round_limit: int = 50,
    seed: int = 1,
) -> AzulState:
    """Return a table in the factory offer with a trace.

    Tiles that are named nowhere lie in the bag, or in the lid when `bag` is given and `lid` not.
    """
    terms = Terms(seats, wall == "grey", marker_on_full_floor == "replace_last", round_limit)
    own = [_board(board, terms.grey_wall) for board in boards]
    own += [_board(Board(), terms.grey_wall) for _ in range(seats - len(boards))]
    sources = [0] * (CENTRE + 1)
    for name, tiles in (offer or {"centre": "blue"}).items():
        number = CENTRE if name == "centre" else int(name.removeprefix("factory-")) - 1
        sources[number] = tally(tiles)
    state = AzulState(
        terms, own, sources, tiles_offered(sources), tally(bag or ""), tally(lid or ""),
        Stream(seed), OFFER, round_number, starter, marker, seat, 0, 0, 0,
    )  # fmt: skip
    missing = _missing(state)
    if bag is None:
        state.bag = missing
    elif lid is None:
        state.lid = missing
    state.trace = Trace()
    return state


def tally(tiles: str) -> int:
    """Return the tally of tiles in words."""
    names = tiles.split()
    return tally_of([names.count(name) for name in COLOUR_NAMES])


def words(packed: int) -> str:
    """Return a tally in words, in the order of colours."""
    return " ".join(
        name for colour, name in enumerate(COLOUR_NAMES) for _ in range(count_in(packed, colour))
    )


def play(state: AzulState, *ids: str) -> None:
    """Play actions by their ids, each for the seat that owes a decision."""
    for text in ids:
        AZUL.play(state, state.to_act()[0], AZUL.action_code(text))


def legal(state: AzulState) -> list[str]:
    """Return the ids that the seat to act may play."""
    return [AZUL.action_id(action) for action in state.legal_actions(state.to_act()[0])]


def line(state: AzulState, seat: int, number: int) -> str:
    """Return the tiles of a pattern line in words."""
    shown = AZUL.view(state, "all").players[seat].lines[number - 1]
    return " ".join([shown.colour or ""] * shown.tiles)


def floor(state: AzulState, seat: int) -> str:
    """Return the floor line in words, from the left."""
    return " ".join(AZUL.view(state, "all").players[seat].floor)


def wall(state: AzulState, seat: int, row: int) -> str:
    """Return a row of the wall in words, "-" for free squares."""
    return " ".join(tile or "-" for tile in AZUL.view(state, "all").players[seat].wall[row - 1])


def scores(state: AzulState) -> list[int]:
    return [board.score for board in state.boards]


def story(state: AzulState) -> list[str]:
    """Return what a bystander was told since the last call."""
    assert state.trace is not None
    told = (AZUL.narrate(fact, "public") for fact in state.trace.take())
    return [sentence for sentence in told if sentence]


def _missing(state: AzulState) -> int:
    everywhere = state.tiles_everywhere()
    numbers = [20 - count_in(everywhere, colour) for colour in range(5)]
    assert min(numbers) >= 0, "a position with too many tiles of a colour"
    return tally_of(numbers)


def _board(board: Board, grey: bool) -> PlayerBoard:
    line_count = line_colour = 0
    for number, tiles in board.lines.items():
        names = tiles.split()
        assert len(set(names)) == 1, "a pattern line of two colours"
        line_count += counted(number - 1, len(names))
        line_colour += counted(number - 1, COLOUR_NAMES.index(names[0]) + 1)
    masks = [0] * 5
    for row, tiles in board.wall.items():
        for column, name in enumerate(tiles.split()):
            if name != "-":
                colour = COLOUR_NAMES.index(name)
                place = column if grey else COLUMN_OF[5 * (row - 1) + colour]
                masks[colour] |= 1 << square(row - 1, place)
    floor_tally = 0
    for space, name in enumerate(board.floor.split()):
        floor_tally += counted(space, MARKER if name == "marker" else COLOUR_NAMES.index(name) + 1)
    return board_of(line_count, line_colour, masks, floor_tally, board.score, board.score)
