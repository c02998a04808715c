"""Exports for publication: without prompts, replies, reasoning, and what tells of a machine."""

from __future__ import annotations

from ludarena.core.view import Json

LEFT_OUT = frozenset(
    {
        "base_url",
        "command",
        "detail",
        "host",
        "key_env",
        "path",
        "prompt",
        "rationale",
        "reasoning",
        "reply",
        "text",
    }
)
"""Names of fields whose values are replaced; everything else stays."""

MARK = "[redacted]"


def redacted(value: Json) -> Json:
    """Return JSON data in which the values of the fields to be left out are replaced.

    >>> redacted({"seat": 1, "reply": "I take blue", "reasoning": ""})
    {'seat': 1, 'reply': '[redacted]', 'reasoning': ''}
    """
    if isinstance(value, dict):
        return {
            name: MARK if name in LEFT_OUT and item else redacted(item)
            for name, item in value.items()
        }
    if isinstance(value, list):
        return [redacted(item) for item in value]
    return value
