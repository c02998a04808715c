"""The game Harmonies: its fixed facts, and its states in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludarena.core.game import Decision, Game, RankKey, Traits
from ludarena.core.options import ChoiceOption, OptionValue
from ludarena.core.profile import Mechanism, Profile
from ludarena.core.reading import Reading
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import View, Viewpoint
from ludarena.games.harmonies import measures, narration, reasons, storage, text, words
from ludarena.games.harmonies.actions import ACTIONS
from ludarena.games.harmonies.facts import FACTS
from ludarena.games.harmonies.rules import HarmoniesState
from ludarena.games.harmonies.setup import set_up
from ludarena.games.harmonies.tables import MOST_TURNS
from ludarena.games.harmonies.view import HarmoniesView, view

PROFILE = Profile(
    EC=Mechanism(0, "Cards and cubes give points and never change what later turns can do."),
    SP=Mechanism(
        2, "Stacks, neighbours and habitats on the hexes decide every point.", published=True
    ),
    AS=Mechanism(1, "Lower tokens come before higher ones, and landscapes before their cubes."),
    OC=Mechanism(1, "Players share the central spaces and the animal row; boards are their own."),
    HI=Mechanism(
        0,
        "All that players hold is public; only the spirits, an option, are private for a while.",
        published=True,
    ),
    SC=Mechanism(2, "Five landscapes and the animals score the same tokens by different rules."),
)


class Harmonies(Game):
    """The game of Harmonies; `HARMONIES` is its one object."""

    id = "harmonies"
    title = "Harmonies"
    edition = "base game, 2024"
    rules_version = "1"
    group = "spatial"
    tier = "introductory"
    seats = range(2, 5)
    options = (
        ChoiceOption("side", ("A", "B"), "side of all personal boards: A has rivers, B islands"),
        ChoiceOption("spirits", ("off", "on"), "whether each player has a spirit card"),
        ChoiceOption(
            "river_length",
            ("diameter", "from_river_ends"),
            "whether a river is measured between its tokens furthest apart, or from its ends only",
        ),
        ChoiceOption(
            "spirit_cube_in_tiebreak",
            (False, True),
            "whether the cube of a spirit counts among the cubes that decide ties",
        ),
        ChoiceOption(
            "cube_supply",
            ("unlimited", "66"),
            "whether animal cubes can run out; with 66 a card needs all its cubes to be taken",
        ),
    )
    traits = Traits(hidden_information=True, simultaneous=False, chance=True)
    profile = PROFILE
    references = (
        "Harmonies, rulebook, Libellud, 2024",
        "https://en.boardgamearena.com/gamepanel?game=harmonies",
    )
    decisions = words.DECISIONS
    facts = FACTS
    ranking = (RankKey("points"), RankKey("cubes"))
    actions = ACTIONS

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        return set_up(seats, seed, options, trace)

    def decode(self, data: bytes) -> State:
        return storage.decode(self.id, data)

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return the decisions of all turns that tokens allow, and of one cube on every hex.

        A turn has at most a take, three placements, a card and its end.
        """
        return int(MOST_TURNS) * 6 + seats * (measures.MOST_HEXES + 1)

    def read(self, state: State, seat: int, text: str) -> Reading:
        """Return the action that `text` names; one more repair, `order`, puts colours in order."""
        ordered = words.in_order(text)
        reading = super().read(state, seat, ordered)
        return reading if ordered == text else Reading(reading.action, ("order", *reading.repairs))

    def describe(self, state: State, seat: int, action: int) -> str:
        return words.description(harmonies(state), seat, action)

    def pending(self, state: State, seat: int) -> Decision | None:
        return words.question(harmonies(state), seat)

    def reason(self, state: State, seat: int, action: int) -> str:
        return reasons.reason(harmonies(state), seat, action)

    def view(self, state: State, at: Viewpoint) -> HarmoniesView:
        return view(harmonies(state), at)

    def view_text(self, view: View) -> str:
        if not isinstance(view, HarmoniesView):
            raise TypeError(f"this is a {type(view).__name__}, no view of Harmonies")
        return text.view_text(view)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        return narration.sentence_of(fact, at)

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return measures.metrics(harmonies(state), seat)

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        table = harmonies(state)
        return measures.routes(table.boards[seat], table.variant)

    def components(self, state: State) -> dict[str, int]:
        return measures.components(harmonies(state))

    def rules_numbers(self) -> dict[str, object]:
        return measures.rules_numbers()


def harmonies(state: State) -> HarmoniesState:
    """Return the state as one of Harmonies; raise `TypeError` for that of another game."""
    if not isinstance(state, HarmoniesState):
        raise TypeError(f"this is a {type(state).__name__}, no state of Harmonies")
    return state


HARMONIES: Final = Harmonies()
