"""The game Splendor: its fixed facts, and its states in words and numbers."""

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
from ludarena.games.splendor import measures, narration, reasons, storage, text, words
from ludarena.games.splendor.actions import ACTIONS
from ludarena.games.splendor.facts import FACTS
from ludarena.games.splendor.rules import SplendorState
from ludarena.games.splendor.setup import set_up
from ludarena.games.splendor.tables import TARGET_HIGH, TARGET_LOW, TARGET_POINTS, TURN_LIMIT
from ludarena.games.splendor.view import SplendorView, view

PROFILE = Profile(
    EC=Mechanism(2, "Every bought card lowers the price of all later cards by its bonus."),
    SP=Mechanism(0, "Cards, tokens and nobles have no places that matter."),
    AS=Mechanism(1, "Gems come before purchases, and bonuses before dear cards and nobles."),
    OC=Mechanism(1, "Players share the supply, the face-up cards and the race for nobles."),
    HI=Mechanism(1, "Only cards reserved unseen from a deck are private, three at most."),
    SC=Mechanism(1, "Points come from cards, with nobles as a side bonus for sets of them."),
)


class Splendor(Game):
    """The game of Splendor; `SPLENDOR` is its one object."""

    id = "splendor"
    title = "Splendor"
    edition = "base game, 2014"
    rules_version = "1"
    group = "capacity"
    tier = "introductory"
    seats = range(2, 5)
    options = (
        ChoiceOption(
            "take_fewer",
            ("only_if_forced", "free"),
            "whether 1 or 2 different gems may be taken although 3 piles are open",
        ),
        ChoiceOption(
            "payment",
            ("choose", "minimal_gold"),
            "whether gold may stand for gems that the player holds",
        ),
        ChoiceOption(
            "reserved_visible",
            ("as_seen", "all_public"),
            "whether cards reserved from a deck are open to all",
        ),
        ChoiceOption(
            "last_round",
            ("equal_turns", "immediate"),
            "whether the round in which the target is met is played out (immediate: it is not)",
        ),
        IntegerOption(
            "target_points",
            TARGET_LOW,
            TARGET_HIGH,
            TARGET_POINTS,
            "points that end the match; 21 is a known longer variant",
        ),
        IntegerOption(
            "turn_limit",
            1,
            1_000,
            TURN_LIMIT,
            "turns of each player after which the match ends",
            cap=True,
        ),
    )
    traits = Traits(hidden_information=True, simultaneous=False, chance=True)
    profile = PROFILE
    references = (
        "Splendor, rulebook, Space Cowboys, 2014",
        "https://rules.dized.com/game/vdDSzuu4RsC8F45PsW0TKw/faq",
        "https://en.boardgamearena.com/doc/Gamehelpsplendor",
    )
    decisions = words.DECISIONS
    facts = FACTS
    ranking = (RankKey("points"), RankKey("cards", higher_wins=False))
    actions = ACTIONS

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        return set_up(seats, seed, options, trace)

    def decode(self, data: bytes) -> State:
        return storage.decode(self.id, data)

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return the turns of all seats, with three returns and a noble in each."""
        limit = options.get("turn_limit", int(TURN_LIMIT))
        return seats * int(limit) * 5

    def read(self, state: State, seat: int, text: str) -> Reading:
        """Return the action that `text` names; one more repair, `order`, puts colours in order."""
        ordered = words.in_order(text)
        reading = super().read(state, seat, ordered)
        return reading if ordered == text else Reading(reading.action, ("order", *reading.repairs))

    def describe(self, state: State, seat: int, action: int) -> str:
        return words.description(splendor(state), seat, action)

    def pending(self, state: State, seat: int) -> Decision | None:
        return words.question(splendor(state), seat)

    def reason(self, state: State, seat: int, action: int) -> str:
        return reasons.reason(splendor(state), seat, action)

    def view(self, state: State, at: Viewpoint) -> SplendorView:
        return view(splendor(state), at)

    def view_text(self, view: View) -> str:
        if not isinstance(view, SplendorView):
            raise TypeError(f"this is a {type(view).__name__}, no view of Splendor")
        return text.view_text(view)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        return narration.sentence_of(fact, at)

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return measures.metrics(splendor(state), seat)

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        return measures.score_routes(splendor(state), seat)

    def components(self, state: State) -> dict[str, int]:
        return measures.components(splendor(state))

    def rules_numbers(self) -> dict[str, object]:
        return measures.rules_numbers()


def splendor(state: State) -> SplendorState:
    """Return the state as one of Splendor; raise `TypeError` for that of another game."""
    if not isinstance(state, SplendorState):
        raise TypeError(f"this is a {type(state).__name__}, no state of Splendor")
    return state


SPLENDOR: Final = Splendor()
