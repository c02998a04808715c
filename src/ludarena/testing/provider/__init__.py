"""A scripted provider of language models, for tests of agents and of what meters them.

It runs on loopback, needs no key, speaks the APIs that model libraries and agent programs speak,
and remembers to the token what it reported.
"""

from ludarena.testing.provider.script import (
    Api,
    Asked,
    Fault,
    Finish,
    Reply,
    Script,
    Tokens,
    ToolUse,
    broken,
    by_step,
    empty,
    in_order,
    long_text,
    rate_limited,
    refusal,
    truncated,
    two_calls,
    unreadable,
)
from ludarena.testing.provider.server import ScriptedProvider, Served

__all__ = [
    "Api",
    "Asked",
    "Fault",
    "Finish",
    "Reply",
    "Script",
    "ScriptedProvider",
    "Served",
    "Tokens",
    "ToolUse",
    "broken",
    "by_step",
    "empty",
    "in_order",
    "long_text",
    "rate_limited",
    "refusal",
    "truncated",
    "two_calls",
    "unreadable",
]
