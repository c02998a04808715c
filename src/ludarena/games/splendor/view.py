"""What a viewpoint may know of a match of Splendor, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ludarena.core.bits import count_in, members
from ludarena.core.view import PlayerView, View, Viewpoint
from ludarena.games.splendor.gems import COLOURS, GEM_COLOURS, GEMS, GOLD, gem_total, lacking
from ludarena.games.splendor.rules import SplendorState
from ludarena.games.splendor.state import CHOOSE_NOBLE, OVER, RETURN_TOKENS, PlayerBoard
from ludarena.games.splendor.tables import (
    CARD_ROWS,
    COST,
    LEVELS,
    NOBLE_ROWS,
    NOBLE_WANTS,
    level_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GemsView:
    """Numbers of gems, bonuses or costs by colour."""

    white: int
    blue: int
    green: int
    red: int
    black: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TokensView(GemsView):
    """Numbers of tokens by colour, gold included."""

    gold: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """A card as printed, and what it would cost the viewer.

    `price` is the cost less the viewer's bonuses, `missing` how many gems of the price the viewer
    does not hold (gold may stand for them); both are None for bystanders and cards of others.
    """

    card: str
    bonus: str
    points: int
    cost: GemsView
    price: GemsView | None
    missing: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """A level: its face-up cards and the number of cards in its deck."""

    level: int
    deck: int
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NobleView:
    """A noble on the table and the bonuses that bring the visit."""

    noble: str
    points: int
    wants: GemsView


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservedView:
    """A reserved card; `card` is None when the viewer does not know it.

    `blind` tells cards drawn from a deck, known to their owner, from cards seen by all.
    """

    level: int
    blind: bool
    card: CardView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SplendorPlayerView(PlayerView):
    """One player: `cards` is the number of bought cards, `bought` their ids."""

    points: int
    cards: int
    tokens: TokensView
    bonuses: GemsView
    nobles: tuple[str, ...]
    reserved: tuple[ReservedView, ...]
    bought: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsView:
    """The options of the match."""

    take_fewer: str
    payment: str
    reserved_visible: str
    last_round: str
    target_points: int
    turn_limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SplendorView(View):
    """All that a viewpoint knows.

    `viewer` is the seat of the viewpoint, if it is one. `active` is the seat to decide, None when
    the match is over; `stage` is `turn`, `return`, `noble` or `over`. `round` begins with 1;
    `target_met` tells that the round being played is the last one (R6).
    """

    viewer: int | None
    active: int | None
    stage: str
    round: int
    target_met: bool
    supply: TokensView
    rows: tuple[RowView, ...]
    nobles: tuple[NobleView, ...]
    players: tuple[SplendorPlayerView, ...]
    options: OptionsView


def view(state: SplendorState, at: Viewpoint) -> SplendorView:
    """Return what the viewpoint may know of the state."""
    viewer = at if isinstance(at, int) else None
    over = state.owed == OVER
    last_turn = state.turns - 1 if over else state.turns
    return SplendorView(
        viewer=viewer,
        active=None if over else state.active(),
        stage=_stage(state),
        round=last_turn // state.seats + 1,
        target_met=state.target_met(),
        supply=tokens_view(state.supply),
        rows=tuple(_row(state, level, viewer) for level in range(LEVELS)),
        nobles=tuple(noble_view(noble) for noble in members(state.nobles)),
        players=tuple(_player(state, seat, at) for seat in range(state.seats)),
        options=_options(state),
    )


def _stage(state: SplendorState) -> str:
    if state.owed == OVER:
        return "over"
    if state.owed == RETURN_TOKENS:
        return "return"
    return "noble" if state.owed == CHOOSE_NOBLE else "turn"


def _options(state: SplendorState) -> OptionsView:
    variant = state.variant
    return OptionsView(
        take_fewer="free" if variant.free_take else "only_if_forced",
        payment="choose" if variant.choose_payment else "minimal_gold",
        reserved_visible="all_public" if variant.all_public else "as_seen",
        last_round="equal_turns" if variant.equal_turns else "immediate",
        target_points=variant.target,
        turn_limit=variant.turn_limit,
    )


@lru_cache(maxsize=4096)
def gems_view(tally: int) -> GemsView:
    """Return a tally of gems as a view; views are frozen, so equal ones are shared."""
    white, blue, green, red, black = (count_in(tally, slot) for slot in range(GEM_COLOURS))
    return GemsView(white=white, blue=blue, green=green, red=red, black=black)


def tokens_view(tally: int) -> TokensView:
    white, blue, green, red, black = (count_in(tally, slot) for slot in range(GEM_COLOURS))
    gold = count_in(tally, GOLD)
    return TokensView(white=white, blue=blue, green=green, red=red, black=black, gold=gold)


def noble_view(noble: int) -> NobleView:
    row = NOBLE_ROWS[noble]
    return NobleView(
        noble=row.id,
        points=row.points,
        wants=gems_view(NOBLE_WANTS[noble]),
    )


def card_view(card: int, board: PlayerBoard | None) -> CardView:
    """Return a card; `board` is that of the viewer for whom it is priced, if any."""
    row = CARD_ROWS[card]
    price: GemsView | None = None
    missing: int | None = None
    if board is not None:
        due = lacking(COST[card], board.bonuses)
        price = gems_view(due)
        missing = gem_total(lacking(due, board.tokens & GEMS))
    return CardView(
        card=row.id,
        bonus=COLOURS[row.bonus],
        points=row.points,
        cost=gems_view(COST[card]),
        price=price,
        missing=missing,
    )


def _row(state: SplendorState, level: int, viewer: int | None) -> RowView:
    board = None if viewer is None else state.boards[viewer]
    return RowView(
        level=level + 1,
        deck=state.decks[level].size(),
        cards=tuple(card_view(card, board) for card in state.face_up_on(level)),
    )


def _player(state: SplendorState, seat: int, at: Viewpoint) -> SplendorPlayerView:
    board = state.boards[seat]
    own = board if at == seat else None
    shown = state.variant.all_public or at in (seat, "all")
    reserved = [
        ReservedView(level=level_of(card) + 1, blind=False, card=card_view(card, own))
        for card in board.reserved
    ]
    reserved += [
        ReservedView(
            level=level_of(card) + 1, blind=True, card=card_view(card, own) if shown else None
        )
        for card in board.blind
    ]
    return SplendorPlayerView(
        seat=seat,
        points=board.points,
        cards=board.cards(),
        tokens=tokens_view(board.tokens),
        bonuses=gems_view(board.bonuses),
        nobles=tuple(NOBLE_ROWS[noble].id for noble in members(board.nobles)),
        reserved=tuple(reserved),
        bought=tuple(CARD_ROWS[card].id for card in board.bought()),
    )
