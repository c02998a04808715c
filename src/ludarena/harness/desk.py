"""The desk of one seat: where a program that plays over tools meets the arena that asks it."""

from __future__ import annotations

import asyncio

from ludarena.agents.controller import Reply, Request, StopMatch
from ludarena.agents.llm.memory import as_data
from ludarena.agents.llm.prompting import id_forms
from ludarena.core.game import Game

OUTCOME_SECONDS = 5.0
"""How long `act` waits to hear from the arena what became of the answer."""

NOT_YOUR_TURN = (
    "It is not your turn: you owe no decision now. Nothing was played. Look again later."
)


class Desk:
    """Holds the decision that a seat owes, and answers the calls of its program.

    Every call returns one text at once. The arena's side calls `ask`, `accepted` and `ended`. Both
    sides run in one event loop.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.used = False
        self._owed: Request | None = None
        self._answer: asyncio.Future[Reply] | None = None
        self._news = asyncio.Event()
        self._owes_more = False
        self._failed = ""
        self._done: dict[int, str] = {}
        self._calls: dict[str, int] = {}
        self._over = ""
        self._heard: list[str] = []
        self._left = False

    # --- the arena's side -------------------------------------------------------------------

    async def ask(self, request: Request) -> Reply:
        """Return the program's answer to a decision, however long it takes.

        Raises `StopMatch` when the program has left for good.
        """
        if self._left:
            raise StopMatch(self.seat)
        self._heard = [*request.past, *request.story]
        self._failed = _refused(request) if request.tries else ""
        self._owed = request
        self._answer = asyncio.get_running_loop().create_future()
        self._news.set()
        try:
            return await self._answer
        finally:
            self._owed = None
            self._answer = None

    def accepted(self, owes: bool) -> None:
        """Hear that the last answer was accepted, and whether another one is owed at once."""
        self._owes_more = owes
        self._failed = ""
        if not owes:
            self._news.set()

    def ended(self, result: str) -> None:
        """Hear that the seat's match is over, and how."""
        self._over = self._over or result
        self._news.set()

    def leave(self) -> None:
        """Hear that the program has left and will not come back."""
        self._left = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(StopMatch(self.seat))

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return bool(self._over)

    def take_calls(self) -> dict[str, int]:
        """Return the calls by tool since this was last asked."""
        calls, self._calls = self._calls, {}
        return calls

    # --- the program's side -----------------------------------------------------------------

    def observe(self) -> str:
        """Return the position and the decision owed."""
        self._count("observe")
        return self._view()

    def legal_actions(self) -> str:
        """Return the legal actions, or the forms of ids where the protocol hides the list."""
        self._count("legal_actions")
        request = self._owed
        if request is None:
            return self._over or NOT_YOUR_TURN
        if not request.show_listing:
            forms = id_forms(self.game)
            return f"The legal actions are not listed in this match. Ids have these forms:\n{forms}"
        lines = [f"- {one.id}: {one.description}" for one in request.sight.choices]
        return f"Decision {request.number}, {len(lines)} legal actions:\n" + "\n".join(lines)

    def rules(self) -> str:
        """Return the rules where the protocol shows them."""
        self._count("rules")
        if self._owed is not None and not self._owed.show_rules:
            return "The rules are not shown in this match."
        return self.game.rules_text()

    def history(self) -> str:
        """Return what the seat has noticed, up to the decision that it owes or owed last."""
        self._count("history")
        if not self._heard:
            return self._over or "Nothing has happened yet."
        return "\n".join(f"- {' '.join(as_data(one).split())}" for one in self._heard)

    async def act(self, action: str, decision: int | None = None) -> str:
        """Answer the decision owed; return what came of it, and the next view where one is owed.

        A decision that was answered before returns what it returned then, and plays nothing.
        """
        self._count("act")
        if decision is not None and decision in self._done:
            return self._done[decision]
        request, answer = self._owed, self._answer
        if request is None or answer is None or answer.done():
            return self._over or NOT_YOUR_TURN
        if decision is not None and decision != request.number:
            return f"Nothing was played: decision {decision} is not the one you owe, which is " + (
                f"decision {request.number}. Call `observe`."
            )
        self._owed = None
        self._news.clear()
        answer.set_result(Reply(text=action, answers=request.number, tool_calls=self.take_calls()))
        return await self._outcome(request)

    # --- texts ------------------------------------------------------------------------------

    async def _outcome(self, request: Request) -> str:
        try:
            async with asyncio.timeout(OUTCOME_SECONDS):
                await self._news.wait()
        except TimeoutError:
            return "Your answer was received. Call `observe` to see what came of it."
        if self._over:
            text = f"Accepted. {self._over}"
        elif self._failed:
            return f"{self._failed}\n\n{self._view()}"
        elif self._owed is None or not self._owes_more:
            text = "Accepted. You owe no decision now."
        elif request.call == "turn":
            text = f"Accepted.\n\n{self._view()}"
        else:
            text = "Accepted. You owe another decision: call `observe`."
        self._done[request.number] = text
        return text

    def _view(self) -> str:
        request = self._owed
        if request is None:
            return self._over or NOT_YOUR_TURN
        sight = request.sight
        parts = [f"You owe decision {request.number}."]
        if request.story:
            news = "\n".join(f"- {' '.join(as_data(one).split())}" for one in request.story)
            parts.append(f"# What happened since your last decision\n\n{news}")
        parts.append(sight.text.strip())
        if sight.decision is not None:
            cause = f"{sight.decision.cause}: " if sight.decision.cause else ""
            chosen = ", ".join(sight.decision.steps)
            steps = f"\nChosen so far: {chosen}" if chosen else ""
            parts.append(f"# Your decision\n\n{cause}{sight.decision.question}{steps}")
        return "\n\n".join(parts)

    def _count(self, tool: str) -> None:
        self.used = True
        self._calls[tool] = self._calls.get(tool, 0) + 1


def _refused(request: Request) -> str:
    return request.feedback or "Your last answer was not accepted. Answer again."
