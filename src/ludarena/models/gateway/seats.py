"""A seat of the gateway: who calls, which models it may call, what it may spend."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from ludarena.models.endpoints import Carrier, Endpoint, Key
from ludarena.models.errors import ModelError, UnboundedCall
from ludarena.models.limits import Amount, Budget
from ludarena.models.prices import Prices
from ludarena.models.wire import Api, Request

PROVIDERS_OWN_TOKENS = 1024
"""More than the hidden texts (templates, instructions for tools) that providers add to a prompt."""


class ForbiddenModel(ModelError):
    """A request for a model that the seat was not given."""

    def __init__(self, model: str, allowed: Sequence[str]) -> None:
        super().__init__(f"this seat may not use {model!r}, only: {', '.join(allowed)}")
        self.model = model


class Barred(ModelError):
    """A call at a moment when the seat may not call."""


def _nothing() -> str:
    return ""


@dataclass(frozen=True, slots=True)
class SeatWatch:
    """Whoever opened a seat, asked before each call and told of each that is turned away.

    `barred` returns why no call may go out now, empty when one may; it is called from the
    gateway's thread. `refused` grows by the kind and message of every refusal of the gateway.
    """

    barred: Callable[[], str] = _nothing
    refused: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SeatAccess:
    """What one caller may do.

    `label` and `role` name the caller in the ledger. `model` is the registered model string;
    `also` are others that it may ask for, such as the small model of an agent program. A reply is
    drift when its model is neither asked for nor in `snapshots`. `max_output` bounds the output
    of a request that names no bound, `context` the input of one that refers to stored input; both
    are needed only where a budget limits tokens or money. A call takes at most `call_seconds`,
    tries and pauses included. Without `prices` no cost is computed. `watch` may bar calls.
    """

    label: str
    endpoint: Endpoint
    model: str
    also: tuple[str, ...] = ()
    snapshots: tuple[str, ...] = ()
    role: str = "player"
    budgets: tuple[Budget, ...] = ()
    prices: Prices | None = None
    max_output: int | None = None
    context: int | None = None
    call_seconds: float = 1200.0
    source: str = "gateway"
    watch: SeatWatch | None = None

    def check(self) -> None:
        """Raise `MissingPrice` for a model without a price, before anything is paid."""
        if self.prices is not None:
            self.prices.require([self.model, *self.also])

    def allow(self, model: str) -> None:
        """Raise `Barred`, or `ForbiddenModel` unless the seat may ask for this model."""
        reason = self.watch.barred() if self.watch else ""
        if reason:
            raise Barred(reason)
        allowed = [self.model, *self.also]
        if model not in allowed:
            raise ForbiddenModel(model, allowed)

    def refuse(self, kind: str, message: str) -> None:
        """Note that the gateway turned a call away."""
        if self.watch is not None:
            self.watch.refused.append((kind, message))

    def is_drift(self, asked: str, returned: str) -> bool:
        """Tell whether a reply names another model than the registered ones."""
        return bool(returned) and returned != asked and returned not in self.snapshots

    def worst_case(self, request: Request, size: int, seconds: float) -> Amount:
        """Return the most that a call of so many seconds can use; `size` is that of its body.

        A token stands for at least one byte, so a body cannot hold more tokens than bytes; what
        providers add of their own stays below `PROVIDERS_OWN_TOKENS`. Raise `UnboundedCall` where
        a budget needs a bound that is not known.
        """
        for budget in self.budgets:
            seconds = budget.grant(seconds)
        if not any(budget.limits.bounds_size for budget in self.budgets):
            return Amount(requests=1, seconds=seconds)
        output = request.max_output if request.max_output is not None else self.max_output
        if output is None:
            raise UnboundedCall(request.model, "a limit of output tokens (max_output)")
        given = size + PROVIDERS_OWN_TOKENS
        if self.context is not None:
            given = min(given, self.context)
        if request.hidden_input:
            if self.context is None:
                raise UnboundedCall(request.model, "the length of its context (context)")
            given = self.context
        money = Decimal(0)
        if self.prices is not None:
            money = self.prices.most(request.model, given, output)
        elif any(budget.limits.money is not None for budget in self.budgets):
            raise UnboundedCall(request.model, "prices")
        return Amount(requests=1, tokens=given + output, money=money, seconds=seconds)


@dataclass(frozen=True, slots=True)
class Seat:
    """An open seat: its access, where it is served, and who carries calls of this process."""

    access: SeatAccess
    base: str
    token: str = field(repr=False)
    carrier: Carrier | None = field(default=None, repr=False)

    def base_url(self, api: Api) -> str:
        """Return the base URL to give to a client library or an agent program of this API."""
        root = f"{self.base}/seat/{self.token}"
        return f"{root}/v1" if api in ("chat", "responses") else root

    def endpoint(self) -> Endpoint:
        """Return the gateway as an endpoint for model access of our own, with a dummy key."""
        root = f"{self.base}/seat/{self.token}"
        urls: dict[Api, str] = {
            api: f"{root}/v1beta" if api == "gemini" else f"{root}/v1"
            for api in self.access.endpoint.urls
        }
        return Endpoint(self.access.endpoint.name, urls, Key("no-key-needed"), carrier=self.carrier)
