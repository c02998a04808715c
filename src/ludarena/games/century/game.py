"""The game Century: Spice Road: its fixed facts, and its states in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludarena.core.game import Decision, Game, RankKey, Traits
from ludarena.core.options import ChoiceOption, IntegerOption, OptionValue
from ludarena.core.profile import Mechanism, Profile
from ludarena.core.reading import Reading
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import View, Viewpoint
from ludarena.games.century import measures, narration, reasons, storage, text, words
from ludarena.games.century.actions import ACTIONS
from ludarena.games.century.facts import FACTS
from ludarena.games.century.rules import CenturyState
from ludarena.games.century.setup import set_up
from ludarena.games.century.tables import (
    CARAVAN_HIGH,
    CARAVAN_LIMIT,
    CARAVAN_LOW,
    END_CARDS_HIGH,
    MERCHANT_ROW,
    TURN_LIMIT,
)
from ludarena.games.century.view import CenturyView, view

PROFILE = Profile(
    EC=Mechanism(
        2, "Acquired merchant cards stay for the match and give other gains and conversions."
    ),
    SP=Mechanism(0, "Cubes and cards in hand have no places; rows only order prices and coins."),
    AS=Mechanism(
        2, "Cards are played once and come back by resting; spices rise through staged conversions."
    ),
    OC=Mechanism(
        1,
        "Players share both rows and race for point cards; cubes left on cards help whoever comes.",
    ),
    HI=Mechanism(0, "Hands come from public places and are shown.", published=True),
    SC=Mechanism(
        1, "Points come from point cards, with coins and left-over cubes as a side bonus."
    ),
)


class Century(Game):
    """The game of Century: Spice Road; `CENTURY` is its one object."""

    id = "century"
    title = "Century: Spice Road"
    edition = "base game, 2017"
    rules_version = "1"
    group = "capacity"
    tier = "introductory"
    seats = range(2, 6)
    options = (
        ChoiceOption("hands_public", (True, False), "whether cards in hand are shown to all"),
        ChoiceOption(
            "claimed_public",
            (True, False),
            "whether claimed point cards and running scores are shown to all",
        ),
        ChoiceOption(
            "empty_play",
            (False, True),
            "whether a trade may be done 0 times and an upgrade may raise nothing",
        ),
        ChoiceOption(
            "rest_without_played", (False, True), "whether a player without played cards may rest"
        ),
        IntegerOption(
            "end_cards",
            0,
            int(END_CARDS_HIGH),
            0,
            "point cards that end the match; 0: by the number of seats",
        ),
        IntegerOption(
            "caravan_limit",
            int(CARAVAN_LOW),
            int(CARAVAN_HIGH),
            int(CARAVAN_LIMIT),
            "cubes that a caravan keeps at the end of a turn",
        ),
        ChoiceOption(
            "tie", ("latest_seat", "shared"), "whether the later seat wins ties or they are shared"
        ),
        IntegerOption(
            "turn_limit",
            1,
            1_000,
            int(TURN_LIMIT),
            "turns of each player after which the match ends",
            cap=True,
        ),
    )
    traits = Traits(hidden_information=True, simultaneous=False, chance=True)
    profile = PROFILE
    references = ("Century: Spice Road, rulebook, Plan B Games, 2017",)
    decisions = words.DECISIONS
    facts = FACTS
    ranking = (RankKey("score"), RankKey("lateness"))
    actions = ACTIONS

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        return set_up(seats, seed, options, trace)

    def decode(self, data: bytes) -> State:
        return storage.decode(self.id, data)

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return the turns of all seats, with all payments and three returns in each."""
        limit = int(options.get("turn_limit", int(TURN_LIMIT)))
        return seats * limit * (1 + (int(MERCHANT_ROW) - 1) + 3)

    def read(self, state: State, seat: int, text: str) -> Reading:
        """Return the action that `text` names; one more repair, `order`, puts steps in order."""
        ordered = words.in_order(text)
        reading = super().read(state, seat, ordered)
        changed = ordered.lower() != text.lower()
        return Reading(reading.action, ("order", *reading.repairs)) if changed else reading

    def describe(self, state: State, seat: int, action: int) -> str:
        return words.description(century(state), seat, action)

    def pending(self, state: State, seat: int) -> Decision | None:
        return words.question(century(state), seat)

    def reason(self, state: State, seat: int, action: int) -> str:
        return reasons.reason(century(state), seat, action)

    def view(self, state: State, at: Viewpoint) -> CenturyView:
        return view(century(state), at)

    def view_text(self, view: View) -> str:
        if not isinstance(view, CenturyView):
            raise TypeError(f"this is a {type(view).__name__}, no view of Century")
        return text.view_text(view)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        return narration.sentence_of(fact, at)

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return measures.metrics(century(state), seat)

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        return measures.score_routes(century(state), seat, at)

    def components(self, state: State) -> dict[str, int]:
        return measures.components(century(state))

    def rules_numbers(self) -> dict[str, object]:
        return measures.rules_numbers()


def century(state: State) -> CenturyState:
    """Return the state as one of Century; raise `TypeError` for that of another game."""
    if not isinstance(state, CenturyState):
        raise TypeError(f"this is a {type(state).__name__}, no state of Century")
    return state


CENTURY: Final = Century()
