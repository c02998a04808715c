"""The game 7 Wonders: its fixed facts, and its states in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.game import Decision, Game, RankKey, Traits
from ludarena.core.options import ChoiceOption, OptionValue
from ludarena.core.profile import Mechanism, Profile
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import View, Viewpoint
from ludarena.games.seven_wonders import measures, phrases, reasons, setup
from ludarena.games.seven_wonders.actions import ACTIONS
from ludarena.games.seven_wonders.cards import EDITIONS, SEATS
from ludarena.games.seven_wonders.facts import FACTS
from ludarena.games.seven_wonders.narration import sentence_of
from ludarena.games.seven_wonders.rules import SevenWondersState
from ludarena.games.seven_wonders.state import SWITCHES
from ludarena.games.seven_wonders.tables import AGES, TURNS
from ludarena.games.seven_wonders.text import text_of
from ludarena.games.seven_wonders.view import WondersView, view_of

PROFILE = Profile(
    EC=Mechanism(
        2,
        "Built cards give goods on every later turn, lower prices for good, and let later cards "
        "be built free.",
    ),
    SP=Mechanism(0, "Cards in a city have no places; only the order of seats matters."),
    AS=Mechanism(
        1,
        "Stages are built in order, and goods or earlier cards of a chain come before the cards "
        "that need them.",
    ),
    OC=Mechanism(
        2,
        "Goods are bought from neighbours, shields are compared with them, guilds count their "
        "cards, and every hand is passed on.",
    ),
    HI=Mechanism(
        2,
        "Hands are private and chosen from in secret; each is seen by all who held it.",
        published=True,
    ),
    SC=Mechanism(
        2,
        "Science grows with squares and sets, military compares neighbours, guilds and late "
        "yellow cards count what was built by then.",
    ),
)

_NOTES = {
    "wonder_sides": "random: a coin for each wonder; choose: seats name theirs at once",
    "payment_choice": "pareto: payments that no other undercuts at both neighbours; cheapest: one",
    "same_turn_counts": "whether coins for neighbours' cards count those they build this turn",
    "discard_pile_public": "whether the faces of the discard pile are open to all",
    "discard_pick_optional": "whether Halicarnassus may leave the discard pile as it is",
    "auto_best_end_choices": "whether copied guild and symbols of choice are settled for the best",
    "duplicate_name_scope": "by_id: a Loom of age I does not exclude that of age II",
    "allow_needless_purchase": "whether goods may be bought that the city makes itself",
    "tie_break": "coins: equal points are settled by coins; none: they share the place",
}


class SevenWonders(Game):
    """7 Wonders for 3 to 7 seats, first edition, with an option for the second."""

    id = "seven_wonders"
    title = "7 Wonders"
    edition = "base game, first edition of 2010"
    rules_version = "1"
    group = "coordination"
    tier = "intermediate"
    seats = SEATS
    options = (
        ChoiceOption(
            "edition",
            EDITIONS,
            "second: cards and wonders of 2020 where public tables agree, else those of 2010",
        ),
        *(ChoiceOption(name, values, _NOTES[name]) for name, values in SWITCHES),
    )
    traits = Traits(hidden_information=True, simultaneous=True, chance=True)
    profile = PROFILE
    references = (
        "https://en.wikipedia.org/wiki/7_Wonders_(board_game)",
        "https://www.rprod.com/en/7-wonders/faq",
    )
    decisions = phrases.DECISIONS
    facts = FACTS
    ranking = (RankKey("score"), RankKey("tie_break"))
    actions = ACTIONS

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        return setup.set_up(seats, seed, options, trace)

    def decode(self, data: bytes) -> State:
        return setup.decode(self.id, data)

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return a side and a card a turn for each seat, three last cards, three picks from the
        pile, and four choices at the end: a guild, and symbols of two stages or guilds and the
        copied one."""
        return seats * (1 + AGES * TURNS) + AGES + 3 + 4

    def describe(self, state: State, seat: int, action: int) -> str:
        return phrases.description(own(state), seat, action)

    def pending(self, state: State, seat: int) -> Decision | None:
        return phrases.question(own(state), seat)

    def reason(self, state: State, seat: int, action: int) -> str:
        return reasons.reason(own(state), seat, action)

    def view(self, state: State, at: Viewpoint) -> WondersView:
        return view_of(own(state), at)

    def view_text(self, view: View) -> str:
        if not isinstance(view, WondersView):
            raise TypeError(f"{type(view).__name__} is no view of 7 Wonders")
        return text_of(view)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        return sentence_of(fact, at)

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return measures.metrics(own(state), seat)

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        return measures.score_routes(own(state), seat, at)

    def components(self, state: State) -> dict[str, int]:
        return measures.components(own(state))

    def rules_numbers(self) -> dict[str, object]:
        return measures.rules_numbers()


def own(state: State) -> SevenWondersState:
    """Return the state as one of 7 Wonders; raise `TypeError` for another game's."""
    if not isinstance(state, SevenWondersState):
        raise TypeError(f"{type(state).__name__} is no state of 7 Wonders")
    return state


SEVEN_WONDERS = SevenWonders()
