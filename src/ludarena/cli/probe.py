"""`ludarena doctor --probe MODEL`: one call to a model, and what came back."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from ludarena.cli.finding import Finding

if TYPE_CHECKING:
    from ludarena.agents.llm.access import ModelSpec
    from ludarena.models.prices import Prices
    from ludarena.models.provider import ModelReply

_SECONDS = 60.0
_MOST_OUTPUT = 1_024


def probe(model: str, base_url: str = "", prices: Prices | None = None) -> list[Finding]:
    """Return what one call shows: key, reply, usage, tool calls, model string, price.

    Raises `UnknownProvider` for a string that names no model.
    """
    from ludarena.agents.llm.access import model_spec
    from ludarena.core.errors import LudarenaError
    from ludarena.models.errors import MissingKey

    spec = model_spec(model, base_url)
    try:
        endpoint = None if spec.here else spec.endpoint()
    except MissingKey as error:
        return [Finding("key", "missing", False, str(error))]
    found = [Finding("key", "not needed" if endpoint is None else "present", good=True)]
    try:
        reply, seconds = asyncio.run(_ask(spec))
    except LudarenaError as error:
        return [*found, Finding("reply", type(error).__name__, False, str(error))]
    found.append(Finding("reply", f"{reply.finish} in {seconds:.2f} s", good=True))
    return [*found, *_counts(reply), *_fits(spec, reply, prices)]


async def _ask(spec: ModelSpec) -> tuple[ModelReply, float]:
    from ludarena.agents.llm.access import open_spec
    from ludarena.agents.llm.reading import TOOL
    from ludarena.models.choose import open_model
    from ludarena.models.provider import Message, Settings, Tool
    from ludarena.models.remote import ONE_TRY

    parameters = {
        "type": "object",
        "properties": {"action": {"type": "string"}},
        "required": ["action"],
        "additionalProperties": False,
    }
    here = spec.here
    model = (
        open_spec(spec) if here else open_model(spec.choice, at=spec.endpoint(), retries=ONE_TRY)
    )
    began = time.monotonic()
    try:
        reply = await model.reply(
            [Message("user", f"Call the tool `{TOOL}` with the action `pass`.")],
            tools=[Tool(TOOL, "Choose an action.", parameters)],
            settings=Settings(max_output=_MOST_OUTPUT, must_call=here, choices=()),
            deadline=began + _SECONDS,
        )
    finally:
        await model.close()
    return reply, time.monotonic() - began


def _counts(reply: ModelReply) -> list[Finding]:
    usage = reply.usage
    if usage is None:
        return [Finding("usage", "not reported", False, "costs of this model cannot be known")]
    reasoning = "unknown" if usage.reasoning is None else str(usage.reasoning)
    text = (
        f"input {usage.input} (cached {usage.cached}, written {usage.cache_write}), "
        f"output {usage.output} (reasoning {reasoning})"
    )
    return [Finding("usage", text, good=True)]


def _fits(spec: ModelSpec, reply: ModelReply, prices: Prices | None) -> list[Finding]:
    from ludarena.models.errors import MissingPrice

    called = any(call.name == "act" for call in reply.calls)
    advice = "play it with reply = final_answer or json"
    tools = Finding("tool calls", "yes" if called else "none came", called or None, advice)
    same = reply.model == spec.choice.name
    drift = "" if same else f", registered as {spec.choice.name}; name it as the snapshot"
    model = Finding("model string", reply.model + drift, True if same else None)
    if prices is None:
        return [tools, model, Finding("price", "not asked for", None, "give --prices")]
    try:
        prices.require([spec.choice.name])
    except MissingPrice as error:
        return [tools, model, Finding("price", "missing", False, str(error))]
    cost = prices.cost(spec.choice.name, reply.usage) if reply.usage else None
    told = f"this call cost {cost} {prices.currency}" if cost is not None else "known"
    return [tools, model, Finding("price", told, good=True)]
