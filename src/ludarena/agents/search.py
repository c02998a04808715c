"""Search players: ISMCTS, flat Monte Carlo and one-step greedy choice."""

from __future__ import annotations

from ludarena.agents.controller import Reply, Request
from ludarena.core.view import Json
from ludarena.search import SearchResult, flat_monte_carlo, follow, greedy, ismcts
from ludarena.search.methods import Backup, Rollout
from ludarena.search.tree import Node


class IsmctsAgent:
    """Plays the most visited action of an information-set search.

    With `reuse` the tree goes on from one decision to the seat's next one when nobody else decided
    in between; a match that is continued later then begins with a new tree.
    """

    immediate = True

    def __init__(
        self,
        simulations: int = 1024,
        steps: int = 18,
        seconds: float | None = None,
        rollout: Rollout = "guided",
        epsilon: float = 0.1,
        exploration: float = 0.7,
        backup: Backup = "max-n",
        rollout_steps_only: bool = False,
        widening: float = 0.0,
        reuse: bool = False,
    ) -> None:
        self._simulations = simulations
        self._steps = steps
        self._seconds = seconds
        self._rollout: Rollout = rollout
        self._epsilon = epsilon
        self._exploration = exploration
        self._backup: Backup = backup
        self._rollout_steps_only = rollout_steps_only
        self._widening = widening
        self._reuse = reuse
        self._tree: Node | None = None
        self._block = -1

    async def decide(self, request: Request) -> Reply:
        """Return the choice with its visits, values and principal line as the rationale."""
        state, seat = request.position, request.seat
        goes_on = self._reuse and state.block() == self._block + 1
        found = ismcts(
            state,
            seat,
            simulations=self._simulations,
            steps=self._steps,
            seconds=self._seconds,
            seed=request.seed,
            rollout=self._rollout,
            epsilon=self._epsilon,
            exploration=self._exploration,
            backup=self._backup,
            rollout_steps_only=self._rollout_steps_only,
            widening=self._widening,
            tree=self._tree if goes_on else None,
        )
        if self._reuse:
            alone = len(state.to_act()) == 1
            self._block = state.block() if alone else -2
            self._tree = follow(found.tree, [(seat, found.action)]) if found.tree else None
        return Reply(action=found.action, rationale=rationale(request, found))

    async def close(self) -> None:
        """Forget the tree."""
        self._tree = None


class FlatMonteCarloAgent:
    """Plays the action of the best mean over equally many rollouts of each."""

    immediate = True

    def __init__(
        self,
        simulations: int = 1024,
        steps: int = 18,
        seconds: float | None = None,
        rollout: Rollout = "guided",
        epsilon: float = 0.1,
    ) -> None:
        self._simulations = simulations
        self._steps = steps
        self._seconds = seconds
        self._rollout: Rollout = rollout
        self._epsilon = epsilon

    async def decide(self, request: Request) -> Reply:
        """Return the choice with its visits and values as the rationale."""
        found = flat_monte_carlo(
            request.position,
            request.seat,
            simulations=self._simulations,
            steps=self._steps,
            seconds=self._seconds,
            seed=request.seed,
            rollout=self._rollout,
            epsilon=self._epsilon,
        )
        return Reply(action=found.action, rationale=rationale(request, found))

    async def close(self) -> None:
        """Do nothing; there is nothing to release."""


class GreedyAgent:
    """Plays the action after which the game's own standing is best."""

    immediate = True

    def __init__(self, samples: int = 8) -> None:
        self._samples = samples

    async def decide(self, request: Request) -> Reply:
        """Return the choice with its values as the rationale."""
        found = greedy(request.position, request.seat, samples=self._samples, seed=request.seed)
        return Reply(action=found.action, rationale=rationale(request, found))

    async def close(self) -> None:
        """Do nothing; there is nothing to release."""


def rationale(request: Request, found: SearchResult) -> Json:
    """Return why a search chose: `actions` as [id, visits, mean reward], most visited first, and
    the principal `line` as [seat, id]. Times are left out, so that equal searches read equal."""
    name = request.game.action_id
    tried = sorted(found.visits, key=lambda action: (-found.visits[action], action))
    return {
        "actions": [
            [name(action), found.visits[action], round(found.values[action], 4)] for action in tried
        ],
        "line": [[seat, name(action)] for seat, action in found.line],
        "simulations": found.simulations,
        "steps": found.steps,
        "cut": found.cut,
    }
