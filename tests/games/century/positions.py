"""Positions of Century in a few lines: what each player has, what lies in the rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludarena.core.bits import members
from ludarena.core.options import OptionValue
from ludarena.core.sight import sight, why_not
from ludarena.core.trace import Fact, Trace
from ludarena.games.century import CENTURY
from ludarena.games.century.cubes import LETTERS, cube_list, cubes_from
from ludarena.games.century.rules import CenturyState
from ludarena.games.century.setup import variant_of
from ludarena.games.century.state import TURN, Deck, PlayerBoard
from ludarena.games.century.tables import MARKET, MERCHANT_ROWS, POINT_CARDS, POINT_ROWS

MERCHANT_CODES = {card.id: code for code, card in enumerate(MERCHANT_ROWS)}
POINT_CODES = {card.id: code for code, card in enumerate(POINT_ROWS)}

ROW = "gain-g gain-b gain-yr gain-yg gain-rr gain-yyy"
POINTS = "6-yyrr 7-yyyrr 8-yyrrr 8-yygg 8-rrrr"
"""The rows of positions that name none."""


@dataclass
class Player:
    """What a player has: cubes as letters, cards by name."""

    caravan: str = ""
    hand: str = "gain-yy upgrade-2"
    played: str = ""
    claimed: str = ""
    gold: int = 0
    silver: int = 0


def merchants(names: str) -> int:
    return sum(1 << MERCHANT_CODES[name] for name in names.split())


def point_cards(names: str) -> int:
    return sum(1 << POINT_CODES[name] for name in names.split())


def board_of(player: Player) -> PlayerBoard:
    return PlayerBoard(
        cubes_from(player.caravan),
        merchants(player.hand),
        merchants(player.played),
        point_cards(player.claimed),
        player.gold,
        player.silver,
    )


def position(
    *players: Player,
    row: str = ROW,
    on_row: Mapping[str, str] | None = None,
    points: str = POINTS,
    deck: str | None = None,
    point_deck: str | None = None,
    gold: int = 4,
    silver: int = 4,
    turns: int = 0,
    **options: OptionValue,
) -> CenturyState:
    """Return a position with a seat for each player; seat `turns % seats` is to move.

    `on_row` are the cubes on cards of the row. All cards that lie nowhere else are in the decks,
    unless `deck` or `point_deck` names what is left in one.
    """
    boards = [board_of(player) for player in players]
    gone = merchants(row)
    taken = point_cards(points)
    for board in boards:
        gone |= board.hand | board.played
        taken |= board.claimed
    market = (1 << MARKET) - 1
    rest = market & ~gone if deck is None else merchants(deck)
    point_rest = (1 << POINT_CARDS) - 1 & ~taken if point_deck is None else point_cards(point_deck)
    values = {option.name: options.get(option.name, option.default) for option in CENTURY.options}
    state = CenturyState(
        len(players),
        variant_of(len(players), values),
        [MERCHANT_CODES[name] for name in row.split()],
        [cubes_from((on_row or {}).get(name, "")) for name in row.split()],
        [POINT_CODES[name] for name in points.split()],
        Deck(rest, 12345),
        Deck(point_rest, 54321),
        gold,
        silver,
        boards,
        TURN,
        turns,
        0,
        -1,
        0,
        0,
    )
    state.trace = Trace()
    return state


def legal(state: CenturyState, kind: str = "") -> list[str]:
    """Return the ids that the seat to move may play, all or those of a kind."""
    ids = [CENTURY.action_id(action) for action in state.legal_actions(state.active())]
    return [name for name in ids if not kind or name.split(":")[0] == kind]


def play(state: CenturyState, *ids: str) -> None:
    """Play actions of the seats to move."""
    for text in ids:
        CENTURY.play(state, state.active(), CENTURY.action_code(text))


def reason(state: CenturyState, action: str) -> str:
    """Return why the seat to move may not play the action."""
    found = why_not(CENTURY, state, state.active(), CENTURY.action_code(action))
    assert found is not None
    return found


def caravan(state: CenturyState, seat: int = 0) -> str:
    """Return the caravan of a seat as letters."""
    return letters(state.boards[seat].caravan)


def letters(cubes: int) -> str:
    return "".join(
        letter * number for letter, number in zip(LETTERS, cube_list(cubes), strict=True)
    )


def row_of(state: CenturyState) -> list[str]:
    """Return the merchant row, cubes after a plus sign."""
    names = [MERCHANT_ROWS[card].id for card in state.row]
    cubes = [letters(held) for held in state.row_cubes]
    return [f"{name}+{held}" if held else name for name, held in zip(names, cubes, strict=True)]


def points_of(state: CenturyState) -> list[str]:
    return [POINT_ROWS[card].id for card in state.points]


def cards(mask: int) -> list[str]:
    return [MERCHANT_ROWS[card].id for card in members(mask)]


def facts_of(state: CenturyState) -> list[Fact]:
    assert state.trace is not None
    return state.trace.take()


def told(state: CenturyState) -> list[tuple[object, ...]]:
    """Return names and arguments of the facts since the last call."""
    return [(CENTURY.facts[fact.kind].name, *fact.arguments) for fact in facts_of(state)]


def new(**given: Any) -> CenturyState:
    """Return a new match, with the attributes of its own class."""
    state = CENTURY.new(**given)
    assert isinstance(state, CenturyState)
    return state


def seen(state: CenturyState, at: Any) -> Any:
    """Return a viewpoint's view, untyped for looking into it."""
    return sight(CENTURY, state, at).view


def text_of(state: CenturyState, at: Any) -> str:
    return sight(CENTURY, state, at).text


def scores(state: CenturyState) -> list[int]:
    return [int(board.score()) for board in state.boards]


def turn_of_all(state: CenturyState, actions: Sequence[str]) -> None:
    """Let every seat from the one to move play one of the actions."""
    for action in actions:
        play(state, action)
