"""What a viewpoint may know of a match of 7 Wonders, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from ludarena.core.bits import count_in, members, tally_list
from ludarena.core.view import PlayerView, View, Viewpoint, knower
from ludarena.games.seven_wonders import words
from ludarena.games.seven_wonders.actions import ACTIONS
from ludarena.games.seven_wonders.cards import COLOURS, EDITIONS, GOODS, LATEST, SIDES, SYMBOLS
from ludarena.games.seven_wonders.city import City
from ludarena.games.seven_wonders.hidden import (
    IN_BOX,
    IN_HAND,
    IN_PILE,
    UNDER_WONDER,
    Place,
    age_of_label,
    seen_on,
    unknown_places,
)
from ludarena.games.seven_wonders.rules import SevenWondersState
from ludarena.games.seven_wonders.state import (
    NOBODY,
    SWITCHES,
    age_of_mark,
    seat_of_mark,
    turn_of_mark,
)
from ludarena.games.seven_wonders.tables import (
    EARLY_COUNT,
    FROM_DISCARD,
    MADE_LEFT,
    MADE_RIGHT,
    RAW_LEFT,
    RAW_RIGHT,
)

PHASES = (
    "naming sides",
    "playing cards",
    "the last card of Babylon",
    "a card from the discard pile",
    "copying a guild",
    "naming science symbols",
    "over",
)

PLACES = {
    IN_HAND: "hand",
    UNDER_WONDER: "under the wonder",
    IN_PILE: "discard pile",
    IN_BOX: "out of play",
}


@dataclass(frozen=True, slots=True)
class CardView:
    """A card that the viewpoint sees; `card` is its part of action ids.

    It is free after any of the cards `free_after`, and later cards `leads_to` are free after it.
    """

    card: str
    name: str
    age: int
    colour: str
    cost: str
    free_after: tuple[str, ...]
    leads_to: tuple[str, ...]
    effect: str


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage of a wonder, in order; `card` is the card under it where it is known."""

    cost: str
    effect: str
    built: bool
    card: str | None


@dataclass(frozen=True, slots=True)
class Prices:
    """Coins a unit that a seat pays its neighbours."""

    raw_left: int
    raw_right: int
    manufactured_left: int
    manufactured_right: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WondersPlayer(PlayerView):
    """A city. `score` is the final one, before the end what it would be now; `cards` are parts of
    action ids, in the order of the card list; `hand` is None where it is not known."""

    wonder: str
    side: str | None
    stages: tuple[StageView, ...]
    cards: tuple[str, ...]
    coins: int
    shields: int
    victory_tokens: tuple[int, int, int]
    defeat_tokens: int
    symbols: tuple[int, int, int]
    free_symbols: int
    sells: tuple[str, ...]
    makes_for_itself: tuple[str, ...]
    prices: Prices
    free_build_ready: bool
    hand_size: int
    hand: tuple[CardView, ...] | None
    copied_guild: str | None
    chosen_symbols: tuple[int, int, int]
    score: int
    tie_break: int


@dataclass(frozen=True, slots=True)
class PileCard:
    """A card of the discard pile: who put it there and when, and what it is if that is known.

    The `turn` of a last card, sold or left over after turn 6, is 7.
    """

    seat: int
    age: int
    turn: int
    card: str | None


@dataclass(frozen=True, slots=True)
class SomePlace:
    """A place with `number` cards of a group; `seat` is None for guilds out of play."""

    place: str
    seat: int | None
    number: int


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that are known together, but not which of them lies where.

    `seen_on` is the turn of the age on which they were last in the viewpoint's hand, 0 for never.
    """

    age: int
    seen_on: int
    cards: tuple[str, ...]
    places: tuple[SomePlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WondersView(View):
    """A match of 7 Wonders as a viewpoint knows it."""

    players: tuple[WondersPlayer, ...]
    you: int | None
    edition: str
    age: int
    turn: int
    phase: str
    acting: int | None
    answer: str | None
    pile: tuple[PileCard, ...]
    groups: tuple[Group, ...]
    guilds_out_of_play: tuple[str, ...] | None
    options: tuple[str, ...]


def view_of(state: SevenWondersState, at: Viewpoint) -> WondersView:
    """Return what the viewpoint may know."""
    seat = at if isinstance(at, int) else None
    lane = [] if seat is None else state.lanes.answers[seat]
    return WondersView(
        players=tuple(_player(state, other, at) for other in range(state.seats)),
        you=seat,
        edition=EDITIONS[state.terms.edition],
        age=state.age,
        turn=state.number,
        phase=PHASES[state.phase],
        acting=None if state.active == NOBODY else state.active,
        answer=ACTIONS.id_of(lane[0]) if lane else None,
        pile=_pile(state, at),
        groups=() if at == "all" else _groups(state, knower(at)),
        guilds_out_of_play=_names(state.box) if at == "all" else None,
        options=_options(state),
    )


@cache
def card_view(edition: int, card: int) -> CardView:
    """Return a card as an edition prints it."""
    printed = words.card_of(edition, card)
    return CardView(
        card=printed.label,
        name=printed.name,
        age=printed.age,
        colour=COLOURS[printed.colour],
        cost=words.cost_words(printed.printed),
        free_after=tuple(LATEST[source].name for source in printed.chain_from),
        leads_to=words.later_cards(edition, printed.id),
        effect=words.effect_words(printed.printed),
    )


def _names(cards: list[int]) -> tuple[str, ...]:
    return tuple(words.LABELS[card] for card in cards)


def _options(state: SevenWondersState) -> tuple[str, ...]:
    """Return the options that differ from their defaults, as `name = value`."""
    return tuple(
        f"{name} = {str(values[place]).lower()}"
        for place, (name, values) in zip(state.terms.switches, SWITCHES)
        if place
    )


# --- cities -----------------------------------------------------------------------------------


def _player(state: SevenWondersState, seat: int, at: Viewpoint) -> WondersPlayer:
    city = state.cities[seat]
    shown = at in (seat, "all")
    hand = state.hands[seat]
    edition = state.terms.edition
    cards = cards_of_city(city)
    return WondersPlayer(
        seat=seat,
        wonder=words.wonder_name(city.wonder),
        side=None if city.side < 0 else SIDES[city.side],
        stages=_stages(state, city, shown),
        cards=_names(cards),
        coins=city.coins,
        shields=city.shields,
        victory_tokens=(
            count_in(city.victories, 1),
            count_in(city.victories, 2),
            count_in(city.victories, 3),
        ),
        defeat_tokens=city.defeats,
        symbols=_symbols(city.symbols),
        free_symbols=city.wilds,
        sells=sold_by(edition, city),
        makes_for_itself=made_for_itself(edition, city),
        prices=Prices(
            city.price(RAW_LEFT),
            city.price(RAW_RIGHT),
            city.price(MADE_LEFT),
            city.price(MADE_RIGHT),
        ),
        free_build_ready=city.free_build == 1,
        hand_size=len(hand),
        hand=tuple(card_view(edition, card) for card in hand) if shown else None,
        copied_guild=None if city.copied < 0 else words.LABELS[city.copied],
        chosen_symbols=_symbols(city.chosen),
        score=state.points(seat),
        tie_break=city.coins if state.terms.coins_break_ties else 0,
    )


def cards_of_city(city: City) -> list[int]:
    """Return the cards of a city in the order of the card list."""
    return [*members(city.early), *(EARLY_COUNT + place for place in members(city.late))]


def _symbols(tally: int) -> tuple[int, int, int]:
    compass, tablet, gear = tally_list(tally, len(SYMBOLS))
    return compass, tablet, gear


def _stages(state: SevenWondersState, city: City, shown: bool) -> tuple[StageView, ...]:
    if city.side < 0:
        return ()
    stages = words.wonder_of(state.terms.edition, city.board()).stages
    return tuple(
        StageView(
            cost=words.cost_words(stage),
            effect=words.effect_words(stage),
            built=number < city.stages,
            card=words.LABELS[city.under[number]] if shown and number < city.stages else None,
        )
        for number, stage in enumerate(stages)
    )


def sold_by(edition: int, city: City) -> tuple[str, ...]:
    """Return the sources of a city that neighbours can buy from, start good first."""
    if city.side < 0:
        return ()
    printed = [words.card_of(edition, card).printed for card in cards_of_city(city)]
    sources = [words.source_words(card) for card in printed if words.is_tradable(card)]
    return (f"1 {GOODS[words.wonder_of(edition, city.board()).start]}", *sources)


def made_for_itself(edition: int, city: City) -> tuple[str, ...]:
    """Return the sources of a city that neighbours cannot buy from."""
    if city.side < 0:
        return ()
    stages = words.wonder_of(edition, city.board()).stages[: city.stages]
    printed = [words.card_of(edition, card).printed for card in cards_of_city(city)]
    sources = [words.source_words(p) for p in (*printed, *stages) if not words.is_tradable(p)]
    return tuple(source for source in sources if source)


# --- hidden cards -----------------------------------------------------------------------------


def _pile(state: SevenWondersState, at: Viewpoint) -> tuple[PileCard, ...]:
    return tuple(
        _pile_card(mark // 2, words.LABELS[card] if _knows(state, mark, at) else None)
        for card, mark in zip(state.pile, state.pile_when)
    )


@cache
def _pile_card(when: int, label: str | None) -> PileCard:
    mark = 2 * when
    return PileCard(seat_of_mark(mark), age_of_mark(mark), turn_of_mark(mark), label)


def _knows(state: SevenWondersState, mark: int, at: Viewpoint) -> bool:
    """Return whether the viewpoint knows a card of the pile."""
    if at == "all" or state.terms.open_pile:
        return True
    if at == "public":
        return False
    looked = mark & 1 == 1 and state.cities[at].powers & FROM_DISCARD != 0
    return looked or seat_of_mark(mark) == at


def _groups(state: SevenWondersState, observer: int) -> tuple[Group, ...]:
    places = sorted(unknown_places(state, observer), key=lambda place: place.label)
    return tuple(
        _group(label, list(group)) for label, group in groupby(places, lambda place: place.label)
    )


def _group(label: int, places: list[Place]) -> Group:
    cards = sorted(card for place in places for card in place.cards)
    where: dict[tuple[int, int], int] = {}
    for place in places:
        key = (place.kind, place.seat)
        where[key] = where.get(key, 0) + len(place.cards)
    return Group(
        age=age_of_label(label),
        seen_on=seen_on(label),
        cards=_names(cards),
        places=tuple(
            SomePlace(PLACES[kind], None if seat < 0 else seat, number)
            for (kind, seat), number in sorted(where.items())
        ),
    )
