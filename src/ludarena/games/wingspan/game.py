"""The slice of Wingspan as a game: its fixed facts, and its states in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.bits import total
from ludarena.core.game import Decision, Game, RankKey, Traits
from ludarena.core.options import ChoiceOption, OptionValue
from ludarena.core.profile import Mechanism, Profile
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import View, Viewpoint
from ludarena.games.wingspan import codec, scoring
from ludarena.games.wingspan.actions import ACTIONS
from ludarena.games.wingspan.facts import FACTS
from ludarena.games.wingspan.narration import sentence_of
from ludarena.games.wingspan.rules.turns import WingspanState
from ludarena.games.wingspan.sentences import (
    DECISIONS,
    description_of,
    illegal_because,
    pending_decision,
)
from ludarena.games.wingspan.start import new_match
from ludarena.games.wingspan.state import Terms
from ludarena.games.wingspan.tables import BIRDS, BONUS_CARDS
from ludarena.games.wingspan.text import text_of
from ludarena.games.wingspan.view import WingspanView, view_of
from ludarena.games.wingspan.words import ROUND_TURNS

PROFILE = Profile(
    EC=Mechanism(
        2, "Birds on the mat raise the yield of their row and add powers to every activation."
    ),
    SP=Mechanism(0, "Rows fill from the left and no bird touches its neighbours."),
    AS=Mechanism(
        2, "A row action runs the brown powers of its birds from right to left, and may repeat one."
    ),
    OC=Mechanism(
        1, "Players share feeder, tray, deck and the round goal, and react to each other's actions."
    ),
    HI=Mechanism(2, "Hands and bonus cards are private and steer the whole game.", published=True),
    SC=Mechanism(
        2, "Birds, eggs, food, tucked cards, banded bonus cards and a ranked goal overlap."
    ),
)


class WingspanSlice(Game):
    """One round of Wingspan with 52 of its birds; it grows into the whole game."""

    id = "wingspan-slice"
    title = "Wingspan, one round"
    edition = "base game, texts of the current printing; 52 of its 170 birds, the first round"
    rules_version = "slice-1"
    group = "capacity"
    tier = "intermediate"
    seats = range(2, 6)
    options = (
        ChoiceOption(
            "goal_board", ("green", "blue"), "green: places score; blue: a point an item, at most 5"
        ),
        ChoiceOption(
            "pink_spent_by",
            ("use", "trigger"),
            "whether a reaction that is declined or impossible counts as used",
        ),
    )
    traits = Traits(hidden_information=True, simultaneous=True, chance=True)
    profile = PROFILE
    references = ("https://stonemaiergames.com/games/wingspan/",)
    decisions = DECISIONS
    facts = FACTS
    ranking = (RankKey("points"), RankKey("unused_food"))
    actions = ACTIONS

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        terms = Terms(seats, options["goal_board"] == "blue", options["pink_spent_by"] == "trigger")
        return new_match(terms, seed, trace)

    def decode(self, data: bytes) -> State:
        return codec.decode(data)

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        """Return eight choices at set-up and 150 a turn for every seat.

        A turn's row has at most five powers, each repeated at most five times in a chain, with
        three decisions of the owner and two of every other seat.
        """
        return seats * (8 + 150 * ROUND_TURNS)

    def describe(self, state: State, seat: int, action: int) -> str:
        return description_of(action)

    def pending(self, state: State, seat: int) -> Decision | None:
        return pending_decision(_own(state), seat)

    def reason(self, state: State, seat: int, action: int) -> str:
        return illegal_because(_own(state), seat, action)

    def view(self, state: State, at: Viewpoint) -> View:
        return view_of(_own(state), at)

    def view_text(self, view: View) -> str:
        if not isinstance(view, WingspanView):
            raise TypeError(f"a {type(view).__name__} is no view of {self.title}")
        return text_of(view)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        return sentence_of(fact)

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        player = _own(state).players[seat]
        return {
            "points_without_bonus": float(scoring.public_points(player)),
            "birds": float(player.birds()),
            "eggs": float(player.all_eggs()),
            "food": float(total(player.food)),
            "hand": float(len(player.hand)),
            "cached_food": float(scoring.cached_food(player)),
            "tucked_cards": float(scoring.tucked_cards(player)),
            "goal_items": float(scoring.goal_items(player, _own(state).goal)),
        }

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        own = _own(state)
        player = own.players[seat]
        bonus_known = at in ("all", seat) or own.is_over()
        return {
            "birds": scoring.bird_points(player),
            "bonus_cards": scoring.all_bonus_points(player) if bonus_known else 0,
            "goal": player.goal_points,
            "eggs": player.all_eggs(),
            "cached_food": scoring.cached_food(player),
            "tucked_cards": scoring.tucked_cards(player),
        }

    def components(self, state: State) -> dict[str, int]:
        own = _own(state)
        cards = own.cards
        birds = sum(
            len(pile) for pile in (cards.deck, cards.discard, cards.tray, cards.buried, cards.shown)
        )
        bonus = len(own.bonus.cards)
        for player in own.players:
            birds += len(player.hand) + len(player.tucks) + player.birds()
            bonus += len(player.bonus.cards) + len(player.offered.cards) + len(player.shed.cards)
        return {"bird_cards": birds, "bonus_cards": bonus}

    def rules_numbers(self) -> dict[str, object]:
        return {"birds": BIRDS, "bonus_cards": BONUS_CARDS, "turns": ROUND_TURNS}


def _own(state: State) -> WingspanState:
    if not isinstance(state, WingspanState):
        raise TypeError(f"a {type(state).__name__} is no state of Wingspan")
    return state


WINGSPAN_SLICE = WingspanSlice()
