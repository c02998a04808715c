"""Setting up a match of 7 Wonders, and reading one back from its bytes."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.bits import SLOT_MASK, members
from ludarena.core.codec import Unpacker
from ludarena.core.errors import CorruptState
from ludarena.core.lanes import open_lanes, unpack_lanes
from ludarena.core.options import OptionValue
from ludarena.core.rng import MASK63, Stream, stream
from ludarena.core.trace import Trace
from ludarena.games.seven_wonders import facts
from ludarena.games.seven_wonders.cards import EDITIONS
from ludarena.games.seven_wonders.city import City
from ludarena.games.seven_wonders.rules import SevenWondersState
from ludarena.games.seven_wonders.state import (
    CHOOSE_SIDE,
    NOBODY,
    OVER,
    PLAY_CARD,
    SWITCHES,
    Terms,
)
from ludarena.games.seven_wonders.tables import (
    AGES,
    CARD_COUNT,
    EARLY_COUNT,
    MOST_SEATS,
    START_COINS,
    TURNS,
    WONDER_COUNT,
    stage_row,
)

_MOST = 1 << 31


def set_up(
    seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
) -> SevenWondersState:
    """Return a new match: wonders dealt, sides settled or to be named, first hands dealt (R2)."""
    state = _empty(terms_of(seats, options), stream(seed, "deals"), stream(seed, "guilds"))
    state.trace = trace
    chance = stream(seed, "wonders")
    wonders = state.terms.table.wonders.copy()
    chance.shuffle(wonders)
    sides: list[int] = []
    for seat in range(seats):
        city = state.cities[seat]
        city.wonder = wonders[seat]
        city.coins = START_COINS
        coin = chance.below(2)
        sides.append([coin, 0, 1, -1][state.terms.sides])
        if trace is not None:
            trace.note(facts.WONDER_DEALT, [seat, city.wonder, sides[seat]])
    if state.terms.sides != 3:
        for seat in range(seats):
            state.name_side(seat, sides[seat])
        state.begin_age(1)
    return state


def terms_of(seats: int, options: Mapping[str, OptionValue]) -> Terms:
    """Return the terms of a match."""
    edition = EDITIONS.index("second" if options["edition"] == "second" else "first")
    return Terms(seats, edition, [values.index(options[name]) for name, values in SWITCHES])


def _empty(terms: Terms, deals: Stream, guild_draw: Stream) -> SevenWondersState:
    cities = [City(0, [], []) for _ in range(terms.seats)]
    hands: list[list[int]] = [[] for _ in range(terms.seats)]
    return SevenWondersState(
        terms, cities, hands, [], [], [], open_lanes(terms.seats), deals, guild_draw
    )


# --- bytes ------------------------------------------------------------------------------------


def decode(game: str, data: bytes) -> SevenWondersState:
    """Return the state that `encode` wrote; raise `CorruptState` for other bytes."""
    unpacker = Unpacker(game, data)
    seats = unpacker.take_within("the number of seats", 3, MOST_SEATS)
    edition = unpacker.take_within("the edition", 0, len(EDITIONS) - 1)
    switches = unpacker.take_list()
    if len(switches) != len(SWITCHES) or not all(
        0 <= place < len(values) for place, (_, values) in zip(switches, SWITCHES)
    ):
        raise CorruptState(game, f"{switches} are no options")
    numbers = [
        unpacker.take_within("the phase", CHOOSE_SIDE, OVER),
        unpacker.take_within("the age", 0, AGES),
        unpacker.take_within("the turn", 0, TURNS),
        unpacker.take_within("the seat to act", NOBODY, seats - 1),
        unpacker.take_within("the seat that may pick", NOBODY, seats - 1),
        unpacker.take_within("the number of blocks", 0, _MOST),
    ]
    deals = Stream(unpacker.take_within("a generator", 0, MASK63))
    guild_draw = Stream(unpacker.take_within("a generator", 0, MASK63))
    state = _empty(Terms(seats, edition, switches), deals, guild_draw)
    state.phase, state.age, state.number, state.active, state.picker, state.blocks = numbers
    state.box = _cards(unpacker, game)
    state.pile = _cards(unpacker, game)
    state.pile_when = unpacker.take_list()
    if not all(0 <= mark < 128 * seats for mark in state.pile_when):
        raise CorruptState(game, f"{state.pile_when} are no marks of the pile")
    for seat in range(seats):
        state.hands[seat] = _cards(unpacker, game)
        state.cities[seat] = _city(unpacker, game, state)
    state.lanes = unpack_lanes(unpacker)
    unpacker.finish()
    _check(game, state)
    return state


def _cards(unpacker: Unpacker, game: str) -> list[int]:
    cards = unpacker.take_list()
    if not all(0 <= card < CARD_COUNT for card in cards):
        raise CorruptState(game, f"{cards} are no cards")
    return cards


def _city(unpacker: Unpacker, game: str, state: SevenWondersState) -> City:
    """Take a city; what follows from board, stages and cards is made again."""
    table = state.terms.table
    wonder = unpacker.take_within("a wonder", 0, WONDER_COUNT - 1)
    side = unpacker.take_within("a side", -1, 1)
    board = 2 * wonder + side
    most = 0 if side < 0 else table.stages[board]
    stages = unpacker.take_within("the number of stages", 0, most)
    early = unpacker.take_within("cards of ages I and II", 0, (1 << EARLY_COUNT) - 1)
    late = unpacker.take_within("cards of age III", 0, (1 << (CARD_COUNT - EARLY_COUNT)) - 1)
    coins = unpacker.take_within("the coins", 0, _MOST)
    victories = unpacker.take_within("the victory tokens", 0, _MOST)
    defeats = unpacker.take_within("the defeats", 0, SLOT_MASK)
    free_build = unpacker.take_within("the free build", 0, 1)
    copied = unpacker.take_within("the copied guild", -1, CARD_COUNT - 1)
    chosen = unpacker.take_within("the symbols of choice", 0, _MOST)
    city = City(wonder, _cards(unpacker, game), unpacker.take_list())
    if len(city.under) != stages or len(city.under_when) != stages:
        raise CorruptState(game, "each stage has a card under it")
    if side >= 0:
        city.name_side(side, table)
    for stage in range(stages):
        city.add_stage(stage_row(board, stage), table)
    for card in (*members(early), *(EARLY_COUNT + place for place in members(late))):
        city.add_card(card, table)
    city.coins, city.victories, city.defeats = coins, victories, defeats
    city.free_build, city.copied, city.chosen = free_build, copied, chosen
    return city


def _check(game: str, state: SevenWondersState) -> None:
    """Raise `CorruptState` for a table that no match reaches."""
    seats = state.seats
    if len(state.lanes.answers) != seats or len(state.pile) != len(state.pile_when):
        raise CorruptState(game, "lanes or marks of the pile do not fit")
    if PLAY_CARD < state.phase < OVER and state.active == NOBODY:
        raise CorruptState(game, "a decision is owed by nobody")
    if (state.age == 0) != (state.phase == CHOOSE_SIDE):
        raise CorruptState(game, "the first age begins when all sides are named")
    if counts_of(state) != counts_at_start(state):
        raise CorruptState(game, "cards were lost or added")


# --- the law of components --------------------------------------------------------------------


def counts_at_start(state: SevenWondersState) -> list[int]:
    """Return how many copies of each card a match has, guilds out of play counted in."""
    counts = [0] * CARD_COUNT
    for age in range(1, AGES + 1):
        for card in state.terms.table.deck(age, state.seats):
            counts[card] += 1
    for guild in state.terms.table.guilds:
        counts[guild] += 1
    return counts


def counts_of(state: SevenWondersState) -> list[int]:
    """Return how many copies of each card there are, wherever they lie."""
    counts = [0] * CARD_COUNT
    places = [state.box, state.pile, *state.hands]
    for city in state.cities:
        places.append(city.under)
        places.append(members(city.early))
        places.append([EARLY_COUNT + place for place in members(city.late)])
    for age in range(state.age + 1, AGES + 1):
        places.append(state.terms.table.deck(age, state.seats))
    if state.age < AGES:
        places.append(state.terms.table.guilds)
    for place in places:
        for card in place:
            counts[card] += 1
    return counts
