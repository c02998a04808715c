"""What the record of a participant says of a program that plays over MCP."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.agents.errors import InvalidSetting
from ludarena.agents.llm.access import model_spec
from ludarena.core.view import Json
from ludarena.harness.texts import TOOLS
from ludarena.models.errors import UnknownProvider

VERSION = "1"


def details(settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return the fields of the record; raise `InvalidSetting` for a model that cannot be."""
    model = str(settings["model"])
    if model:
        try:
            model_spec(model, str(settings["base_url"]))
        except UnknownProvider as error:
            raise InvalidSetting("mcp", "model", model, f"a model ({error})") from None
    return {
        "harness": str(settings["harness"]) or "mcp",
        "harness_version": str(settings["version"]) or VERSION,
        "model": model or None,
        "tools": list[Json](sorted(TOOLS)),
        "memory": "the program's own",
    }
