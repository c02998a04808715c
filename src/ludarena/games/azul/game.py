"""The game Azul: its fixed facts, and its states in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.bits import count_in
from ludarena.core.game import Decision, DecisionKind, Game, RankKey, Traits
from ludarena.core.options import ChoiceOption, IntegerOption, OptionValue
from ludarena.core.profile import Mechanism, Profile
from ludarena.core.rng import stream
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import View, Viewpoint
from ludarena.games.azul import storage, tables, words
from ludarena.games.azul.actions import ACTIONS
from ludarena.games.azul.facts import FACTS
from ludarena.games.azul.narration import sentence_of
from ludarena.games.azul.rules import AzulState, new_match
from ludarena.games.azul.scoring import complete_colours, complete_columns, complete_rows
from ludarena.games.azul.state import OVER, Terms
from ludarena.games.azul.text import text_of
from ludarena.games.azul.view import AzulView, view_of

PROFILE = Profile(
    EC=Mechanism(0, "No tile changes what later tiles cost or yield beyond its place on the wall."),
    SP=Mechanism(
        2,
        "A tile scores by the unbroken runs that it joins across and down, and whole rows and "
        "columns pay at the end.",
        published=True,
    ),
    AS=Mechanism(
        1,
        "Tiles reach the wall only through a full pattern line of one colour, gathered over "
        "several turns.",
    ),
    OC=Mechanism(
        2,
        "All draft from shared factories, and the tiles that the others leave must be taken, even "
        "if they fall to the floor line.",
    ),
    HI=Mechanism(
        0, "Boards, offer, lid and so the bag's contents are open to all.", published=True
    ),
    SC=Mechanism(
        2,
        "Runs score more than linearly and overlap with bonuses for rows, columns and colours, "
        "less a growing loss for the floor line.",
    ),
)


class Azul(Game):
    """Azul for 2 to 4 seats, both sides of the wall."""

    id = "azul"
    title = "Azul"
    edition = "base game, 2017"
    rules_version = "1"
    group = "spatial"
    tier = "introductory"
    seats = range(2, 5)
    options = (
        ChoiceOption(
            "wall",
            ("coloured", "grey"),
            "grey: who tiles a full line chooses the column, no colour twice in a column",
        ),
        ChoiceOption(
            "marker_on_full_floor",
            ("no_penalty", "replace_last"),
            "what the starting-player marker does when the seven floor spaces are taken",
        ),
        IntegerOption(
            "round_limit",
            tables.FIRST_ROUND,
            tables.MOST_ROUNDS,
            tables.ROUND_LIMIT,
            "the match ends by normal scoring after so many rounds",
            cap=True,
        ),
    )
    traits = Traits(hidden_information=False, simultaneous=False, chance=True)
    profile = PROFILE
    references = (
        "https://en.wingboardgame.com/2021/09/azul-rules.html",
        "https://lehi-innovation.github.io/boardgame-rules/rules/azul/",
        "https://miralibrary.com/games/azul",
        "https://boardgamegeek.com/thread/2145160",
    )
    decisions = (
        DecisionKind(
            "draft",
            "Pick all tiles of one colour from one source; put them into one pattern line or on "
            "the floor line.",
            always_asked=True,
        ),
        DecisionKind("tile", "Choose the column of the wall for the tile of a full line."),
    )
    facts = FACTS
    ranking = (RankKey("score"), RankKey("complete_rows"))
    actions = ACTIONS

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        terms = Terms(
            seats,
            options["wall"] == "grey",
            options["marker_on_full_floor"] == "replace_last",
            int(options["round_limit"]),
        )
        return new_match(terms, stream(seed, "bag"), trace)

    def decode(self, data: bytes) -> State:
        return storage.decode(self.id, data)

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return a tile a draft in every round, and on a grey wall a choice a square."""
        drafts = tables.TILES_PER_FACTORY * tables.FACTORIES[seats] * int(options["round_limit"])
        return drafts + (25 * seats if options["wall"] == "grey" else 0)

    def describe(self, state: State, seat: int, action: int) -> str:
        return words.description(azul(state), seat, action)

    def pending(self, state: State, seat: int) -> Decision | None:
        return words.question(azul(state), seat)

    def reason(self, state: State, seat: int, action: int) -> str:
        return words.reason(azul(state), seat, action)

    def view(self, state: State, at: Viewpoint) -> AzulView:
        return view_of(azul(state), at)

    def view_text(self, view: View) -> str:
        if not isinstance(view, AzulView):
            raise TypeError(f"{type(view).__name__} is no view of Azul")
        return text_of(view)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        return sentence_of(fact, at)

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        table = azul(state)
        board = table.boards[seat]
        lines = range(tables.LINES)
        return {
            "score": float(board.score),
            "placement_points": float(board.placed),
            "floor_losses": float(table.floor_losses(seat)),
            "tiles_on_wall": float(board.tile_count()),
            "tiles_in_lines": float(sum(board.in_line(line) for line in lines)),
            "full_lines": float(sum(board.is_full(line) for line in lines)),
            "floor_spaces": float(board.floor_count),
            "complete_rows": float(complete_rows(board.wall)),
            "complete_columns": float(complete_columns(board.wall)),
            "complete_colours": float(complete_colours(board.tiles)),
        }

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        """Return the points so far by route; bonuses are 0 until they are given at the end.

        `floor` is what was lost in fact, so the routes add up to the score at any time.
        """
        table = azul(state)
        board = table.boards[seat]
        given = 1 if table.phase == OVER else 0
        return {
            "placement": board.placed,
            "rows": given * tables.ROW_BONUS * complete_rows(board.wall),
            "columns": given * tables.COLUMN_BONUS * complete_columns(board.wall),
            "colours": given * tables.COLOUR_BONUS * complete_colours(board.tiles),
            "floor": -table.floor_losses(seat),
        }

    def components(self, state: State) -> dict[str, int]:
        tally = azul(state).tiles_everywhere()
        counts = {
            f"{name} tiles": count_in(tally, colour)
            for colour, name in enumerate(tables.COLOUR_NAMES)
        }
        return {"tiles": sum(counts.values()), **counts}

    def rules_numbers(self) -> dict[str, object]:
        return words.rules_numbers()


def azul(state: State) -> AzulState:
    """Return the state as one of Azul; raise `TypeError` for another game's."""
    if not isinstance(state, AzulState):
        raise TypeError(f"{type(state).__name__} is no state of Azul")
    return state


AZUL = Azul()
