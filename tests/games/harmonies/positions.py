"""Positions of Harmonies in a few lines: stacks by hex, cards with cubes placed, tokens in hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludarena.core.bits import counted
from ludarena.core.options import OptionValue
from ludarena.core.sight import sight, why_not
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import Viewpoint
from ludarena.games.harmonies import HARMONIES
from ludarena.games.harmonies.game import harmonies
from ludarena.games.harmonies.grid import BIT, BOARD, LABELS
from ludarena.games.harmonies.landscape import Landscape, bare
from ludarena.games.harmonies.measures import routes, tokens_on
from ludarena.games.harmonies.rules import HarmoniesState
from ludarena.games.harmonies.setup import variant_of
from ludarena.games.harmonies.state import CHOOSE_SPIRIT, PLACE_TOKENS, TURN, PlayerBoard
from ludarena.games.harmonies.tables import (
    ANIMALS,
    CARD_ROWS,
    COLOURS,
    CUBES,
    GROUP_AT,
    GROUP_TALLY,
    TOKENS,
)
from ludarena.games.harmonies.view import HarmoniesView

CARD_CODES = {card.id: code for code, card in enumerate(CARD_ROWS)}
LETTERS = "MWTLFB"
"""Gray, blue, brown, green, yellow, red as letters of a stack, bottom to top."""

HexStacks = Mapping[str, str]


@dataclass
class Seat:
    """One player: stacks by hex, cubes by hex, cards with cubes placed, spirits in hand."""

    stacks: HexStacks = field(default_factory=dict)
    cubes: str = ""
    cards: Mapping[str, int] = field(default_factory=dict)
    spirit_cube: str = ""
    offered: Sequence[str] = ()


def hexes(labels: str) -> int:
    """Return the mask of hexes named in a text."""
    return sum(BIT[LABELS.index(label)] for label in labels.split())


def land_of(stacks: HexStacks, side: str = "A") -> Landscape:
    """Return a board on which every stack was built token by token."""
    land = bare(BOARD["AB".index(side)])
    for label, stack in stacks.items():
        at = hexes(label)
        assert land.board & at, label
        for letter in stack:
            colour = LETTERS.index(letter)
            assert land.open_to(colour) & at, f"{letter} on {label}"
            land.place(colour, at)
    return land


def board_of(seat: Seat, side: str = "A") -> PlayerBoard:
    """Return the board of a seat; cards with all cubes placed lie beside it."""
    land = land_of(seat.stacks, side)
    land.cubes = hexes(seat.cubes) | hexes(seat.spirit_cube)
    land.spirit_cube = hexes(seat.spirit_cube)
    codes = {CARD_CODES[name]: placed for name, placed in seat.cards.items()}
    above = sorted(8 * code + placed for code, placed in codes.items() if placed < CUBES[code])
    done = sorted(code for code, placed in codes.items() if placed == CUBES[code])
    spirit = next((code for code in codes if code >= ANIMALS), -1)
    offered = sorted(CARD_CODES[name] for name in seat.offered)
    return PlayerBoard(land, above, done, offered, spirit, -1)


def group_of(tokens: str) -> int:
    """Return the group of three letters."""
    first, second, third = (LETTERS.index(letter) for letter in tokens)
    return GROUP_AT[36 * first + 6 * second + third]


def position(
    *seats: Seat,
    spaces: str = "MMM WWW TTL FFB LLB",
    row: str = "",
    hand: str = "",
    turns: int = 0,
    pouch: int | None = None,
    **options: OptionValue,
) -> HarmoniesState:
    """Return a position with a seat for each argument; seat `turns % seats` is to move.

    `row` names the face-up animals; all others of no seat lie in the deck. The pouch holds what
    the boards, the spaces and the hand leave, unless `pouch` gives its tally.
    """
    settings = {option.name: option.default for option in HARMONIES.options} | options
    if any(seat.offered for seat in seats):
        settings["spirits"] = "on"
    variant = variant_of(settings)
    boards = [board_of(seat, str(settings["side"])) for seat in seats]
    face_up = sorted(CARD_CODES[name] for name in row.split())
    used = {*face_up, *(CARD_CODES[name] for seat in seats for name in seat.cards)}
    groups = sorted(group_of(tokens) for tokens in spaces.split())
    in_hand = sum(counted(LETTERS.index(letter), 1) for letter in hand)
    whole = sum(counted(colour, number) for colour, number in enumerate(TOKENS))
    gone = in_hand + sum(GROUP_TALLY[group] for group in groups)
    gone += sum(tokens_on(board.land) for board in boards)
    owed = PLACE_TOKENS if hand else TURN
    if boards[turns % len(seats)].offered:
        owed = CHOOSE_SPIRIT
    state = HarmoniesState(
        len(seats),
        variant,
        whole - gone if pouch is None else pouch,
        12345,
        sum(1 << code for code in range(ANIMALS) if code not in used),
        54321,
        groups,
        face_up,
        boards,
        owed,
        turns,
        0,
        in_hand,
        False,
        False,
    )
    state.trace = Trace()
    return state


def new_match(seats: int, seed: int, **options: OptionValue) -> HarmoniesState:
    """Return the beginning of a match."""
    return harmonies(HARMONIES.new(seats=seats, seed=seed, options=options))


def seen(state: HarmoniesState, at: Viewpoint) -> HarmoniesView:
    """Return what the viewpoint is shown."""
    view = sight(HARMONIES, state, at).view
    assert isinstance(view, HarmoniesView)
    return view


def points(stacks: HexStacks, route: str, side: str = "A", **options: OptionValue) -> int:
    """Return the points of a board for one route."""
    settings = {option.name: option.default for option in HARMONIES.options}
    settings |= {"side": side, **options}
    return routes(board_of(Seat(stacks), side), variant_of(settings))[route]


def legal(state: HarmoniesState) -> list[str]:
    """Return the ids that the seat to move may play."""
    return [HARMONIES.action_id(action) for action in state.legal_actions(state.active())]


def legal_of(state: HarmoniesState, kind: str) -> list[str]:
    return [action for action in legal(state) if action.split(":")[0] == kind]


def open_to(state: HarmoniesState, colour: str) -> set[str]:
    """Return the hexes on which the seat to move may place a colour."""
    return {i.split(":")[2] for i in legal_of(state, "place") if i.split(":")[1] == colour}


def play(state: HarmoniesState, *ids: str) -> None:
    """Play actions of the seats to move."""
    for text in ids:
        HARMONIES.play(state, state.active(), HARMONIES.action_code(text))


def reason(state: HarmoniesState, action: str) -> str:
    """Return why the seat to move may not play the action."""
    found = why_not(HARMONIES, state, state.active(), HARMONIES.action_code(action))
    assert found is not None
    return found


def facts_of(state: HarmoniesState) -> list[Fact]:
    assert state.trace is not None
    return state.trace.take()


def fact_names(state: HarmoniesState) -> list[str]:
    return [HARMONIES.facts[fact.kind].name for fact in facts_of(state)]


def stack(state: HarmoniesState, seat: int, label: str) -> tuple[str, ...]:
    """Return the colours on a hex from bottom to top."""
    player = HARMONIES.view(state, "all").players[seat]
    return next(cell.stack for cell in player.hexes if cell.hex == label)


def colours(letters: str) -> tuple[str, ...]:
    return tuple(COLOURS[LETTERS.index(letter)] for letter in letters)


def filled(empty: str, side: str = "A") -> dict[str, str]:
    """Return water on all hexes of a side but those named."""
    mask = BOARD["AB".index(side)] & ~hexes(empty)
    return {label: "W" for number, label in enumerate(LABELS) if mask & BIT[number]}
