"""What a viewpoint may know of a match of Century, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ludarena.core.bits import members
from ludarena.core.view import PlayerView, View, Viewpoint
from ludarena.games.century.cubes import COLOURS, count_of, lacking
from ludarena.games.century.rules import CenturyState
from ludarena.games.century.state import OVER, PAY_CUBE, RETURN_CUBES, PlayerBoard
from ludarena.games.century.tables import (
    COST,
    GET,
    GIVE,
    MERCHANT_ROWS,
    POINT_ROWS,
    START_GAIN,
    START_UPGRADE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CubesView:
    """Numbers of cubes by colour."""

    yellow: int
    red: int
    green: int
    brown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MerchantView:
    """A merchant card as printed; `kind` is `gain`, `upgrade` or `trade`.

    `gives` is what its player gets out of a gain card or of one repetition of a trade, `takes`
    what a repetition costs, `steps` the steps of an upgrade.
    """

    card: str
    kind: str
    takes: CubesView
    gives: CubesView
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferView:
    """A merchant card of the row; `price` is the number of cards to its left, each of which gets
    a cube; `cubes` lie on it and go to whoever acquires it."""

    position: int
    price: int
    merchant: MerchantView
    cubes: CubesView


@dataclass(frozen=True, slots=True, kw_only=True)
class PointCardView:
    """A face-up point card; `coin` is the coin that claiming it now brings.

    `missing` is what the viewer's caravan lacks; None for bystanders.
    """

    position: int
    card: str
    points: int
    cost: CubesView
    coin: str | None
    missing: CubesView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CenturyPlayerView(PlayerView):
    """One player.

    `score` is what the player would have if the match ended now, `lateness` what settles equal
    scores (0 for all where nothing does). `hand`, `claimed` and `score` are None where an option
    keeps them from the viewer.
    """

    score: int | None
    lateness: int
    caravan: CubesView
    gold: int
    silver: int
    claims: int
    claimed: tuple[str, ...] | None
    hand_size: int
    hand: tuple[MerchantView, ...] | None
    played: tuple[MerchantView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsView:
    """The options of the match; `end_cards` is the number that holds for it."""

    hands_public: bool
    claimed_public: bool
    empty_play: bool
    rest_without_played: bool
    end_cards: int
    caravan_limit: int
    tie: str
    turn_limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CenturyView(View):
    """All that a viewpoint knows.

    `viewer` is the seat of the viewpoint, if it is one. `active` is the seat to decide, None when
    the match is over; `stage` is `turn`, `pay`, `return` or `over`. `round` begins with 1;
    `last_round` tells that the round being played is the last one (R7.1). `acquiring` is the card
    that is being paid for, `pays_onto` the card that gets the next cube; `returned` are the cubes
    returned in this turn. `merchants_left` and `points_left` are the sizes of the decks.
    """

    viewer: int | None
    active: int | None
    stage: str
    round: int
    last_round: bool
    acquiring: str | None
    pays_onto: str | None
    returned: CubesView
    gold_pile: int
    silver_pile: int
    points: tuple[PointCardView, ...]
    points_left: int
    merchants: tuple[OfferView, ...]
    merchants_left: int
    players: tuple[CenturyPlayerView, ...]
    options: OptionsView


COINS = (None, "silver", "gold")
"""Names of what `coin_at` returns."""


def view(state: CenturyState, at: Viewpoint) -> CenturyView:
    """Return what the viewpoint may know of the state."""
    viewer = at if isinstance(at, int) else None
    over = state.owed == OVER
    last_turn = state.turns - 1 if over else state.turns
    paying = state.owed == PAY_CUBE
    return CenturyView(
        viewer=viewer,
        active=None if over else state.active(),
        stage=_stage(state),
        round=last_turn // state.seats + 1,
        last_round=state.end_cards_reached() and not over,
        acquiring=MERCHANT_ROWS[state.row[state.target]].id if paying else None,
        pays_onto=MERCHANT_ROWS[state.row[state.paid]].id if paying else None,
        returned=cubes_view(state.returned),
        gold_pile=state.gold,
        silver_pile=state.silver,
        points=tuple(_point_card(state, position, viewer) for position in range(len(state.points))),
        points_left=state.point_deck.size(),
        merchants=tuple(_offer(state, position) for position in range(len(state.row))),
        merchants_left=state.merchant_deck.size(),
        players=tuple(_player(state, seat, at) for seat in range(state.seats)),
        options=_options(state),
    )


def _stage(state: CenturyState) -> str:
    if state.owed == OVER:
        return "over"
    if state.owed == PAY_CUBE:
        return "pay"
    return "return" if state.owed == RETURN_CUBES else "turn"


def _options(state: CenturyState) -> OptionsView:
    variant = state.variant
    return OptionsView(
        hands_public=variant.hands_public,
        claimed_public=variant.claimed_public,
        empty_play=variant.empty_play,
        rest_without_played=variant.rest_without_played,
        end_cards=variant.end_cards,
        caravan_limit=variant.caravan_limit,
        tie="latest_seat" if variant.latest_wins else "shared",
        turn_limit=variant.turn_limit,
    )


@lru_cache(maxsize=4096)
def cubes_view(cubes: int) -> CubesView:
    """Return packed cubes as a view; views are frozen, so equal ones are shared."""
    yellow, red, green, brown = (count_of(cubes, colour) for colour in range(len(COLOURS)))
    return CubesView(yellow=yellow, red=red, green=green, brown=brown)


def _merchant_view(card: int) -> MerchantView:
    row = MERCHANT_ROWS[card]
    return MerchantView(
        card=row.id,
        kind=row.kind,
        takes=cubes_view(GIVE[card]),
        gives=cubes_view(GET[card]),
        steps=row.steps,
    )


_MERCHANTS = tuple(_merchant_view(card) for card in range(len(MERCHANT_ROWS)))
_IN_ORDER = (int(START_GAIN), int(START_UPGRADE))


@lru_cache(maxsize=4096)
def merchants_view(mask: int) -> tuple[MerchantView, ...]:
    """Return the cards of a mask, starting cards first."""
    starting = [card for card in _IN_ORDER if mask >> card & 1]
    others = [card for card in members(mask) if card not in _IN_ORDER]
    return tuple(_MERCHANTS[card] for card in (*starting, *others))


def _offer(state: CenturyState, position: int) -> OfferView:
    return OfferView(
        position=position + 1,
        price=position,
        merchant=_MERCHANTS[state.row[position]],
        cubes=cubes_view(state.row_cubes[position]),
    )


def _point_card(state: CenturyState, position: int, viewer: int | None) -> PointCardView:
    card = state.points[position]
    row = POINT_ROWS[card]
    missing = None
    if viewer is not None:
        missing = cubes_view(lacking(COST[card], state.boards[viewer].caravan))
    return PointCardView(
        position=position + 1,
        card=row.id,
        points=row.points,
        cost=cubes_view(COST[card]),
        coin=COINS[state.coin_at(position)],
        missing=missing,
    )


def _player(state: CenturyState, seat: int, at: Viewpoint) -> CenturyPlayerView:
    board: PlayerBoard = state.boards[seat]
    own = at in (seat, "all")
    hand_shown = own or state.variant.hands_public
    claims_shown = own or state.variant.claimed_public or state.owed == OVER
    hand = merchants_view(board.hand)
    return CenturyPlayerView(
        seat=seat,
        score=board.score() if claims_shown else None,
        lateness=seat if state.variant.latest_wins else 0,
        caravan=cubes_view(board.caravan),
        gold=board.gold,
        silver=board.silver,
        claims=board.claims(),
        claimed=_point_ids(board.claimed) if claims_shown else None,
        hand_size=len(hand),
        hand=hand if hand_shown else None,
        played=merchants_view(board.played),
    )


@lru_cache(maxsize=4096)
def _point_ids(mask: int) -> tuple[str, ...]:
    return tuple(POINT_ROWS[card].id for card in members(mask))


def cubes_in(cubes: CubesView) -> int:
    """Return the number of all cubes."""
    return cubes.yellow + cubes.red + cubes.green + cubes.brown
