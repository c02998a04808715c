"""What a viewpoint may know of a match of Harmonies, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ludarena.core.bits import count_in, popcount
from ludarena.core.view import PlayerView, View, Viewpoint
from ludarena.games.harmonies.grid import BOARD, LABELS, SIDES, hexes_in
from ludarena.games.harmonies.landscape import Landscape
from ludarena.games.harmonies.measures import routes
from ludarena.games.harmonies.phrases import habitat_text, spirit_rule_text
from ludarena.games.harmonies.rules import HarmoniesState
from ludarena.games.harmonies.scoring import points_of, tie_cubes
from ludarena.games.harmonies.state import OVER, PlayerBoard
from ludarena.games.harmonies.tables import (
    ANIMALS,
    BLUE,
    BROWN,
    CARD_ROWS,
    COLOURS,
    CUBES,
    GRAY,
    GREEN,
    GROUPS,
    LADDER,
    RED,
    YELLOW,
)

STAGES = ("turn", "place", "finish", "spirit")
"""Names of the kinds of decision, in the order of their rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensView:
    """Numbers of tokens by colour."""

    gray: int
    blue: int
    brown: int
    green: int
    yellow: int
    red: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HexView:
    """A hex: the colours of its stack from bottom to top, and the cube on it, if any.

    `cube` is `animal`, `spirit` or None.
    """

    hex: str
    stack: tuple[str, ...]
    cube: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """An animal or spirit card.

    `points` are those for 1, 2, ... cubes placed (none for spirits, whose `scores` says what they
    count), `placed` the cubes placed, `cubes` those it began with, `worth` the points so far;
    `homes` are the hexes of its owner's board that could receive a cube now.
    """

    card: str
    kind: str
    points: tuple[int, ...]
    scores: str
    habitat: str
    placed: int
    cubes: int
    worth: int
    homes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutesView:
    """Points as the board stands, by what they are given for."""

    trees: int
    mountains: int
    fields: int
    buildings: int
    water: int
    animals: int
    spirit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HarmoniesPlayerView(PlayerView):
    """One player.

    `points` is the score as the board stands, `cubes` the number of cubes that decides ties.
    `above` are the cards above the board, `complete` those beside it. `offered` are the spirits to
    choose from and `returned` the one not chosen, as far as the viewer knows them; `deciding`
    tells that the choice is still to come.
    """

    points: int
    cubes: int
    routes: RoutesView
    empty: int
    hexes: tuple[HexView, ...]
    above: tuple[CardView, ...]
    complete: tuple[CardView, ...]
    deciding: bool
    offered: tuple[CardView, ...]
    returned: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsView:
    """The options of the match."""

    side: str
    spirits: str
    river_length: str
    spirit_cube_in_tiebreak: bool
    cube_supply: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HarmoniesView(View):
    """All that a viewpoint knows.

    `viewer` is the seat of the viewpoint, if it is one. `active` is the seat to decide, None when
    the match is over; `stage` is one of `STAGES` or `over`. `round` begins with 1. `spaces` are
    the groups of tokens on the central board; `hand` the tokens that the active seat has taken
    and still to place. `cubes_left` is None unless cubes are limited.
    """

    viewer: int | None
    active: int | None
    stage: str
    round: int
    last_round: bool
    pouch: TokensView
    spaces: tuple[tuple[str, ...], ...]
    hand: TokensView
    card_taken: bool
    row: tuple[CardView, ...]
    deck: int
    cubes_left: int | None
    players: tuple[HarmoniesPlayerView, ...]
    options: OptionsView


def view(state: HarmoniesState, at: Viewpoint) -> HarmoniesView:
    """Return what the viewpoint may know of the state."""
    over = state.owed == OVER
    last_turn = state.turns - 1 if over else state.turns
    return HarmoniesView(
        viewer=at if isinstance(at, int) else None,
        active=None if over else state.active(),
        stage="over" if over else STAGES[state.owed],
        round=last_turn // state.seats + 1,
        last_round=state.ending,
        pouch=_tokens(state.pouch),
        spaces=tuple(tuple(COLOURS[colour] for colour in GROUPS[g]) for g in state.spaces),
        hand=_tokens(state.hand),
        card_taken=state.card_taken,
        row=tuple(_card(card, 0, None) for card in state.row),
        deck=popcount(state.deck),
        cubes_left=state.cubes_left() if state.variant.scarce else None,
        players=tuple(_player(state, seat, at) for seat in range(state.seats)),
        options=_options(state),
    )


def _options(state: HarmoniesState) -> OptionsView:
    variant = state.variant
    return OptionsView(
        side=SIDES[variant.side],
        spirits="on" if variant.spirits else "off",
        river_length="from_river_ends" if variant.from_ends else "diameter",
        spirit_cube_in_tiebreak=variant.spirit_in_ties,
        cube_supply="66" if variant.scarce else "unlimited",
    )


def _tokens(tally: int) -> TokensView:
    gray, blue, brown, green, yellow, red = (count_in(tally, slot) for slot in range(6))
    return TokensView(gray=gray, blue=blue, brown=brown, green=green, yellow=yellow, red=red)


def _card(card: int, placed: int, board: PlayerBoard | None) -> CardView:
    row = CARD_ROWS[card]
    animal = card < ANIMALS
    homes = () if board is None else tuple(LABELS[n] for n in hexes_in(board.land.homes(card)))
    return CardView(
        card=row.id,
        kind="animal" if animal else "spirit",
        points=row.ladder if animal else (),
        scores="" if animal else spirit_rule_text(card),
        habitat=habitat_text(card),
        placed=placed,
        cubes=CUBES[card],
        worth=LADDER[6 * card + placed],
        homes=homes,
    )


def _player(state: HarmoniesState, seat: int, at: Viewpoint) -> HarmoniesPlayerView:
    board = state.boards[seat]
    known = at in (seat, "all")
    return HarmoniesPlayerView(
        seat=seat,
        points=points_of(board, state.variant),
        cubes=tie_cubes(board, state.variant),
        routes=RoutesView(**routes(board, state.variant)),
        empty=popcount(board.land.empty()),
        hexes=_hexes(board.land, state.variant.side),
        above=tuple(_card(entry >> 3, entry & 7, board) for entry in board.cards),
        complete=tuple(_card(card, CUBES[card], None) for card in board.complete),
        deciding=bool(board.offered),
        offered=tuple(_card(card, 0, None) for card in board.offered) if known else (),
        returned=CARD_ROWS[board.returned].id if known and board.returned >= 0 else None,
    )


def _hexes(land: Landscape, side: int) -> tuple[HexView, ...]:
    stacks = stacks_of(land)
    cubes = dict.fromkeys(hexes_in(land.cubes), "animal")
    cubes.update(dict.fromkeys(hexes_in(land.spirit_cube), "spirit"))
    return tuple(
        _hex(number, stacks.get(number, ()), cubes.get(number)) for number in hexes_in(BOARD[side])
    )


@lru_cache(maxsize=4096)
def _hex(number: int, stack: tuple[int, ...], cube: str | None) -> HexView:
    """Return a hex as a view; views are frozen, so equal ones are shared."""
    return HexView(hex=LABELS[number], stack=tuple(COLOURS[colour] for colour in stack), cube=cube)


def stacks_of(land: Landscape) -> dict[int, tuple[int, ...]]:
    """Return the colours of the tokens from bottom to top, by the hexes that hold some."""
    on_gray = land.building & ~(land.on_brown | land.on_red)
    kinds = (
        (land.gray1, (GRAY,)),
        (land.gray2, (GRAY, GRAY)),
        (land.gray3, (GRAY, GRAY, GRAY)),
        (land.trunk1, (BROWN,)),
        (land.trunk2, (BROWN, BROWN)),
        (land.tree1, (GREEN,)),
        (land.tree2, (BROWN, GREEN)),
        (land.tree3, (BROWN, BROWN, GREEN)),
        (land.water, (BLUE,)),
        (land.field, (YELLOW,)),
        (land.red, (RED,)),
        (on_gray, (GRAY, RED)),
        (land.on_brown, (BROWN, RED)),
        (land.on_red, (RED, RED)),
    )
    return {number: stack for mask, stack in kinds for number in hexes_in(mask)}


def stack_at(land: Landscape, number: int) -> tuple[int, ...]:
    """Return the colours of the tokens on a hex from bottom to top."""
    return stacks_of(land).get(number, ())
