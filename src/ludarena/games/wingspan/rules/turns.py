"""Rules of the round (sections 3 and 9), and what answers and pending steps lead to."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import total
from ludarena.core.lanes import Lanes
from ludarena.games.wingspan import frames
from ludarena.games.wingspan.actions import (
    DECLINE,
    DRAW_CARDS,
    GAIN_FOOD,
    LAY_EGGS,
)
from ludarena.games.wingspan.facts import (
    BONUS_SHOWN,
    DECLINED,
    GOAL_SCORED,
    SCORED,
    TURN_BEGAN,
)
from ludarena.games.wingspan.frames import DECISIONS, IN_POWER, Frame
from ludarena.games.wingspan.rules.play import ANY_ROW
from ludarena.games.wingspan.rules.setup import SetupRules
from ludarena.games.wingspan.scores import score_actions
from ludarena.games.wingspan.scoring import (
    all_bonus_points,
    goal_items,
    goal_points,
    public_points,
)
from ludarena.games.wingspan.words import FOREST, GRASSLAND, ROUND_TURNS, WETLAND


class WingspanState(SetupRules):
    """A match of the slice: set-up choice, one round of eight turns a player, final scoring."""

    # --- answers ----------------------------------------------------------------------------

    def decision(self, seat: i64) -> i64:
        lanes = self.lanes
        if lanes is not None:
            return self.setup_step(seat, lanes.answers[seat]) if lanes.is_open(seat) else -1
        if not self.stack or self.top().seat != seat:
            return -1
        return self.top().kind

    def legal_actions(self, seat: i64) -> list[int]:
        lanes = self.lanes
        if lanes is not None:
            return self.setup_options(seat, lanes.answers[seat]) if lanes.is_open(seat) else []
        if not self.stack or self.top().seat != seat:
            return []
        return self.offered.copy()

    def apply(self, seat: i64, action: i64) -> None:
        lanes = self.lanes
        if lanes is None:
            self.blocks += 1
            self._answer(self.top(), action)
            self._go_on()
        elif self.answer_setup(lanes, seat, action):
            self.blocks += 1
            self.resolve_setup(lanes)
            self._begin_turn(0)
            self._go_on()

    def _options(self, frame: Frame) -> list[int]:
        """Return the legal actions of a pending decision, ascending; none: it falls away."""
        kind = frame.kind
        if kind == frames.TURN:
            options = self.play_options(frame.seat, ANY_ROW)
            return options + [GAIN_FOOD, LAY_EGGS, DRAW_CARDS]
        if kind == frames.TAKE_DICE:
            return self.take_options(frame)
        if kind == frames.LAY_EGG:
            return self.lay_options(frame)
        if kind == frames.DRAW_CARD:
            return self.draw_options(frame)
        if kind == frames.EXCHANGE:
            return self.exchange_options(frame)
        if kind == frames.PAY_BIRD:
            return self.payment_options(frame)
        if kind == frames.PAY_EGGS:
            return self.egg_options(frame)
        if kind == frames.TUCK_CARD:
            return self.tuck_options(frame)
        if kind == frames.USE_POWER:
            return self.use_options(frame)
        return self._rare_options(frame)

    def _rare_options(self, frame: Frame) -> list[int]:
        kind = frame.kind
        if kind == frames.DISCARD_CARD:
            return self.discard_options(frame)
        if kind == frames.REACT_WITH:
            return self.reaction_options(frame)
        if kind == frames.STORE:
            return self.store_options()
        if kind == frames.CHOOSE_FOOD:
            return self.food_options(frame)
        if kind == frames.PLAY_ANOTHER:
            return self.play_another_options(frame)
        if kind == frames.KEEP_DRAWN_BONUS:
            return self.bonus_options(frame)
        if kind == frames.NAME_FIRST:
            return self.name_first_options(frame)
        if kind == frames.MOVE_BIRD:
            return self.move_options(frame)
        if kind == frames.REPEAT_POWER:
            return self.repeat_options(frame)
        return self.trade_options(frame)

    def _answer(self, frame: Frame, action: i64) -> None:
        """Carry out the answer to a decision."""
        kind = frame.kind
        if action == DECLINE:
            self._decline(frame)
        elif kind == frames.TURN:
            self._take_turn(frame, action)
        elif kind == frames.TAKE_DICE:
            self.take_die(frame, action)
        elif kind == frames.LAY_EGG:
            self.lay_egg(frame, action)
        elif kind == frames.DRAW_CARD:
            self.draw_card(frame, action)
        elif kind == frames.EXCHANGE:
            self.exchange(frame, action)
        elif kind == frames.PAY_BIRD:
            self.pay_food(frame, action)
        elif kind == frames.PAY_EGGS:
            self.pay_egg(frame, action)
        elif kind == frames.TUCK_CARD:
            self.tuck_card(frame, action)
        elif kind == frames.USE_POWER:
            self.use_power(frame, action)
        else:
            self._answer_rare(frame, action)

    def _answer_rare(self, frame: Frame, action: i64) -> None:
        kind = frame.kind
        if kind == frames.DISCARD_CARD:
            self.discard_card(frame, action)
        elif kind == frames.REACT_WITH:
            self.react(frame, action)
        elif kind == frames.STORE:
            self.store(frame, action)
        elif kind == frames.CHOOSE_FOOD:
            self.choose_food(frame, action)
        elif kind == frames.PLAY_ANOTHER:
            self.pop()
            self.begin_play(frame.seat, action)
        elif kind == frames.KEEP_DRAWN_BONUS:
            self.keep_drawn_bonus(frame, action)
        elif kind == frames.NAME_FIRST:
            self.name_first(frame, action)
        elif kind == frames.MOVE_BIRD:
            self.move_bird(frame, action)
        elif kind == frames.REPEAT_POWER:
            self.repeat_power(frame, action)
        else:
            self.trade_food(frame, action)

    def _decline(self, frame: Frame) -> None:
        """Let a decision go; the power that asked for it ends when this was its condition."""
        trace = self.trace
        if trace is not None:
            trace.note(DECLINED, [frame.seat])
        if frame.kind == frames.REACT_WITH:
            self.decline_reaction(frame)
            return
        self.pop()
        if frame.has(IN_POWER):
            self.pop()

    # --- going on ---------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Run pending steps until a seat has something to decide, or the match is over."""
        while self.stack:
            frame = self.top()
            if frame.kind >= DECISIONS:
                self._step(frame)
                continue
            options = self._options(frame)
            if len(options) > 1 or frame.kind == frames.TURN or frame.kind == frames.PLAY_ANOTHER:
                self.offered = options
                return
            if options:
                self._answer(frame, options[0])
            else:
                self.pop()

    def _step(self, frame: Frame) -> None:
        kind = frame.kind
        if kind == frames.RUN_POWER:
            self.run_power(frame)
        elif kind == frames.ACTIVATE_ROW:
            self.activate_row(frame)
        elif kind == frames.REACTIONS:
            self.call_reactions(frame)
        elif kind == frames.PLACE_BIRD:
            self.place_bird(frame)
        else:
            self._end_turn(frame)

    def look_again(self) -> None:
        """Find the legal actions of the top frame anew, after hidden cards were redrawn."""
        if self.lanes is None and self.stack:
            self.offered = self._options(self.top())

    # --- turns ------------------------------------------------------------------------------

    def _begin_turn(self, seat: i64) -> None:
        """Begin a turn: pink powers of the seat come back (R7.3)."""
        self.turns += 1
        self.rodents = 0
        self.players[seat].spent = 0
        trace = self.trace
        if trace is not None:
            trace.note(TURN_BEGAN, [seat, (self.turns - 1) // self.seats + 1])
        self.push(Frame(frames.END_TURN, seat))
        self.push(Frame(frames.TURN, seat))

    def _take_turn(self, frame: Frame, action: i64) -> None:
        """Begin one of the four actions (R4)."""
        self.pop()
        if action == GAIN_FOOD:
            self.use_row(frame.seat, FOREST)
        elif action == LAY_EGGS:
            self.use_row(frame.seat, GRASSLAND)
        elif action == DRAW_CARDS:
            self.use_row(frame.seat, WETLAND)
        else:
            self.begin_play(frame.seat, action)

    def _end_turn(self, frame: Frame) -> None:
        """Do the duties of the end of a turn, refill the tray, go on (R4.5.4)."""
        due = self.discards_due
        hand: i64 = len(self.players[frame.seat].hand)
        self.discards_due = 0
        if due > 0 and hand > 0:
            number = due if due < hand else hand
            self.push(Frame(frames.DISCARD_CARD, frame.seat, number=number))
            return
        self.pop()
        self.fill_tray()
        if self.turns < ROUND_TURNS * self.seats:
            self._begin_turn(self.seat_after(frame.seat, 1))
        else:
            self._end_round()

    def _end_round(self) -> None:
        """Score the goal (R8), show the bonus cards and score the match (R9)."""
        items: list[int] = []
        for player in self.players:
            items.append(goal_items(player, self.goal))
        points = goal_points(items, self.terms.blue_goals)
        trace = self.trace
        for seat in range(self.seats):
            self.players[seat].goal_points = points[seat]
            if trace is not None:
                trace.note(GOAL_SCORED, [seat, items[seat], points[seat]])
        if trace is None:
            return
        for seat in range(self.seats):
            player = self.players[seat]
            trace.note(BONUS_SHOWN, [seat] + player.bonus.cards)
            trace.note(SCORED, [seat, self.points(seat), total(player.food)])

    # --- copies and results -----------------------------------------------------------------

    def clone(self) -> WingspanState:
        lanes: Lanes | None = self.lanes
        copy = WingspanState(
            self.terms,
            [player.clone() for player in self.players],
            self.cards.clone(),
            self.bonus.clone(),
            self.feeder.clone(),
            self.stack.copy(),
            lanes.clone() if lanes is not None else None,
            self.goal,
            self.blocks,
            self.turns,
            self.rodents,
            self.discards_due,
        )
        copy.offered = self.offered
        return copy

    def determinize(self, seat: i64, seed: i64) -> WingspanState:
        copy = self.clone()
        copy.redrawn(seat, seed)
        copy.look_again()
        return copy

    def action_scores(self, seat: i64, actions: list[int]) -> list[int]:
        return score_actions(self, seat, actions)

    def points(self, seat: i64) -> i64:
        """Return all points of a seat as things stand, bonus cards included."""
        player = self.players[seat]
        return public_points(player) + all_bonus_points(player)

    def standings(self) -> list[int]:
        """Return points, then unused food (R9)."""
        result: list[int] = []
        for seat in range(self.seats):
            result.append(1000 * self.points(seat) + total(self.players[seat].food))
        return result

    def values(self) -> list[float]:
        """Return each seat's share of beaten seats, softened by how far ahead it is."""
        worth: list[int] = []
        for seat in range(self.seats):
            player = self.players[seat]
            hand: i64 = len(player.hand)
            worth.append(4 * self.points(seat) + total(player.food) + hand)
        result: list[float] = []
        others: float = float(self.seats - 1)
        for own in worth:
            sum_of: float = -0.5
            for other in worth:
                lead: float = float(own - other) / 40.0
                sum_of += 0.5 + 0.5 * (lead if -1.0 < lead < 1.0 else (1.0 if lead > 0 else -1.0))
            result.append(sum_of / others)
        return result
