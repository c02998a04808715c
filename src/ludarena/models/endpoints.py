"""Where providers are, which APIs they speak, and their keys, which nothing ever prints."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ludarena.models.errors import MissingKey, UnknownProvider
from ludarena.models.wire import Api


class Key:
    """A key of a provider. Neither its text nor its representation shows it."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def reveal(self) -> str:
        """Return the key itself: for the header of a request and for nothing else."""
        return self._value

    def hide_in(self, text: bytes) -> bytes:
        """Return the text with every occurrence of the key blotted out."""
        return text.replace(self._value.encode(), b"[key]") if self._value else text

    def __repr__(self) -> str:
        return "Key(...)"

    def __reduce__(self) -> str:
        raise TypeError("a key is neither pickled nor copied")


Headers = list[tuple[bytes, bytes]]

Answered = tuple[int, Headers, bytes, bool]
"""Status, headers, body, and whether the body came to its end."""


class Carrier(Protocol):
    """What takes requests to an endpoint of this process, past the network."""

    async def __call__(
        self, method: str, path: bytes, query: bytes, headers: Headers, body: bytes
    ) -> Answered: ...


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One provider: its name, the base URL of each API it speaks (version included), its key.

    `headers` are sent with every request, for providers that want more than a key. Where there is a
    `carrier`, requests of this process go through it.
    """

    name: str
    urls: Mapping[Api, str]
    key: Key = field(default_factory=lambda: Key(""), compare=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    carrier: Carrier | None = field(default=None, compare=False, repr=False)

    def url(self, api: Api) -> str:
        """Return the base URL of an API; raise `UnknownProvider` when it is not spoken here."""
        if api not in self.urls:
            raise UnknownProvider(f"{self.name}/{api}", [f"{self.name}/{a}" for a in self.urls])
        return self.urls[api].rstrip("/")


@dataclass(frozen=True, slots=True)
class _Known:
    urls: Mapping[Api, str]
    variable: str


_KNOWN: dict[str, _Known] = {
    "anthropic": _Known({"messages": "https://api.anthropic.com/v1"}, "ANTHROPIC_API_KEY"),
    "deepseek": _Known(
        {
            "chat": "https://api.deepseek.com/v1",
            "messages": "https://api.deepseek.com/anthropic/v1",
        },
        "DEEPSEEK_API_KEY",
    ),
    "google": _Known(
        {"gemini": "https://generativelanguage.googleapis.com/v1beta"}, "GEMINI_API_KEY"
    ),
    "mistral": _Known({"chat": "https://api.mistral.ai/v1"}, "MISTRAL_API_KEY"),
    "ollama": _Known({"chat": "http://127.0.0.1:11434/v1"}, ""),
    "openai": _Known(
        {"chat": "https://api.openai.com/v1", "responses": "https://api.openai.com/v1"},
        "OPENAI_API_KEY",
    ),
    "openrouter": _Known({"chat": "https://openrouter.ai/api/v1"}, "OPENROUTER_API_KEY"),
}


def known_providers() -> list[str]:
    """Return the names that `endpoint` takes, sorted."""
    return sorted(_KNOWN)


def require_api(name: str, api: Api) -> None:
    """Raise `UnknownProvider` unless a provider of that name is known and speaks the API."""
    if name not in _KNOWN:
        raise UnknownProvider(name, _KNOWN)
    Endpoint(name, _KNOWN[name].urls).url(api)


def key_variables() -> dict[str, str]:
    """Return the environment variables in which keys are looked for, by provider."""
    return {name: known.variable for name, known in sorted(_KNOWN.items()) if known.variable}


def endpoint(
    name: str,
    *,
    urls: Mapping[Api, str] | None = None,
    key_variable: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Endpoint:
    """Return the endpoint of a known provider, or of any other when `urls` are given.

    The key comes from the environment variable `key_variable`, by default the one that the
    provider's own documentation uses; an empty name means that no key is needed. Raise
    `UnknownProvider` or `MissingKey`.
    """
    known = _KNOWN.get(name)
    if known is None and urls is None:
        raise UnknownProvider(name, _KNOWN)
    variable = key_variable if key_variable is not None else (known.variable if known else "")
    values = os.environ if environment is None else environment
    key = values.get(variable, "").strip() if variable else ""
    if variable and not key:
        raise MissingKey(name, variable)
    return Endpoint(name, urls or (known.urls if known else {}), Key(key))
