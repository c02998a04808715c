"""Models without a model: they answer by a rule, for trying things out without a provider."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Sequence

from ludarena.core.rng import Stream
from ludarena.models.errors import UnknownProvider
from ludarena.models.provider import Message, Model, ModelReply, Settings, Shape, Tool, ToolCall
from ludarena.models.usage import Usage

RULES = ("any", "first", "last")


def require_rule(rule: str) -> None:
    """Raise `UnknownProvider` for a rule that no model plays by."""
    if rule not in RULES:
        raise UnknownProvider(f"scripted:{rule}", [f"scripted:{one}" for one in RULES])


def scripted_model(rule: str) -> Model:
    """Return the model that plays the first, the last or any listed action.

    Raises `UnknownProvider` for another rule.
    """
    require_rule(rule)
    return _Scripted(rule)


class _Scripted:
    def __init__(self, rule: str) -> None:
        self._rule = rule

    @property
    def name(self) -> str:
        return self._rule

    async def close(self) -> None:
        """Do nothing; there is nothing to release."""

    async def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        shape: Shape | None = None,
        settings: Settings | None = None,
        deadline: float | None = None,
    ) -> ModelReply:
        """Return a reply that chooses among `settings.choices`, or says that there are none."""
        began = time.monotonic()
        asked = settings or Settings()
        words = f"I play the {self._rule} of {len(asked.choices)} actions."
        action = self._choose(asked) if asked.choices else ""
        text = f"{words}\nFinal Answer: {action}"
        calls: tuple[ToolCall, ...] = ()
        if not action:
            text = words
        elif tools:
            text = words
            calls = (ToolCall("call_0", "act", json.dumps({"action": action})),)
        elif shape is not None:
            text = json.dumps({"reasoning": words, "action": action})
        return ModelReply(
            text=text,
            calls=calls,
            finish="tool_calls" if calls else "stop",
            usage=Usage(
                input=sum(len(message.text) for message in messages) // 4,
                output=len(text) // 4 + 1,
                reasoning=0,
            ),
            response_id=f"scripted-{uuid.uuid4().hex}",
            model=self._rule,
            latency_s=time.monotonic() - began,
        )

    def _choose(self, asked: Settings) -> str:
        if self._rule == "any":
            return asked.choices[Stream(asked.seed or 0).below(len(asked.choices))]
        return asked.choices[0 if self._rule == "first" else -1]
