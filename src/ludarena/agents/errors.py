"""Errors about types of agents and their settings."""

from __future__ import annotations

from collections.abc import Iterable

from ludarena.core.errors import LudarenaError, suggestion


class UnknownAgentType(LudarenaError):
    """A type of agent that is not installed."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        super().__init__(
            f"no agent type is called {name!r}{suggestion(name, names)}; "
            f"installed: {', '.join(names)}"
        )
        self.name = name


class UnknownSetting(LudarenaError):
    """A setting that an agent type does not have."""

    def __init__(self, agent: str, setting: str, known: Iterable[str]) -> None:
        names = sorted(known)
        super().__init__(
            f"agent type {agent!r} has no setting {setting!r}{suggestion(setting, names)}; "
            f"it has: {', '.join(names) or 'none'}"
        )
        self.agent = agent
        self.setting = setting


class InvalidSetting(LudarenaError):
    """A value that a setting does not take."""

    def __init__(self, agent: str, setting: str, value: object, expected: str) -> None:
        super().__init__(
            f"agent type {agent!r}: setting {setting!r} cannot be {value!r}; it takes {expected}"
        )
        self.agent = agent
        self.setting = setting
        self.value = value
