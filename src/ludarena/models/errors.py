"""Errors of model access: a provider, a reply, a limit or a price is to blame."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludarena.core.errors import LudarenaError, suggestion

if TYPE_CHECKING:
    from ludarena.models.provider import ModelReply


class ModelError(LudarenaError):
    """Base of errors about models, their providers, their prices and their limits."""


class InvalidUsage(ModelError):
    """Counts of tokens that contradict one another."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"these counts of tokens cannot be right: {reason}")
        self.reason = reason


class UnreadableBody(ModelError):
    """A body from a provider that is no reply of the API it was asked in."""

    def __init__(self, api: str, reason: str) -> None:
        super().__init__(f"the provider's answer is no reply of the {api} API: {reason}")
        self.api = api
        self.reason = reason


class FailedReply(ModelError):
    """Base of replies that arrived and cannot be used; `reply` holds what arrived and its usage."""

    def __init__(self, message: str, reply: ModelReply) -> None:
        super().__init__(message)
        self.reply = reply


class RefusedReply(FailedReply):
    """The model, or a filter of its provider, declined to answer."""

    def __init__(self, reply: ModelReply) -> None:
        super().__init__(f"{reply.model} declined to answer", reply)


class TruncatedReply(FailedReply):
    """The reply ended at the limit of output tokens."""

    def __init__(self, reply: ModelReply) -> None:
        spent = f" after {reply.usage.output} tokens" if reply.usage else ""
        super().__init__(
            f"the reply of {reply.model} was cut off{spent}; allow more output tokens", reply
        )


class EmptyReply(FailedReply):
    """The reply holds neither text nor a tool call."""

    def __init__(self, reply: ModelReply) -> None:
        super().__init__(f"{reply.model} answered with nothing", reply)


class ReplyTimeout(ModelError):
    """The time for one reply ran out before it was complete."""

    def __init__(self, model: str, seconds: float) -> None:
        super().__init__(f"{model} did not answer within {seconds:.1f} s; allow more time")
        self.model = model
        self.seconds = seconds


class ProviderUnavailable(ModelError):
    """A provider that could not be reached or kept failing, retries included."""

    def __init__(self, model: str, reason: str, *, status: int | None = None) -> None:
        super().__init__(f"the provider of {model} is unavailable: {reason}; try again later")
        self.model = model
        self.reason = reason
        self.status = status


class ProviderRejected(ModelError):
    """A request that the provider will never accept: a wrong key, name, setting or size."""

    def __init__(self, model: str, reason: str, *, status: int | None = None) -> None:
        super().__init__(
            f"the provider of {model} rejects the request: {reason}; "
            "check the key, the name of the model and its settings"
        )
        self.model = model
        self.reason = reason
        self.status = status


class MissingKey(ModelError):
    """An environment variable that should hold a key and does not."""

    def __init__(self, provider: str, variable: str) -> None:
        super().__init__(f"provider {provider!r} needs a key: set the variable {variable}")
        self.provider = provider
        self.variable = variable


class UnknownProvider(ModelError):
    """A provider or API that is not known."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        super().__init__(
            f"no provider is called {name!r}{suggestion(name, names)}; known: {', '.join(names)}"
        )
        self.name = name


class BudgetExhausted(ModelError):
    """A limit that the next call could exceed; nothing was sent.

    `limit` is `requests`, `tokens`, `money` or `seconds`; it and `budget` are empty where only a
    gateway knows them.
    """

    def __init__(self, message: str, *, budget: str = "", limit: str = "") -> None:
        super().__init__(message)
        self.budget = budget
        self.limit = limit


class UnboundedCall(ModelError):
    """A call whose worst case is not known, although a limit depends on it."""

    def __init__(self, model: str, missing: str) -> None:
        super().__init__(
            f"a limit on tokens or money needs to know the most that a call to {model} can use; "
            f"give {missing}"
        )
        self.model = model
        self.missing = missing


class PriceError(ModelError):
    """Base of errors about prices."""


class MissingPrice(PriceError):
    """A model that no price table in use holds."""

    def __init__(self, model: str, tables: Iterable[str], known: Iterable[str]) -> None:
        names = sorted(known)
        where = ", ".join(tables) or "no table"
        super().__init__(
            f"no price for model {model!r} in {where}{suggestion(model, names)}; "
            "add it to a price table (`ludarena prices propose` writes a draft)"
        )
        self.model = model


class InvalidPrices(PriceError):
    """A price table that cannot be read or contradicts itself."""

    def __init__(self, table: str, reason: str) -> None:
        super().__init__(f"price table {table}: {reason}")
        self.table = table
        self.reason = reason
