"""What the record of a participant says of a language model beside its settings."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.agents.errors import InvalidSetting
from ludarena.agents.llm.access import default_prompts, model_spec
from ludarena.agents.llm.prompts import load_prompts
from ludarena.core.view import Json
from ludarena.models.errors import UnknownProvider

LOOP_VERSION = "2"
"""Changes whenever the same settings and prompts may lead to other calls or other readings."""


def details(settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return the fields of the record; raise `InvalidSetting` for a model that cannot be."""
    model = str(settings["model"])
    base_url = str(settings["base_url"])
    briefers = settings["briefers"]
    names = [str(one) for one in briefers] if isinstance(briefers, list) else []
    for name, value in [("model", model), *(("briefers", one) for one in names)]:
        try:
            model_spec(value, base_url)
        except UnknownProvider as error:
            raise InvalidSetting(
                "llm", name, value, f"a model such as openai:NAME ({error})"
            ) from None
    prompts = load_prompts(str(settings["prompts"] or default_prompts(model_spec(model, base_url))))
    return {
        "harness": "native" if not names else "briefed",
        "harness_version": LOOP_VERSION,
        "model": model,
        "snapshot": settings["snapshot"],
        "effort": settings["effort"],
        "prompts": prompts.digest,
        "tools": ["act"] if settings["reply"] == "tool" else [],
        "memory": settings["memory"],
        "budget": {
            name: settings[name]
            for name in ("max_requests", "max_tokens", "max_money")
            if settings[name] is not None
        },
    }
