"""The heuristic player: the game's own scores, softened by chance."""

from __future__ import annotations

from ludarena.agents.controller import Reply, Request
from ludarena.core.rng import Stream


class HeuristicAgent:
    """Plays the action of the highest `State.action_scores`, ties broken at random.

    With probability `epsilon` it plays any legal action instead, all equally likely.
    """

    immediate = True

    def __init__(self, epsilon: float = 0.1) -> None:
        self._threshold = round(epsilon * 2**32)

    async def decide(self, request: Request) -> Reply:
        """Return the choice, from the request's seed alone."""
        legal = request.legal_actions
        chance = Stream(request.seed)
        explores = chance.next32() < self._threshold
        if not explores:
            scores = request.position.action_scores(request.seat, legal)
            best = max(scores)
            legal = [action for action, score in zip(legal, scores) if score == best]
        return Reply(action=legal[chance.below(len(legal))])

    async def close(self) -> None:
        """Do nothing; there is nothing to release."""
