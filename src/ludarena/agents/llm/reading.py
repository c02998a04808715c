"""Finding the one action in a model's reply, or saying why there is none.

A reply is read strictly: what is not plainly the chosen action is unreadable. No part of a reply
is guessed at, and no action is taken from the reasoning or from a quotation.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal

from ludarena.agents.controller import Failure
from ludarena.models.provider import ModelReply

Mode = Literal["tool", "json", "final_answer"]

TOOL = "act"
"""The name of the tool by which a model acts."""

_ANSWER = re.compile(r"^[\s#*_`]*final answer[\s*_`]*:[\s*_]*(.*)$", re.IGNORECASE)
_FENCE = re.compile(r"```(?:json)?[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL)
_NEXT = re.compile(r"^[ \t]*next briefing:(.*)$", re.IGNORECASE | re.MULTILINE)
_FOCUS = 400
_MARKS = "*_` \t"


@dataclass(frozen=True, slots=True)
class Said:
    """What a reply says: the text of the action, the reasoning before it, repairs it took.

    Repairs made here are `markup` (emphasis, a code fence) and `prose` (text around an object).
    """

    action: str
    reasoning: str
    repairs: tuple[str, ...] = ()


def read_reply(reply: ModelReply, mode: Mode) -> Said | Failure:
    """Return what a complete reply says in the mode that was asked for."""
    if mode == "tool":
        return _called(reply)
    if reply.calls:
        return Failure("unreadable", "the reply calls a tool, but none was offered")
    if mode == "json":
        return _object(reply)
    return _last_line(reply)


def next_briefing(reply: ModelReply, mode: Mode) -> str:
    """Return what the model asks of its next briefing; empty when it asks nothing."""
    if mode == "final_answer":
        found = _NEXT.findall(reply.text)
        return found[-1].strip()[:_FOCUS] if found else ""
    text = reply.calls[0].arguments if mode == "tool" else _FENCE.sub(r"\1", reply.text)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    asked = value.get("next_briefing") if isinstance(value, dict) else None
    return asked.strip()[:_FOCUS] if isinstance(asked, str) else ""


def _called(reply: ModelReply) -> Said | Failure:
    if not reply.calls:
        return Failure("unreadable", f"the reply calls no tool; act by calling `{TOOL}` once")
    if len(reply.calls) > 1:
        return Failure(
            "unreadable", f"the reply calls {len(reply.calls)} tools at once; call `{TOOL}` once"
        )
    (call,) = reply.calls
    if call.name != TOOL:
        return Failure("unreadable", f"the reply calls {call.name[:40]!r}; call `{TOOL}`")
    found = _action_of(call.arguments)
    if isinstance(found, Failure):
        return found
    return Said(found.action, _joined(reply.reasoning, reply.text, found.reasoning))


def _object(reply: ModelReply) -> Said | Failure:
    text = reply.text.strip()
    if text.startswith("{"):
        found = _action_of(text)
        if isinstance(found, Failure):
            return found
        return Said(found.action, _joined(reply.reasoning, found.reasoning))
    fences = _FENCE.findall(text)
    if len(fences) != 1:
        problem = "several" if fences else "no"
        return Failure(
            "unreadable", f"the reply holds {problem} JSON objects; reply with one and nothing else"
        )
    if not text.endswith("```"):
        return Failure("unreadable", "words follow the JSON object; reply with it and nothing else")
    found = _action_of(fences[0].strip())
    if isinstance(found, Failure):
        return found
    around = _FENCE.sub("", text).strip()
    repairs = ("markup", "prose") if around else ("markup",)
    return Said(found.action, _joined(reply.reasoning, around, found.reasoning), repairs)


class _Twice(ValueError):
    """An object names a key twice."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Twice
    return found


def _action_of(text: str) -> Said | Failure:
    """Return the action of one JSON object with a text `action`, and nothing after it."""
    try:
        value = json.loads(text, object_pairs_hook=_once)
    except _Twice:
        return Failure("unreadable", "the JSON object names a key twice")
    except (ValueError, RecursionError):
        return Failure("unreadable", "this is not one valid JSON object")
    if not isinstance(value, dict):
        return Failure("unreadable", "the JSON is no object; it must be one with a text `action`")
    action = value.get("action")
    if not isinstance(action, str):
        return Failure("unreadable", "the JSON object needs a text `action`")
    if not action.strip():
        return Failure("empty", "`action` is empty")
    reasoning = value.get("reasoning")
    return Said(action, reasoning if isinstance(reasoning, str) else "")


def _last_line(reply: ModelReply) -> Said | Failure:
    lines = [line for line in reply.text.splitlines() if line.strip()]
    while lines and not lines[-1].strip(_MARKS):
        lines.pop()  # the end of a code fence or of an emphasis
    if not lines:
        return Failure("empty", "the reply holds no words")
    found = _ANSWER.match(lines[-1])
    if found is None:
        return Failure("unreadable", "the last line is not `Final Answer: ` and one action id")
    action = found[1].strip()
    plain = action.strip(_MARKS)
    if not plain:
        return Failure("empty", "no action stands behind `Final Answer:`")
    bare = lines[-1].strip().lower().startswith("final answer:") and lines[-1].strip().endswith(
        plain
    )
    before = "\n".join(lines[:-1]).strip()
    return Said(plain, _joined(reply.reasoning, before), () if bare else ("markup",))


def _joined(*parts: str) -> str:
    return "\n\n".join(part.strip() for part in parts if part.strip())
