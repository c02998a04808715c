"""A person at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from ludarena.agents.controller import Reply, Request, StopMatch
from ludarena.core.errors import UnreadableAction
from ludarena.core.sight import Choice, read, why_not
from ludarena.core.text import whole_number

_LONG_LIST = 20

HELP = """\
Type the number or the id of an action; it is played after you confirm it.
Any other words list the actions in whose id or description all of them occur.
  all        list every action          view   show the position again
  why ID     say why an action is not allowed
  rules      show the rules             help   show this (also ?)
  resign     give the match up          quit   stop here; the match is kept
An empty line lists the actions."""


class HumanAgent:
    """Asks a person for each decision; nothing is played before it was confirmed.

    `ask` shows a prompt and returns a line, or raises `EOFError`; `tell` shows a text. Reading
    blocks the process, so no time limit reaches a person.
    """

    immediate = True

    def __init__(
        self, ask: Callable[[str], str] = input, tell: Callable[[str], None] | None = None
    ) -> None:
        self._ask = ask
        self._tell = tell or _print

    async def decide(self, request: Request) -> Reply:
        """Return the confirmed action; raise `StopMatch` for `quit` or the end of input."""
        if request.feedback:
            self._tell(request.feedback)
        for sentence in request.story:
            self._tell(f"  {sentence}")
        self._show_position(request)
        while True:
            reply = self._answer(request, self._line(request, "> "))
            if reply is not None:
                return reply

    async def close(self) -> None:
        """Do nothing; there is nothing to release."""

    def _line(self, request: Request, prompt: str) -> str:
        try:
            return self._ask(prompt).strip()
        except EOFError:
            raise StopMatch(request.seat) from None

    def _answer(self, request: Request, line: str) -> Reply | None:
        """Return what the line plays, or None after answering it."""
        word, _, rest = line.partition(" ")
        if word == "quit":
            raise StopMatch(request.seat)
        if word == "resign":
            return Reply(resigns=True) if self._confirms(request, "Resign the match?") else None
        if word == "why" and rest:
            self._tell(self._why(request, rest))
        elif line in ("?", "help"):
            self._tell(HELP)
        elif line == "rules":
            self._tell(request.game.rules_text())
        elif line == "view":
            self._show_position(request)
        elif line == "all":
            self._list(request.sight.choices, request)
        elif not line:
            self._show_choices(request)
        else:
            return self._choose(request, line)
        return None

    def _choose(self, request: Request, line: str) -> Reply | None:
        """Return the one action that the line names, confirmed; list what it may mean otherwise."""
        choices = request.sight.choices
        if line.isdecimal():
            number = whole_number(line)
            if number is not None and 1 <= number <= len(choices):
                return self._confirmed(request, choices[number - 1])
            self._tell(f"There are {len(choices)} actions; type a number from 1, or ?")
            return None
        named = self._named(request, line)
        found = [named] if named is not None else _matching(choices, line)
        if len(found) == 1:
            return self._confirmed(request, found[0])
        if found:
            self._list(found, request)
        else:
            self._tell(self._why(request, line))
        return None

    def _named(self, request: Request, text: str) -> Choice | None:
        try:
            action = read(request.game, request.position, request.seat, text).action
        except UnreadableAction:
            return None
        return next((one for one in request.sight.choices if one.action == action), None)

    def _why(self, request: Request, text: str) -> str:
        try:
            action = read(request.game, request.position, request.seat, text).action
        except UnreadableAction as error:
            return f"No action matches: {error.reason}. An empty line lists all, ? helps."
        reason = why_not(request.game, request.position, request.seat, action)
        return f"Not allowed: {reason}." if reason else "That is allowed."

    def _confirmed(self, request: Request, choice: Choice) -> Reply | None:
        question = f"{choice.id}: {choice.description} Play it?"
        return Reply(action=choice.action) if self._confirms(request, question) else None

    def _confirms(self, request: Request, question: str) -> bool:
        answer = self._line(request, f"{question} [Y/n] ")
        return answer.lower() in ("", "y", "yes")

    def _show_position(self, request: Request) -> None:
        sight = request.sight
        self._tell(f"\n{sight.text}\n")
        decision = sight.decision
        if decision is not None:
            steps = f" (so far: {', '.join(decision.steps)})" if decision.steps else ""
            cause = f"{decision.cause}: " if decision.cause else ""
            self._tell(f"{cause}{decision.question}{steps}")
        self._show_choices(request)

    def _show_choices(self, request: Request) -> None:
        choices = request.sight.choices
        if len(choices) <= _LONG_LIST:
            self._list(choices, request)
        else:
            example = choices[0].id
            self._tell(
                f"{len(choices)} actions, such as {example}. Type words to filter them, "
                "`all` to list them, ? for help."
            )

    def _list(self, choices: Sequence[Choice], request: Request) -> None:
        number_of = {one.action: number for number, one in enumerate(request.sight.choices, 1)}
        width = max((len(one.id) for one in choices), default=0)
        for one in choices:
            self._tell(f"{number_of[one.action]:>4}  {one.id:<{width}}  {one.description}")


def _matching(choices: Sequence[Choice], line: str) -> list[Choice]:
    words = line.lower().split()
    return [
        one
        for one in choices
        if all(word in one.id or word in one.description.lower() for word in words)
    ]


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
