"""Positions of 7 Wonders, set up in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarena.core.bits import counted
from ludarena.core.options import OptionValue, resolve
from ludarena.core.sight import filtered
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import Viewpoint
from ludarena.games.seven_wonders import SEVEN_WONDERS as GAME
from ludarena.games.seven_wonders.cards import SIDES, WONDER_IDS
from ludarena.games.seven_wonders.city import City
from ludarena.games.seven_wonders.game import own
from ludarena.games.seven_wonders.rules import SevenWondersState
from ludarena.games.seven_wonders.setup import set_up
from ludarena.games.seven_wonders.tables import stage_row
from ludarena.games.seven_wonders.words import LABELS

__all__ = [
    "GAME",
    "LABELS",
    "answer",
    "cards_in",
    "coins_of",
    "give_victory",
    "ids",
    "new_match",
    "number_of",
    "numbers_of",
    "position",
    "routes",
    "told",
    "turn",
]

FILLER = "altar"
"""The card of seats that a test does not care about; they sell it."""


def number_of(label: str) -> int:
    return LABELS.index(label)


def numbers_of(labels: str) -> list[int]:
    return sorted(number_of(label) for label in labels.split())


def position(
    *,
    boards: str = "giza-a rhodes-a alexandria-a",
    cities: Mapping[int, str] | None = None,
    stages: Mapping[int, int] | None = None,
    coins: Mapping[int, int] | None = None,
    hands: Mapping[int, str] | None = None,
    age: int = 1,
    turn: int = 1,
    **options: str | bool,
) -> SevenWondersState:
    """Return a match in the middle of an age; seats that are not named hold fillers, 0 coins.

    `boards` tells the number of seats. Under built stages lie fillers of age I, turn 1.
    """
    names = boards.split()
    resolved = resolve(GAME.id, GAME.options, {"wonder_sides": "all_a", **options})
    state = set_up(len(names), 0, resolved, None)
    state.age, state.number = age, turn
    for seat, name in enumerate(names):
        wonder, side = name.split("-")
        city = City(WONDER_IDS.index(wonder), [], [])
        city.name_side(SIDES.index(side), state.terms.table)
        for stage in range((stages or {}).get(seat, 0)):
            city.add_stage(stage_row(city.board(), stage), state.terms.table)
            city.under.append(number_of(FILLER))
            city.under_when.append(9)
        for card in numbers_of((cities or {}).get(seat, "")):
            city.add_card(card, state.terms.table)
        city.coins = (coins or {}).get(seat, 0)
        state.cities[seat] = city
        fillers = " ".join([FILLER] * (8 - turn))
        state.hands[seat] = numbers_of((hands or {}).get(seat, fillers))
    return state


def new_match(
    *, seats: int, seed: int, options: Mapping[str, OptionValue] | None = None
) -> SevenWondersState:
    """Return a new match as the game makes it."""
    return own(GAME.new(seats=seats, seed=seed, options=options))


def ids(state: SevenWondersState, seat: int, beginning: str = "") -> list[str]:
    """Return the ids of a seat's legal actions that begin with a text."""
    found = (GAME.action_id(action) for action in state.legal_actions(seat))
    return [name for name in found if name.startswith(beginning)]


def answer(state: SevenWondersState, seat: int, name: str) -> None:
    GAME.play(state, seat, GAME.action_code(name))


def turn(state: SevenWondersState, *names: str) -> list[Fact]:
    """Let the seats give their answers in order, the rest sell fillers; return all facts."""
    state.trace = Trace()
    answers = [*names, *([f"sell:{FILLER}"] * (state.seats - len(names)))]
    for seat, name in enumerate(answers):
        answer(state, seat, name)
    return state.trace.take()


def told(facts: Sequence[Fact], name: str, at: Viewpoint = "all") -> list[tuple[int, ...]]:
    """Return arguments and secrets, as a viewpoint sees them, of the facts of a kind."""
    kinds = [kind.name for kind in GAME.facts]
    return [
        (*fact.arguments, *fact.secret) for fact in filtered(facts, at) if kinds[fact.kind] == name
    ]


def cards_in(state: SevenWondersState, seat: int) -> tuple[str, ...]:
    return GAME.view(state, "all").players[seat].cards


def coins_of(state: SevenWondersState) -> list[int]:
    return [city.coins for city in state.cities]


def routes(state: SevenWondersState, seat: int) -> dict[str, int]:
    return GAME.score_routes(state, seat, "all")


def give_victory(state: SevenWondersState, seat: int, age: int, number: int = 1) -> None:
    state.cities[seat].victories += counted(age, number)
