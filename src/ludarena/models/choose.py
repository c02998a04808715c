"""Naming a model in one word, as on the command line: `openai:gpt-5`, `embedded`."""

from __future__ import annotations

from dataclasses import dataclass

from ludarena.models.endpoints import Endpoint, endpoint, known_providers
from ludarena.models.errors import UnknownProvider
from ludarena.models.pace import Pace
from ludarena.models.provider import Model
from ludarena.models.retry import RetryPolicy
from ludarena.models.wire import Api

EMBEDDED = "embedded"
_APIS: tuple[Api, ...] = ("chat", "responses", "messages", "gemini")
_FIRST: dict[str, Api] = {"anthropic": "messages", "google": "gemini", "openai": "responses"}


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A provider, the API to speak with it, and the registered model string."""

    provider: str
    api: Api
    name: str

    @property
    def is_embedded(self) -> bool:
        return self.provider == EMBEDDED


def parse_model(text: str) -> ModelChoice:
    """Return the choice that a text names; raise `UnknownProvider`.

    The form is `PROVIDER:NAME` or, to choose the API, `PROVIDER/API:NAME`; `embedded` alone is the
    embedded model. Without an API it is the provider's own, or Chat Completions.

    >>> parse_model("openai:gpt-5")
    ModelChoice(provider='openai', api='responses', name='gpt-5')
    >>> parse_model("openai/chat:gpt-5").api
    'chat'
    """
    if text == EMBEDDED:
        from ludarena.models.embedded import NAME

        return ModelChoice(EMBEDDED, "chat", NAME)
    where, colon, name = text.partition(":")
    provider, _, wanted = where.partition("/")
    if not colon or not name:
        raise UnknownProvider(text, [EMBEDDED, *(f"{known}:NAME" for known in known_providers())])
    for api in _APIS:
        if api == (wanted or _FIRST.get(provider, "chat")):
            return ModelChoice(provider, api, name)
    raise UnknownProvider(where, [f"{provider}/{api}" for api in _APIS])


def open_model(
    choice: ModelChoice,
    *,
    at: Endpoint | None = None,
    stream: bool = True,
    retries: RetryPolicy | None = None,
    pace: Pace | None = None,
) -> Model:
    """Return the model of a choice, at its provider or at the given endpoint (a gateway's).

    At the provider itself it has a pace of its own, unless one is given to be shared. Raise
    `UnknownProvider`, `MissingKey`, `MissingExtra` or, for the embedded model, `MissingWeights`.
    """
    if choice.is_embedded:
        from ludarena.models.embedded import embedded_model

        return embedded_model()
    from ludarena.models.remote import remote_model

    where = at or endpoint(choice.provider)
    where.url(choice.api)
    if at is None:
        pace = pace or Pace()
    return remote_model(where, choice.api, choice.name, stream=stream, retries=retries, pace=pace)
