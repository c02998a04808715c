"""Prompt templates of the native loop, by name; their digests belong to the participant."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template

from ludarena.agents.errors import InvalidSetting
from ludarena.models.digest import digest


@dataclass(frozen=True, slots=True)
class Prompts:
    """A set of templates and the digest of all of them."""

    name: str
    version: str
    texts: dict[str, str]
    digest: str

    def fill(self, name: str, **parts: object) -> str:
        """Return a template with its parts filled in; parts may hold any text."""
        return Template(self.texts[name].removeprefix("\n")).substitute(parts)


def prompt_names() -> tuple[str, ...]:
    """Return the names of the sets that ship with the package, sorted."""
    found = (item.name for item in files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def load_prompts(name: str) -> Prompts:
    """Return a set of templates; raise `InvalidSetting` for an unknown one."""
    if name not in prompt_names():
        raise InvalidSetting("llm", "prompts", name, f"one of {', '.join(prompt_names())}")
    data = tomllib.loads((files(__package__) / f"{name}.toml").read_text("utf-8"))
    texts = {key: str(value) for key, value in data.items()}
    return Prompts(name, texts["version"], texts, digest(texts))
