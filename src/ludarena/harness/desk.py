"""The desk of one seat: where a program that plays over tools meets the arena that asks it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ludarena.agents.controller import Reply, Request, StopMatch
from ludarena.agents.llm.memory import as_data, data_line, data_lines
from ludarena.agents.llm.prompting import id_forms
from ludarena.core.game import Game

OUTCOME_SECONDS = 5.0
"""How long `act` waits to hear from the arena what became of the answer."""

NOT_YOUR_TURN = (
    "It is not your turn: you owe no decision now. Nothing was played. Look again later."
)

OUT = "Your seat is out of this match: a stand-in plays it to the end."


class _Act:
    """An answer that was handed to the arena: for which decision, and what its program is told."""

    def __init__(self, number: int, action: str) -> None:
        self.number = number
        self.action = action
        self.verdict = ""
        self.told: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def tell(self, text: str) -> None:
        """Say what came of it, once."""
        if not self.told.done():
            self.told.set_result(text)


class Desk:
    """Holds the decision that a seat owes, and answers the calls of its program.

    Every call returns one text at once. The arena's side calls `ask`, `accepted`, `replaced`,
    `ended` and `leave`. Both sides run in one event loop. `offered` is set when a program was
    given the list of its tools; whoever starts one may take it back.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.used = False
        self.offered = False
        self._owed: Request | None = None
        self._answer: asyncio.Future[Reply] | None = None
        self._acts: dict[int, _Act] = {}
        self._last: _Act | None = None
        self._calls: dict[str, int] = {}
        self._over = ""
        self._heard: list[str] = []
        self._own: Sequence[int] = ()
        self._show_rules: bool | None = None
        self._left = False
        self._out = False
        self._news_of_end = asyncio.Event()

    # --- the arena's side -------------------------------------------------------------------

    async def ask(self, request: Request) -> Reply:
        """Return the program's answer to a decision, however long it takes.

        Raises `StopMatch` when the program has left for good.
        """
        if self._left:
            raise StopMatch(self.seat)
        self._heard = [*request.past, *request.story]
        self._own, self._show_rules = request.own, request.show_rules
        self._owed = request
        self._answer = asyncio.get_running_loop().create_future()
        if self._last is not None:
            if self._last.number == request.number:
                del self._acts[request.number]
            self._last.tell(_joined(self._last.verdict, self._view()))
            self._last = None
        try:
            return await self._answer
        finally:
            self._owed = None
            self._answer = None

    def accepted(self, owes: bool) -> None:
        """Hear that the last answer was accepted, and whether another one is owed at once."""
        self._judge("Accepted.", "" if owes else "You owe no decision now.")

    def replaced(self, owes: bool, out: bool) -> None:
        """Hear that another answer stands in place of the program's; `out` means from now on."""
        if out:
            self._out = True
            self._judge("Not accepted, and no try is left.", OUT)
            return
        verdict = "Not accepted, and no try is left: this decision was made in your place."
        self._judge(verdict, "" if owes else "You owe no decision now.")

    def ended(self, result: str) -> None:
        """Hear that the seat's match is over, and how."""
        self._over = self._over or result
        if self._last is not None:
            self._last.tell(_joined(self._last.verdict, self._ending()))
            self._last = None

    def leave(self) -> None:
        """Hear that the program has left and will not come back."""
        self._left = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(StopMatch(self.seat))

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return bool(self._over)

    async def seen_off(self, seconds: float) -> None:
        """Return when a program that played has been told that the match is over."""
        if self.used and not self._left:
            try:
                async with asyncio.timeout(seconds):
                    await self._news_of_end.wait()
            except TimeoutError:
                return

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
            return self._nothing_owed()
        if not request.show_listing:
            forms = id_forms(self.game)
            return f"The legal actions are not listed in this match. Ids have these forms:\n{forms}"
        lines = [f"- {one.id}: {data_line(one.description)}" for one in request.sight.choices]
        return f"Decision {request.number}, {len(lines)} legal actions:\n" + "\n".join(lines)

    def rules(self) -> str:
        """Return the rules where the protocol shows them."""
        self._count("rules")
        if self._show_rules is None:
            return self._nothing_owed()
        return self.game.rules_text() if self._show_rules else "No rules are shown in this match."

    def history(self) -> str:
        """Return what the seat has noticed, up to the decision that it owes or owed last."""
        self._count("history")
        return _listed(self._heard) or self._over or "Nothing has happened yet."

    async def act(self, action: str, decision: int, reasoning: str = "") -> str:
        """Answer the decision owed; return what came of it, and the next view where one is owed.

        The same answer to the same decision is one move, however often it comes: each call returns
        what came of it. Another answer to that decision, or one to a decision that is not owed,
        plays nothing.
        """
        self._count("act")
        action = action.strip()
        before = self._acts.get(decision)
        if before is not None:
            if before.action != action:
                return f"Nothing was played: decision {decision} is answered already."
            return await self._outcome(before)
        request, answer = self._owed, self._answer
        if request is None or answer is None or answer.done():
            return self._nothing_owed()
        if decision != request.number:
            return self._stale(action, decision, request)
        act = self._last = self._acts[decision] = _Act(decision, action)
        self._owed = None
        answer.set_result(
            Reply(text=action, answers=decision, reasoning=reasoning, tool_calls=self.take_calls())
        )
        return await self._outcome(act)

    # --- texts ------------------------------------------------------------------------------

    def _judge(self, verdict: str, last_word: str) -> None:
        """Keep what became of the last answer; tell it where nothing more is owed at once."""
        if self._last is None:
            return
        self._last.verdict = verdict
        if last_word:
            self._last.tell(f"{verdict} {last_word}")
            self._last = None

    async def _outcome(self, act: _Act) -> str:
        try:
            async with asyncio.timeout(OUTCOME_SECONDS):
                text = await asyncio.shield(act.told)
        except TimeoutError:
            return "Your answer was received. Call `observe` to see what came of it."
        if self._over and self._over not in text:
            return f"{text}\n\n{self._ending()}"
        return text

    def _stale(self, action: str, decision: int, request: Request) -> str:
        """Return what an answer to another decision than the one owed is told."""
        known = 0 <= decision < min(request.number, len(self._own))
        if known and self.game.action_id(self._own[decision]) == action:
            return f"Decision {decision} was accepted before.\n\n{self._view()}"
        return (
            f"Nothing was played: decision {decision} is not the one you owe, which is decision "
            f"{request.number}. Call `observe`."
        )

    def _nothing_owed(self) -> str:
        if self._over:
            return self._ending()
        return OUT if self._out else NOT_YOUR_TURN

    def _ending(self) -> str:
        self._news_of_end.set()
        return self._over

    def _view(self) -> str:
        request = self._owed
        if request is None:
            return self._nothing_owed()
        sight = request.sight
        parts: list[str] = []
        if request.tries:
            parts.append(request.feedback or "Your last answer was not accepted. Answer again.")
        parts.append(f"You owe decision {request.number}.")
        if request.story:
            news = _listed(request.story)
            parts.append(f"# What happened since your last decision\n\n{news}")
        parts.append(as_data(sight.text).strip())
        if sight.decision is not None:
            cause = f"{data_line(sight.decision.cause)}: " if sight.decision.cause else ""
            chosen = data_line(", ".join(sight.decision.steps))
            steps = f"\nChosen so far: {chosen}" if chosen else ""
            parts.append(f"# Your decision\n\n{cause}{as_data(sight.decision.question)}{steps}")
        return "\n\n".join(parts)

    def _count(self, tool: str) -> None:
        self.used = True
        self._calls[tool] = self._calls.get(tool, 0) + 1


def _listed(sentences: Sequence[str]) -> str:
    """Return one line a sentence, as data."""
    return "\n".join(data_lines(sentences))


def _joined(verdict: str, text: str) -> str:
    return f"{verdict}\n\n{text}" if verdict else text
