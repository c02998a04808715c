"""Connect four on the contract: the game in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.connect_four_rules import COLUMNS, ROWS, SQUARES, ConnectFour
from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.core.codec import Unpacker
from ludarena.core.game import Decision, DecisionKind, FactKind, Game, RankKey, Traits
from ludarena.core.options import OptionValue
from ludarena.core.profile import Mechanism, Profile
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import PlayerView, View, Viewpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectFourPlayer(PlayerView):
    won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectFourView(View):
    players: tuple[ConnectFourPlayer, ...]
    columns: tuple[str, ...]


class ConnectFourGame(Game):
    """Connect four, Milton Bradley 1974; two seats, no chance, nothing hidden."""

    id = "connect_four"
    title = "Connect Four"
    edition = "Milton Bradley 1974"
    rules_version = "1"
    group = "spatial"
    tier = "introductory"
    seats = range(2, 3)
    traits = Traits(hidden_information=False, simultaneous=False, chance=False)
    profile = Profile(
        EC=Mechanism(0, "Discs give nothing but their place."),
        SP=Mechanism(2, "Lines of four decide the game."),
        AS=Mechanism(1, "A square needs the one below it filled first."),
        OC=Mechanism(2, "Both players fill the same columns."),
        HI=Mechanism(0, "All discs lie open."),
        SC=Mechanism(0, "A line wins, nothing else counts."),
    )
    decisions = (DecisionKind("drop", "Which column?", always_asked=True),)
    facts = (FactKind("dropped", ("seat", "column")),)
    ranking = (RankKey("won"),)
    actions = ActionTable(
        ActionKind("drop", (Argument("column", tuple("1234567")),)),
    )

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        return ConnectFour(0, 0, 0, -1)

    def decode(self, data: bytes) -> State:
        unpacker = Unpacker(self.id, data)
        state = ConnectFour(*(unpacker.take() for _ in range(4)))
        unpacker.finish()
        return state

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        return int(SQUARES)

    def describe(self, state: State, seat: int, action: int) -> str:
        return f"Drop a disc into column {action + 1}."

    def pending(self, state: State, seat: int) -> Decision | None:
        if state.decision(seat) < 0:
            return None
        return Decision("drop", "Which column?")

    def reason(self, state: State, seat: int, action: int) -> str:
        return f"column {action + 1} is full"

    def view(self, state: State, at: Viewpoint) -> ConnectFourView:
        assert isinstance(state, ConnectFour)
        columns = tuple(
            "".join(
                "x" if state.first >> (7 * c + r) & 1 else "o"
                for r in range(ROWS)
                if (state.first | state.second) >> (7 * c + r) & 1
            )
            for c in range(COLUMNS)
        )
        players = tuple(ConnectFourPlayer(seat=s, won=int(state.winner == s)) for s in range(2))
        return ConnectFourView(players=players, columns=columns)

    def view_text(self, view: View) -> str:
        assert isinstance(view, ConnectFourView)
        return "\n".join(f"{number}: {discs}" for number, discs in enumerate(view.columns, 1))

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        return None

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return {"discs": float((state.turn() + 1 - seat) // 2)}

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        assert isinstance(state, ConnectFour)
        return {"line": int(state.winner == seat)}

    def components(self, state: State) -> dict[str, int]:
        return {"squares": int(SQUARES)}


CONNECT_FOUR = ConnectFourGame()
