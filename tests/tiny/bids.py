"""Bids: sealed choices with several steps a lane, a die ahead, and a cap.

Every round a die shows the prize. All seats bid at once, in secret: an amount of coins, and who
bids at all then chooses a stance. All bids are paid; the highest wins the prize. Of equal bids a
`firm` one beats a `mild` one; what is still equal wins nothing. Everyone earns two coins a round.
Ten points end the match; so does the round limit, which is a cap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludarena.core.actions import ActionKind, ActionTable, Argument
from ludarena.core.codec import Packer, Unpacker
from ludarena.core.game import Decision, DecisionKind, FactKind, Game, RankKey, Traits
from ludarena.core.lanes import open_lanes, unpack_lanes
from ludarena.core.options import IntegerOption, OptionValue
from ludarena.core.rng import Stream, mix, stream
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace, only
from ludarena.core.view import PlayerView, View, Viewpoint
from tests.tiny.common import TINY, numerals

GOAL = 10
PURSE = 6
INCOME = 2
HIGHEST = 5

BID, STANCE = 0, 1
ROLLED, ANSWERED, REVEALED, WON = 0, 1, 2, 3

ACTIONS = ActionTable(
    ActionKind("bid", (Argument("amount", numerals(0, HIGHEST)),)),
    ActionKind("stance", (Argument("stance", ("mild", "firm")),)),
)
MILD, FIRM = ACTIONS.code("stance", 0), ACTIONS.code("stance", 1)


class BidsState(State):
    """Rounds, prize, purses and points are public; the lanes of the open block are not."""

    def __init__(self, seats: int, limit: int, die: Stream) -> None:
        super().__init__(seats)
        self.limit = limit
        self.die = die
        self.round = 0
        self.prize = 0
        self.coins = [PURSE] * seats
        self.points = [0] * seats
        self.lanes = open_lanes(seats)

    def begin_round(self) -> None:
        self.round += 1
        self.prize = 1 + self.die.below(6)
        self.lanes = open_lanes(self.seats)
        if self.trace is not None:
            self.trace.note(ROLLED, [self.round, self.prize])

    def over(self) -> bool:
        return self.prize == 0

    def to_act(self) -> list[int]:
        return [] if self.over() else self.lanes.open_seats()

    def block(self) -> int:
        return self.round if self.over() else self.round - 1

    def decision(self, seat: int) -> int:
        if self.over() or not self.lanes.is_open(seat):
            return -1
        return STANCE if self.lanes.answers[seat] else BID

    def legal_actions(self, seat: int) -> list[int]:
        kind = self.decision(seat)
        if kind == BID:
            return list(range(min(self.coins[seat], HIGHEST) + 1))
        return [MILD, FIRM] if kind == STANCE else []

    def apply(self, seat: int, action: int) -> None:
        self.lanes.append(seat, action)
        if self.trace is not None:
            self.trace.note(ANSWERED, [action], only(seat))
        if action == 0 or action in (MILD, FIRM):
            self.lanes.close(seat)
        if self.lanes.all_closed():
            self.resolve()

    def resolve(self) -> None:
        """Reveal and pay all bids in order of seats, give the prize, begin the next round."""
        bids = [(lane[0], int(lane[-1] == FIRM)) for lane in self.lanes.answers]
        for seat, (bid, firm) in enumerate(bids):
            self.coins[seat] += INCOME - bid
            if self.trace is not None:
                self.trace.note(REVEALED, [seat, bid, firm])
        best = max(bids)
        if best[0] > 0 and bids.count(best) == 1:
            self.win(bids.index(best))
        self.lanes = open_lanes(self.seats)
        if max(self.points) >= GOAL or self.round >= self.limit:
            self.prize = 0
        else:
            self.begin_round()

    def win(self, seat: int) -> None:
        self.points[seat] += self.prize
        if self.trace is not None:
            self.trace.note(WON, [seat, self.prize])

    def clone(self) -> BidsState:
        copy = type(self)(self.seats, self.limit, self.die.clone())
        copy.round, copy.prize = self.round, self.prize
        copy.coins, copy.points = self.coins.copy(), self.points.copy()
        copy.lanes = self.lanes.clone()
        return copy

    def determinize(self, seat: int, seed: int) -> BidsState:
        copy = self.clone()
        copy.lanes = self.lanes.seen_by(seat, 0)
        copy.die = Stream(mix(seed, 0))
        return copy

    def action_scores(self, seat: int, actions: list[int]) -> list[int]:
        return [
            -abs(action - self.prize + 2) if action <= HIGHEST else action for action in actions
        ]

    def encode(self) -> bytes:
        packer = Packer()
        for number in (self.seats, self.limit, self.die.state, self.round, self.prize):
            packer.put(number)
        packer.put_list(self.coins)
        packer.put_list(self.points)
        self.lanes.pack(packer)
        return packer.finish()

    def turn(self) -> int:
        return self.round

    def progress(self) -> float:
        return min(1.0, max(self.round / self.limit, max(self.points) / GOAL))

    def values(self) -> list[float]:
        return [min(1.0, points / (GOAL + 5)) for points in self.points]

    def standings(self) -> list[int]:
        return [
            1000 * points + coins for points, coins in zip(self.points, self.coins, strict=True)
        ]

    def capped(self) -> bool:
        return self.over() and max(self.points) < GOAL


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsPlayer(PlayerView):
    points: int
    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsView(View):
    players: tuple[BidsPlayer, ...]
    round: int
    prize: int
    own_bid: int | None


def own(state: State) -> BidsState:
    """Return the state as one of this game."""
    assert isinstance(state, BidsState)
    return state


class Bids(Game):
    id = "bids"
    title = "Bids"
    edition = "tests"
    rules_version = "1"
    group = "coordination"
    tier = "introductory"
    seats = range(2, 4)
    options = (IntegerOption("round_limit", 1, 30, 12, "rounds until the end", cap=True),)
    traits = Traits(hidden_information=False, simultaneous=True, chance=True)
    profile = TINY
    decisions = (
        DecisionKind("bid", "How much do you bid?", sealed=True),
        DecisionKind("stance", "How firm is your bid?", sealed=True),
    )
    facts = (
        FactKind("rolled", ("round", "prize"), chance=True),
        FactKind("answered", ("action",)),
        FactKind("revealed", ("seat", "bid", "firm")),
        FactKind("won", ("seat", "prize")),
    )
    ranking = (RankKey("points"), RankKey("coins"))
    actions = ACTIONS
    state_type: type[BidsState] = BidsState

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> BidsState:
        state = self.state_type(seats, int(options["round_limit"]), stream(seed, "die"))
        state.trace = trace
        state.begin_round()
        return state

    def decode(self, data: bytes) -> BidsState:
        unpacker = Unpacker(self.id, data)
        seats = unpacker.take_within("seats", 2, 3)
        state = self.state_type(seats, unpacker.take(), Stream(unpacker.take()))
        state.round, state.prize = unpacker.take(), unpacker.take()
        state.coins, state.points = unpacker.take_list(), unpacker.take_list()
        state.lanes = unpack_lanes(unpacker)
        unpacker.finish()
        return state

    def max_decisions(self, seats: int, options: Mapping[str, OptionValue]) -> int:
        return 2 * seats * int(options["round_limit"])

    def describe(self, state: State, seat: int, action: int) -> str:
        if action > HIGHEST:
            return "Hold firm against equal bids." if action == FIRM else "Give way to firm bids."
        return f"Pay {action} coins, whoever wins."

    def pending(self, state: State, seat: int) -> Decision | None:
        kind = state.decision(seat)
        if kind == -1:
            return None
        steps = tuple(self.action_id(action) for action in own(state).lanes.answers[seat])
        return Decision(self.decisions[kind].name, self.decisions[kind].question, None, steps)

    def reason(self, state: State, seat: int, action: int) -> str:
        if (action > HIGHEST) != (state.decision(seat) == STANCE):
            return "that is the answer to another question"
        return f"you have {own(state).coins[seat]} coins"

    def view(self, state: State, at: Viewpoint) -> BidsView:
        table = own(state)
        lane = table.lanes.answers[at] if isinstance(at, int) else []
        return BidsView(
            players=tuple(
                BidsPlayer(seat=seat, points=table.points[seat], coins=table.coins[seat])
                for seat in range(state.seats)
            ),
            round=table.round,
            prize=table.prize,
            own_bid=lane[0] if lane else None,
        )

    def view_text(self, view: View) -> str:
        assert isinstance(view, BidsView)
        lines = [f"Round {view.round}, prize {view.prize}."]
        lines += [f"- seat {p.seat}: {p.points} points, {p.coins} coins" for p in view.players]
        if view.own_bid is not None:
            lines.append(f"You bid {view.own_bid}.")
        return "\n".join(lines)

    def narrate(self, fact: Fact, at: Viewpoint) -> str | None:
        if fact.kind == ANSWERED:
            return f"You answer {self.action_id(fact.arguments[0])}." if at != "all" else None
        one, *rest = fact.arguments
        if fact.kind == ROLLED:
            return f"Round {one}: the prize is {rest[0]}."
        if fact.kind == REVEALED:
            return f"Seat {one} bid {rest[0]}{' firmly' if rest[1] else ''}."
        return f"Seat {one} wins {rest[0]} points."

    def metrics(self, state: State, seat: int) -> dict[str, float]:
        return {"coins": float(own(state).coins[seat])}

    def score_routes(self, state: State, seat: int, at: Viewpoint) -> dict[str, int]:
        return {"prizes": own(state).points[seat]}

    def components(self, state: State) -> dict[str, int]:
        return {"purses": len(own(state).coins)}

    def rules_text(self) -> str:
        return __doc__ or ""


BIDS = Bids()
