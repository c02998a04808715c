"""The scripted player: replies from a list, for tests and for replaying a known line of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

from ludarena.agents.controller import Failure, FailureClass, Reply, Request

_FAILURES = frozenset(get_args(FailureClass))


class ScriptedAgent:
    """Replies to its n-th decision with the n-th entry of `replies`.

    An entry that is a list holds one text a try, its last one for all further tries. `!first` and
    `!last` choose among the legal actions, `!resign` gives up, `!crash` raises, and `!` with a
    class of failure, such as `!refused`, fails so. When the list is used up the first legal
    action is played. It keeps no count of its own, so it can be resumed anywhere.
    """

    immediate = True

    def __init__(self, replies: Sequence[str | Sequence[str]] = ()) -> None:
        self._replies = [[one] if isinstance(one, str) else list(one) for one in replies]

    async def decide(self, request: Request) -> Reply:
        """Return the scripted reply; raise `RuntimeError` for `!crash`."""
        tries = ["!first"]
        if request.number < len(self._replies):
            tries = self._replies[request.number] or tries
        text = tries[min(request.tries, len(tries) - 1)]
        if not text.startswith("!"):
            return Reply(text=text)
        return _command(text[1:], request)

    async def close(self) -> None:
        """Do nothing; there is nothing to release."""


def _command(word: str, request: Request) -> Reply:
    if word == "first":
        return Reply(action=request.legal_actions[0])
    if word == "last":
        return Reply(action=request.legal_actions[-1])
    if word == "resign":
        return Reply(resigns=True)
    if word in _FAILURES:
        return Reply(failure=Failure(cast(FailureClass, word), "as scripted"))
    raise RuntimeError(f"the script says {word!r}")
