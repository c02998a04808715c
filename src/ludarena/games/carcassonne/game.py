"""The game Carcassonne: its fixed facts, and its states in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.game import Decision, DecisionKind, Game, RankKey, Traits
from ludarena.core.options import ChoiceOption, IntegerOption, OptionValue
from ludarena.core.profile import Mechanism, Profile
from ludarena.core.rng import stream
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import View, Viewpoint
from ludarena.games.carcassonne import measures, reasons, storage, tables, words
from ludarena.games.carcassonne.actions import ACTIONS
from ludarena.games.carcassonne.facts import FACTS
from ludarena.games.carcassonne.narration import sentence_of
from ludarena.games.carcassonne.rules import CarcassonneState, new_match
from ludarena.games.carcassonne.state import Terms
from ludarena.games.carcassonne.text import text_of
from ludarena.games.carcassonne.view import FIELD_SCORINGS, CarcassonneView, view_of

PROFILE = Profile(
    EC=Mechanism(0, "Nothing that is laid or scored makes later tiles or points cheaper or more."),
    SP=Mechanism(
        2,
        "A tile must match its neighbours, and cities, roads and fields grow and close by "
        "adjacency.",
        published=True,
    ),
    AS=Mechanism(
        1, "A meeple must be placed with its tile, before the feature grows, to score it later."
    ),
    OC=Mechanism(
        2,
        "All build on one map, and the most meeples on a feature take its points, so claims can "
        "be joined, shared and outvoted.",
    ),
    HI=Mechanism(
        0, "The map, supplies, scores and the tiles left to come are open to all.", published=True
    ),
    SC=Mechanism(
        2,
        "Features pay more when complete, by majority, and farmers are paid at the end for cities "
        "that others complete.",
    ),
)


class Carcassonne(Game):
    """Carcassonne for 2 to 5 seats, with farmers."""

    id = "carcassonne"
    title = "Carcassonne"
    edition = "Hans im Glueck, base game with farmers; the 72 tiles are those of every edition"
    rules_version = "1"
    group = "spatial"
    tier = "introductory"
    seats = range(2, 6)
    options = (
        ChoiceOption("fields", ("on", "off"), "whether meeples may be placed as farmers"),
        ChoiceOption(
            "field_scoring",
            FIELD_SCORINGS,
            "per_field_3: 3 for each city of each field; second_edition: a seat is paid once for "
            "a city; first_edition: 4 to whoever has most farmers around a city",
        ),
        ChoiceOption(
            "two_tile_city",
            ("four", "two"),
            "points of a complete city of two tiles; two: 1 for each tile and pennant",
        ),
        ChoiceOption(
            "unplaceable",
            ("discard_redraw", "reshuffle"),
            "whether a tile that fits nowhere leaves the game or goes back to the stack",
        ),
        IntegerOption("meeples", 1, tables.MOST_MEEPLES, tables.MEEPLES, "meeples of each seat"),
    )
    traits = Traits(hidden_information=False, simultaneous=False, chance=True)
    profile = PROFILE
    references = (
        "Carcassonne, rulebook, Hans im Glueck",
        "https://github.com/wingedsheep/carcassonne",
        "https://github.com/krueger80/carcassonne-ai",
        "https://github.com/YetAnotherSpieskowcy/Carcassonne-Engine",
    )
    decisions = (
        DecisionKind(
            "place", "Lay the drawn tile where all touching sides match.", always_asked=True
        ),
        DecisionKind("meeple", "Place a meeple on a part of the tile just laid, or none."),
    )
    facts = FACTS
    ranking = (RankKey("score"),)
    actions = ACTIONS

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        terms = Terms(
            seats,
            options["fields"] == "on",
            FIELD_SCORINGS.index(str(options["field_scoring"])),
            options["two_tile_city"] == "two",
            options["unplaceable"] == "reshuffle",
            int(options["meeples"]),
        )
        return new_match(terms, stream(seed, "stack"), trace)

    def decode(self, data: bytes) -> State:
        return storage.decode(self.id, data)

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return a placement and a meeple for every tile of the stack."""
        return 2 * (tables.TILES - 1)

    def describe(self, state: State, seat: int, action: int) -> str:
        return words.description(carcassonne(state), seat, action)

    def pending(self, state: State, seat: int) -> Decision | None:
        return words.question(carcassonne(state), seat)

    def reason(self, state: State, seat: int, action: int) -> str:
        return reasons.reason(carcassonne(state), seat, action)

    def view(self, state: State, at: Viewpoint) -> CarcassonneView:
        return view_of(carcassonne(state), at)

    def view_text(self, view: View) -> str:
        if not isinstance(view, CarcassonneView):
            raise TypeError(f"{type(view).__name__} is no view of Carcassonne")
        return text_of(view)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        return sentence_of(fact, at)

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return measures.metrics(carcassonne(state), seat)

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        """Return the points so far by route; the last two are given at the end."""
        return measures.score_routes(carcassonne(state), seat)

    def components(self, state: State) -> dict[str, int]:
        return measures.components(carcassonne(state))

    def rules_numbers(self) -> dict[str, object]:
        return measures.rules_numbers()


def carcassonne(state: State) -> CarcassonneState:
    """Return the state as one of Carcassonne; raise `TypeError` for another game's."""
    if not isinstance(state, CarcassonneState):
        raise TypeError(f"{type(state).__name__} is no state of Carcassonne")
    return state


CARCASSONNE = Carcassonne()
