"""Echoes: a deep stack of pending decisions, with reactions off turn; open, no chance ahead.

Each seat holds tokens of three colours, drawn at set-up and open. On its turn a seat plays a
token for one point. Every other seat in turn order that holds the colour may then echo it: it
plays a token of the colour for two points, and may at once raise, playing a token of another
colour, which calls for echoes of its own before the earlier ones go on. Without tokens a seat is
passed over; the match ends when nobody has any.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.core.codec import Packer, Unpacker
from ludarena.core.game import Decision, DecisionKind, FactKind, Game, RankKey, Traits
from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.state import State
from ludarena.core.text import counted_noun, listed
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import PlayerView, View, Viewpoint
from tests.tiny.common import TINY

COLOURS = ("red", "green", "blue")
TOKENS = 6

PLAY, REACT, RAISE = 0, 1, 2
DEALT, PLAYED, DECLINED, STOPPED = 0, 1, 2, 3

ACTIONS = ActionTable(
    ActionKind("play", (Argument("colour", COLOURS),)),
    ActionKind("decline"),
    ActionKind("echo"),
    ActionKind("stop"),
    ActionKind("raise", (Argument("colour", COLOURS),)),
)
DECLINE, ECHO, STOP = (ACTIONS.code(name) for name in ("decline", "echo", "stop"))
RAISE_RED = ACTIONS.code("raise", 0)


class Frame:
    """A pending decision: its kind, who owes it, and the colour that called for it."""

    __slots__ = ("colour", "kind", "seat")

    def __init__(self, kind: int, seat: int, colour: int) -> None:
        self.kind = kind
        self.seat = seat
        self.colour = colour


class EchoesState(State):
    """Tokens and points of each seat, and the stack of pending decisions, the next one last."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.active = 0
        self.turns = 0
        self.blocks = 0
        self.points = [0] * seats
        self.tokens = [[0] * len(COLOURS) for _ in range(seats)]
        self.stack: list[Frame] = []

    def note(self, kind: int, arguments: list[int]) -> None:
        if self.trace is not None:
            self.trace.note(kind, arguments)

    def to_act(self) -> list[int]:
        return [self.stack[-1].seat] if self.stack else []

    def block(self) -> int:
        return self.blocks

    def decision(self, seat: int) -> int:
        if not self.stack or self.stack[-1].seat != seat:
            return -1
        return self.stack[-1].kind

    def legal_actions(self, seat: int) -> list[int]:
        kind = self.decision(seat)
        if kind == PLAY:
            return self.colours_of(seat)
        if kind == REACT:
            return [DECLINE, ECHO]
        return [STOP] + self.raises(self.stack[-1]) if kind == RAISE else []

    def colours_of(self, seat: int) -> list[int]:
        return [colour for colour, number in enumerate(self.tokens[seat]) if number]

    def raises(self, frame: Frame) -> list[int]:
        colours = self.colours_of(frame.seat)
        return [RAISE_RED + colour for colour in colours if colour != frame.colour]

    def apply(self, seat: int, action: int) -> None:
        frame = self.stack.pop()
        self.blocks += 1
        if action == DECLINE:
            self.note(DECLINED, [seat])
        elif action == STOP:
            self.note(STOPPED, [seat])
        elif action == ECHO:
            self.play_token(seat, frame.colour, 2)
            self.stack.append(Frame(RAISE, seat, frame.colour))
        else:
            colour = action if frame.kind == PLAY else action - RAISE_RED
            self.play_token(seat, colour, 1)
            self.call_for_echoes(seat, colour)
        self.settle()

    def play_token(self, seat: int, colour: int, points: int) -> None:
        self.tokens[seat][colour] -= 1
        self.points[seat] += points
        self.note(PLAYED, [seat, colour, points])

    def call_for_echoes(self, seat: int, colour: int) -> None:
        """Push the reactions of the others, the next in turn order on top."""
        for step in range(self.seats - 1, 0, -1):
            self.stack.append(Frame(REACT, (seat + step) % self.seats, colour))

    def settle(self) -> None:
        """Drop decisions that have become void; begin the next turn when none is left."""
        while self.stack and not self.is_open(self.stack[-1]):
            self.stack.pop()
        if not self.stack:
            self.next_turn()

    def is_open(self, frame: Frame) -> bool:
        if frame.kind == REACT:
            return self.tokens[frame.seat][frame.colour] > 0
        return frame.kind == PLAY or len(self.raises(frame)) > 0

    def next_turn(self) -> None:
        for step in range(1, self.seats + 1):
            seat = (self.active + step) % self.seats
            if any(self.tokens[seat]):
                self.begin_turn(seat)
                return

    def begin_turn(self, seat: int) -> None:
        self.active = seat
        self.turns += 1
        self.stack.append(Frame(PLAY, seat, -1))

    def clone(self) -> EchoesState:
        copy = type(self)(self.seats)
        copy.active, copy.turns, copy.blocks = self.active, self.turns, self.blocks
        copy.points = self.points.copy()
        copy.tokens = [row.copy() for row in self.tokens]
        copy.stack = self.stack.copy()
        return copy

    def determinize(self, seat: int, seed: int) -> EchoesState:
        return self.clone()

    def action_scores(self, seat: int, actions: list[int]) -> list[int]:
        return [2 if action == ECHO else int(action != STOP) for action in actions]

    def encode(self) -> bytes:
        packer = Packer()
        for number in (self.seats, self.active, self.turns, self.blocks):
            packer.put(number)
        packer.put_list(self.points)
        for row in self.tokens:
            packer.put_list(row)
        packer.put(len(self.stack))
        for frame in self.stack:
            packer.put_list([frame.kind, frame.seat, frame.colour])
        return packer.finish()

    def turn(self) -> int:
        return self.turns

    def progress(self) -> float:
        return 1 - sum(map(sum, self.tokens)) / (TOKENS * self.seats)

    def values(self) -> list[float]:
        return [points / (2 * TOKENS) for points in self.points]

    def standings(self) -> list[int]:
        return self.points.copy()


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoesPlayer(PlayerView):
    points: int
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoesView(View):
    players: tuple[EchoesPlayer, ...]
    turn: int
    pending: tuple[str, ...]


def own(state: State) -> EchoesState:
    """Return the state as one of this game."""
    assert isinstance(state, EchoesState)
    return state


class Echoes(Game):
    id = "echoes"
    title = "Echoes"
    edition = "tests"
    rules_version = "1"
    group = "coordination"
    tier = "introductory"
    seats = range(2, 5)
    traits = Traits(hidden_information=False, simultaneous=False, chance=True)
    profile = TINY
    decisions = (
        DecisionKind("play", "Which token do you play?", always_asked=True),
        DecisionKind("react", "Do you echo it?"),
        DecisionKind("raise", "Do you raise with another colour?"),
    )
    facts = (
        FactKind("dealt", ("seat", "*tokens"), chance=True),
        FactKind("played", ("seat", "colour", "points")),
        FactKind("declined", ("seat",)),
        FactKind("stopped", ("seat",)),
    )
    ranking = (RankKey("points"),)
    actions = ACTIONS
    state_type: type[EchoesState] = EchoesState

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> EchoesState:
        state = self.state_type(seats)
        state.trace = trace
        bag = stream(seed, "bag")
        for seat in range(seats):
            for _ in range(TOKENS):
                state.tokens[seat][bag.below(len(COLOURS))] += 1
            state.note(DEALT, [seat, *state.tokens[seat]])
        state.begin_turn(0)
        return state

    def decode(self, data: bytes) -> EchoesState:
        unpacker = Unpacker(self.id, data)
        state = self.state_type(unpacker.take_within("seats", 2, 4))
        state.active, state.turns, state.blocks = (unpacker.take() for _ in range(3))
        state.points = unpacker.take_list()
        state.tokens = [unpacker.take_list() for _ in range(state.seats)]
        for _ in range(unpacker.take()):
            kind, seat, colour = unpacker.take_list()
            state.stack.append(Frame(kind, seat, colour))
        unpacker.finish()
        return state

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        return TOKENS * seats * (seats + 1)

    def describe(self, state: State, seat: int, action: int) -> str:
        kind, arguments = self.actions.parts(action)
        name = self.actions.kinds[kind].name
        if arguments:
            return f"{name.capitalize()} a {COLOURS[arguments[0]]} token for a point."
        return "Echo for two points." if action == ECHO else "Do nothing."

    def pending(self, state: State, seat: int) -> Decision | None:
        kind = state.decision(seat)
        if kind == -1:
            return None
        colour = own(state).stack[-1].colour
        cause = None if kind == PLAY else f"{COLOURS[colour]} was played"
        return Decision(self.decisions[kind].name, self.decisions[kind].question, cause)

    def reason(self, state: State, seat: int, action: int) -> str:
        return f"it does not answer the question, or you have no {listed(COLOURS, 'or')} for it"

    def view(self, state: State, at: Viewpoint) -> EchoesView:
        table = own(state)
        players = tuple(
            EchoesPlayer(seat=seat, points=table.points[seat], tokens=tuple(table.tokens[seat]))
            for seat in range(table.seats)
        )
        pending = tuple(
            f"seat {frame.seat}: {self.decisions[frame.kind].name}"
            + (f" to {COLOURS[frame.colour]}" if frame.colour >= 0 else "")
            for frame in reversed(table.stack)
        )
        return EchoesView(players=players, turn=table.turns, pending=pending)

    def view_text(self, view: View) -> str:
        assert isinstance(view, EchoesView)
        lines = [f"Turn {view.turn}. Pending, next first: {listed(view.pending) or 'nothing'}."]
        for player in view.players:
            held = zip(player.tokens, COLOURS, strict=True)
            tokens = listed(f"{number} {colour}" for number, colour in held)
            points = counted_noun(player.points, "point")
            lines.append(f"- seat {player.seat}: {points}; tokens {tokens}")
        return "\n".join(lines)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        seat, *rest = fact.arguments
        if fact.kind == DEALT:
            held = zip(rest, COLOURS, strict=True)
            return f"Seat {seat} begins with {listed(f'{n} {colour}' for n, colour in held)}."
        if fact.kind == PLAYED:
            return f"Seat {seat} plays {COLOURS[rest[0]]} for {counted_noun(rest[1], 'point')}."
        return f"Seat {seat} {self.facts[fact.kind].name}."

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return {"tokens": float(sum(own(state).tokens[seat]))}

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        return {"tokens": own(state).points[seat]}

    def components(self, state: State) -> dict[str, int]:
        return {"seats": len(own(state).tokens)}

    def rules_text(self) -> str:
        return __doc__ or ""


ECHOES = Echoes()
