"""Single-observer information-set Monte Carlo tree search for any number of seats.

Cowling, Powley and Whitehouse (IEEE TCIAIG 4(2), 2012), with simultaneous choices as independent
bandits (decoupled selection, Tak, Lanctot and Winands, CIG 2014). Every simulation begins with a
determinization for the searching seat, so the search uses that seat's information only.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.rng import Stream, mix
from ludarena.core.state import State
from ludarena.search.rollout import best_choice, guided_choice, uniform_choice
from ludarena.search.tree import Menu, Node, upper_bound_choice

MAX_N: Final[i64] = 0
PARANOID: Final[i64] = 1


class Searcher:
    """One search: its tree and its settings, taken one simulation at a time."""

    def __init__(
        self,
        root: Node,
        state: State,
        seat: i64,
        seed: i64,
        *,
        steps: i64,
        rollout_steps_only: bool,
        guided: bool,
        epsilon: float,
        exploration: float,
        backup: i64,
        widening: float,
    ) -> None:
        self.root = root
        self.state = state
        self.seat: i64 = seat
        self.seed: i64 = seed
        self.steps: i64 = steps
        self.rollout_steps_only = rollout_steps_only
        self.guided = guided
        self.epsilon = epsilon
        self.exploration = exploration
        self.backup: i64 = backup
        self.widening = widening  # children allowed are widening * sqrt(visits); 0 = no limit
        self.stream = Stream(0)
        self.path: list[Node] = []
        self.expanded = False
        self.budget: i64 = 0
        self.taken: i64 = 0  # search steps of all simulations

    def simulate(self, number: i64) -> None:
        """Run simulation `number`: determinize, descend, expand, roll out, back up."""
        state = self.state.determinize(self.seat, mix(self.seed, 2 * number))
        self.stream = Stream(mix(self.seed, 2 * number + 1))
        self.path = [self.root]
        self.expanded = False
        self.budget = self.steps
        self._descend(state)
        self._roll_out(state)
        self._back_up(state)

    def _descend(self, state: State) -> None:
        node = self.root
        while self.budget > 0 and not self.expanded:
            owing = state.to_act()
            if not owing:
                return
            if len(owing) > 1:
                node = self._descend_block(state, owing, node)
            else:
                seat: i64 = owing[0]
                node = self._pick(state, seat, node)
                action: i64 = node.action
                state.apply(seat, action)
                self._count_tree_step()

    def _descend_block(self, state: State, owing: list[int], start: Node) -> Node:
        """Answer a sealed block, a bandit a lane, and return the node of the joint answer.

        The searching seat answers first, so that no lane of another takes its steps away.
        """
        block: i64 = state.block()
        joint = start
        fresh = False
        for owing_seat in self._own_first(owing):
            seat: i64 = owing_seat
            lane = start.lane(seat)
            grown = False
            while state.block() == block and state.decision(seat) >= 0 and self.budget > 0:
                if grown:
                    action: i64 = self._rollout_action(state, seat)
                else:
                    self.expanded = False
                    lane = self._pick(state, seat, lane)
                    grown = self.expanded
                    action = lane.action
                fresh = fresh or grown
                if not fresh:
                    joint = joint.child(seat, action)
                    self.path.append(joint)
                state.apply(seat, action)
                self._count_tree_step()
        self.expanded = fresh or joint.visits == 0
        return joint

    def _own_first(self, owing: list[int]) -> list[int]:
        others: list[int] = []
        for seat in owing:
            if seat != self.seat:
                others.append(seat)
        return owing if len(others) == len(owing) else [int(self.seat)] + others

    def _pick(self, state: State, seat: i64, node: Node) -> Node:
        """Return the child to move to, a new one if the menu has an untried action to add."""
        legal = state.legal_actions(seat)
        menu = Menu(node, seat, legal)
        if menu.untried and self._may_grow(node, menu):
            action: i64 = self._first_try(state, seat, menu.untried)
            chosen = node.child(seat, action)
            for other in menu.known:
                other.available += 1
            chosen.available = 1
            self.expanded = True
        else:
            chosen = upper_bound_choice(menu.known, self.exploration)
        self.path.append(chosen)
        return chosen

    def _may_grow(self, node: Node, menu: Menu) -> bool:
        count: float = float(len(menu.known))
        if count == 0.0 or self.widening <= 0.0:
            return True
        visits: float = float(node.visits)
        return count * count < self.widening * self.widening * visits

    def _first_try(self, state: State, seat: i64, untried: list[int]) -> int:
        """Return the untried action to add: the best by the heuristic, or any."""
        if len(untried) == 1:
            return untried[0]
        if self.guided and self.widening > 0.0:
            return best_choice(state.action_scores(seat, untried), untried, self.stream)
        return uniform_choice(untried, self.stream)

    def _rollout_action(self, state: State, seat: i64) -> int:
        legal = state.legal_actions(seat)
        if self.guided:
            return guided_choice(state, seat, legal, self.epsilon, self.stream)
        return uniform_choice(legal, self.stream)

    def _roll_out(self, state: State) -> None:
        while self.budget > 0:
            owing = state.to_act()
            if not owing:
                return
            seat: i64 = owing[0]
            action: i64 = self._rollout_action(state, seat)
            state.apply(seat, action)
            self.budget -= 1
            self.taken += 1

    def _count_tree_step(self) -> None:
        self.taken += 1
        if not self.rollout_steps_only:
            self.budget -= 1

    def _back_up(self, state: State) -> None:
        rewards = state.values() if state.to_act() else state.payoffs()
        own: float = rewards[self.seat]
        for node in self.path:
            node.visits += 1
            if node.seat < 0:
                continue
            if self.backup == PARANOID and node.seat != self.seat:
                node.worth += 1.0 - own
            else:
                node.worth += rewards[node.seat]
