"""The participant: a complete configuration of a player, with its digest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludarena.agents.registry import agent_type
from ludarena.arena.digests import digest_of
from ludarena.core.view import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """One player configuration under test; `name` is a label, all the rest makes its digest.

    `type` is an agent type and `settings` are all its settings, defaults filled in. `model` is
    the model string as registered and `snapshot` the dated version it stands for; what a provider
    returned is stored with each response. `prompts` is the digest of all prompt texts. `sandbox`
    says how an agent program is kept from the machine, `bubblewrap` or `none`; it is None, and no
    part of the digest, for players that are no programs.
    """

    name: str
    type: str
    settings: Mapping[str, Json] = field(default_factory=dict)
    harness: str = "built-in"
    harness_version: str = ""
    model: str | None = None
    snapshot: str | None = None
    effort: str | None = None
    prompts: str | None = None
    tools: tuple[str, ...] = ()
    memory: str = "none"
    budget: Mapping[str, Json] = field(default_factory=dict)
    sandbox: str | None = None

    def as_json(self) -> dict[str, Json]:
        """Return all fields as JSON data."""
        return {"name": self.name, **self._identity()}

    @property
    def digest(self) -> str:
        """Return the digest of everything but the name."""
        return digest_of(self._identity())

    def _identity(self) -> dict[str, Json]:
        return {
            "type": self.type,
            "settings": dict(self.settings),
            "harness": self.harness,
            "harness_version": self.harness_version,
            "model": self.model,
            "snapshot": self.snapshot,
            "effort": self.effort,
            "prompts": self.prompts,
            "tools": list(self.tools),
            "memory": self.memory,
            "budget": dict(self.budget),
            **({} if self.sandbox is None else {"sandbox": self.sandbox}),
        }


def built_in(name: str, type_name: str, /, **settings: object) -> Participant:
    """Return a participant of an agent type, its settings checked and completed.

    Raises `UnknownAgentType`, `UnknownSetting` and `InvalidSetting`.
    """
    kind = agent_type(type_name)
    complete = kind.complete(settings)
    record = {"name": name, "type": kind.name, "settings": complete, **kind.record(complete)}
    return participant_from_json(record)


def participant_from_json(data: Mapping[str, Json]) -> Participant:
    """Return the participant that `as_json` wrote."""
    fields = dict(data)
    tools = fields.pop("tools", [])
    if not isinstance(tools, list):
        raise TypeError("tools of a participant must be a list")
    return Participant(**fields, tools=tuple(str(tool) for tool in tools))  # type: ignore[arg-type]
