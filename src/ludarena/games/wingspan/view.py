"""What a viewpoint may know of a match of the slice, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass

from ludarena.core.bits import count_in, total
from ludarena.core.view import PlayerView, View, Viewpoint
from ludarena.games.wingspan.phrases import (
    FACE_NAMES,
    bonus_words,
    cost_words,
    goal_words,
    power_words,
)
from ludarena.games.wingspan.pieces import BonusPile, Player
from ludarena.games.wingspan.rules.feeder import faces_of
from ludarena.games.wingspan.rules.turns import WingspanState
from ludarena.games.wingspan.scoring import all_bonus_points, goal_items, public_points
from ludarena.games.wingspan.tables import (
    BIRD_LABELS,
    BIRD_NAMES,
    BONUS_NAMES,
    EGG_LIMIT,
    HABITATS,
    NEST,
    POINTS,
    SIGN,
    WINGSPAN,
)
from ludarena.games.wingspan.words import FOODS, NESTS, ROUND_TURNS, ROWS, SIGNS, SLOTS, row_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """A bird card: everything that is printed on it."""

    id: str
    name: str
    habitats: tuple[str, ...]
    cost: str
    points: int
    nest: str
    egg_limit: int
    wingspan_cm: int
    signs: tuple[str, ...]
    power: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatBirdView:
    """A bird on a mat and what lies on it; `column` counts from 1."""

    card: CardView
    row: str
    column: int
    eggs: int
    cached: int
    tucked: int
    reaction_used: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BonusView:
    """A bonus card and what it pays."""

    name: str
    pays: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoodView:
    """Tokens of each food."""

    invertebrate: int
    seed: int
    fish: int
    fruit: int
    rodent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WingspanPlayerView(PlayerView):
    """What is known of one player.

    `hand` and `bonus` are known for the viewpoint's own seat, or `None`. `known_in_hand` are
    cards that everybody saw go into the hand; `in_hand_or_tucked` went on to one of the two, and
    only their owner knows to which. `points` leave out bonus cards that are not known.
    """

    food: FoodView
    birds: tuple[MatBirdView, ...]
    hand_size: int
    hand: tuple[CardView, ...] | None
    known_in_hand: tuple[str, ...]
    in_hand_or_tucked: tuple[str, ...]
    tucked_by_you: tuple[str, ...] | None
    bonus_cards: int
    bonus: tuple[BonusView, ...] | None
    bonus_to_choose_from: tuple[BonusView, ...] | None
    bonus_discarded_by_you: tuple[str, ...] | None
    goal_items: int
    goal_points: int
    points: int
    unused_food: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WingspanView(View):
    """What is known of a match: the table, then the players."""

    players: tuple[WingspanPlayerView, ...]
    you: int | None
    over: bool
    choosing_setup: bool
    turn_of: int | None
    turn: int
    turns: int
    goal: str
    goal_board: str
    feeder: tuple[str, ...]
    dice_outside: int
    tray: tuple[CardView, ...]
    deck: int
    reshuffled_deck_cards: tuple[str, ...]
    discard: tuple[str, ...]
    tucked_face_up: tuple[str, ...]
    bonus_stack: int
    rodent_gained: bool
    discards_due: int


def card_view(bird: int) -> CardView:
    """Return what is printed on a bird card."""
    return CardView(
        id=BIRD_LABELS[bird],
        name=BIRD_NAMES[bird],
        habitats=tuple(row for at, row in enumerate(ROWS) if HABITATS[bird] >> at & 1),
        cost=cost_words(bird),
        points=POINTS[bird],
        nest=NESTS[NEST[bird]],
        egg_limit=EGG_LIMIT[bird],
        wingspan_cm=WINGSPAN[bird],
        signs=tuple(sign for at, sign in enumerate(SIGNS) if SIGN[bird] >> at & 1),
        power=power_words(bird),
    )


def view_of(state: WingspanState, at: Viewpoint) -> WingspanView:
    """Return what a viewpoint may know of a state (for a seat: of its redraw)."""
    cards = state.cards
    turn = state.turns
    return WingspanView(
        players=tuple(_player_view(state, seat, at) for seat in range(state.seats)),
        you=at if isinstance(at, int) else None,
        over=state.is_over(),
        choosing_setup=state.lanes is not None,
        turn_of=(turn - 1) % state.seats if turn and state.stack else None,
        turn=(turn + state.seats - 1) // state.seats,
        turns=ROUND_TURNS,
        goal=goal_words(state.goal),
        goal_board="blue" if state.terms.blue_goals else "green",
        feeder=tuple(FACE_NAMES[face] for face in faces_of(state.feeder.dice)),
        dice_outside=5 - total(state.feeder.dice),
        tray=tuple(card_view(bird) for bird in cards.tray),
        deck=len(cards.deck),
        reshuffled_deck_cards=_reshuffled(state),
        discard=_names(cards.discard),
        tucked_face_up=_names(cards.shown),
        bonus_stack=len(state.bonus.cards),
        rodent_gained=state.rodents == 1,
        discards_due=state.discards_due,
    )


def _reshuffled(state: WingspanState) -> tuple[str, ...]:
    """Return the cards of the last reshuffle that nobody has seen since."""
    last = state.cards.reshuffles
    if not last:
        return ()
    hidden = {bird for bird, mark in enumerate(state.cards.seen_in) if mark == last}
    hidden -= {*state.cards.discard, *state.cards.tray, *state.cards.shown}
    for player in state.players:
        hidden -= {*player.slots, *player.known, *player.either}
    return _names(sorted(hidden))


def _player_view(state: WingspanState, seat: int, at: Viewpoint) -> WingspanPlayerView:
    player = state.players[seat]
    own = at in ("all", seat)
    bonus_known = own or state.is_over()
    points = public_points(player) + (all_bonus_points(player) if bonus_known else 0)
    return WingspanPlayerView(
        seat=seat,
        food=FoodView(**{food: count_in(player.food, row) for row, food in enumerate(FOODS)}),
        birds=tuple(_mat_bird(player, slot) for slot in range(SLOTS) if player.slots[slot] >= 0),
        hand_size=len(player.hand),
        hand=tuple(card_view(bird) for bird in player.hand) if own else None,
        known_in_hand=_names(player.known),
        in_hand_or_tucked=_names(player.either),
        tucked_by_you=_names(player.tucks) if own else None,
        bonus_cards=len(player.bonus.cards),
        bonus=_bonus_views(player.bonus) if bonus_known else None,
        bonus_to_choose_from=_bonus_views(player.offered) if own else None,
        bonus_discarded_by_you=_bonus_seen(player) if own else None,
        goal_items=goal_items(player, state.goal),
        goal_points=player.goal_points,
        points=points,
        unused_food=total(player.food),
    )


def _mat_bird(player: Player, slot: int) -> MatBirdView:
    return MatBirdView(
        card=card_view(player.slots[slot]),
        row=ROWS[row_of(slot)],
        column=slot % 5 + 1,
        eggs=player.eggs_at(slot),
        cached=player.cached[slot],
        tucked=player.tucked[slot],
        reaction_used=bool(player.spent >> slot & 1),
    )


def _bonus_views(pile: BonusPile) -> tuple[BonusView, ...]:
    return tuple(BonusView(name=BONUS_NAMES[card], pays=bonus_words(card)) for card in pile.cards)


def _bonus_seen(player: Player) -> tuple[str, ...]:
    """Return the bonus cards that the seat shed, whether or not they are back in the stack."""
    shed = {*player.shed.cards, *(card for card, floor in enumerate(player.floors) if floor)}
    return tuple(BONUS_NAMES[card] for card in sorted(shed))


def _names(birds: list[int]) -> tuple[str, ...]:
    return tuple(BIRD_NAMES[bird] for bird in birds)
