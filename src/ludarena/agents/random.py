"""The random player: the floor under every comparison."""

from __future__ import annotations

from ludarena.agents.controller import Reply, Request
from ludarena.core.rng import Stream


class RandomAgent:
    """Plays any legal action, all equally likely."""

    immediate = True

    async def decide(self, request: Request) -> Reply:
        """Return a uniformly random legal action, from the request's seed alone."""
        legal = request.legal_actions
        return Reply(action=legal[Stream(request.seed).below(len(legal))])

    async def close(self) -> None:
        """Do nothing; there is nothing to release."""
