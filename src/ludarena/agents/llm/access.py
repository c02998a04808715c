"""Models for one seat: how they are named, opened and metered."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Protocol, runtime_checkable

from ludarena.agents.controller import Controller, ModelResponse, Record
from ludarena.agents.llm.scripted import require_rule, scripted_model
from ludarena.models.choose import EMBEDDED, ModelChoice, open_model, parse_model
from ludarena.models.endpoints import Endpoint, endpoint, require_api
from ludarena.models.errors import FailedReply, UnknownProvider
from ludarena.models.ledger import LedgerRow, row_of_reply
from ludarena.models.limits import Amount, Budget, Limits, hold
from ludarena.models.provider import Message, Model, ModelReply, Settings, Shape, Tool
from ludarena.models.wire import Api

COMPATIBLE = "openai-compatible"
SCRIPTED = "scripted"

NATIVE = "native"
"""The source of calls that our own loop makes."""

_MOST_OUTPUT = 4_096


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model as a participant registers it.

    `registered` is the string of the configuration, such as `openai:NAME`; `base_url` another
    address of the same API, `key_env` the environment variable that holds the key (None: the
    provider's usual one), `snapshot` the dated string that a provider may return in its place.
    """

    registered: str
    choice: ModelChoice
    base_url: str = ""
    key_env: str | None = None
    snapshot: str | None = None

    @property
    def here(self) -> bool:
        """Return whether the model runs in this process, so that no gateway carries its calls."""
        return self.choice.provider in (EMBEDDED, SCRIPTED)

    def endpoint(self) -> Endpoint:
        """Return where the model is; raise `UnknownProvider` or `MissingKey`."""
        if not self.base_url:
            return endpoint(self.choice.provider, key_variable=self.key_env)
        urls: dict[Api, str] = {self.choice.api: self.base_url}
        return endpoint(self.choice.provider, urls=urls, key_variable=self.key_env or "")


def model_spec(
    registered: str, base_url: str = "", key_env: str | None = None, snapshot: str | None = None
) -> ModelSpec:
    """Return the model that a string names; raise `UnknownProvider`.

    Forms: `PROVIDER:NAME`, `PROVIDER/API:NAME`, `openai-compatible:NAME` (with a base URL),
    `embedded:smollm2`, and `scripted:first`, `scripted:last` or `scripted:any`, which play
    without a model.
    """
    provider, _, name = registered.partition(":")
    if provider == EMBEDDED:
        if name not in ("", "smollm2"):
            raise UnknownProvider(registered, [f"{EMBEDDED}:smollm2"])
        return ModelSpec(registered, parse_model(EMBEDDED))
    if provider == SCRIPTED:
        require_rule(name)
        return ModelSpec(registered, ModelChoice(SCRIPTED, "chat", name))
    choice = parse_model(registered)
    if choice.provider == COMPATIBLE and not base_url:
        raise UnknownProvider(f"{registered} without base_url", [f"{COMPATIBLE}:NAME + base_url"])
    if not base_url:
        require_api(choice.provider, choice.api)
    return ModelSpec(registered, choice, base_url, key_env, snapshot)


def default_prompts(spec: ModelSpec) -> str:
    """Return the name of the prompts that a model gets when its participant names none."""
    return "compact" if spec.choice.is_embedded else "standard"


def open_spec(spec: ModelSpec) -> Model:
    """Return the model itself, not through a gateway; raises as `open_model` does."""
    if spec.choice.provider == SCRIPTED:
        return scripted_model(spec.choice.name)
    if spec.choice.provider == EMBEDDED:
        return open_model(spec.choice)
    return open_model(spec.choice, at=spec.endpoint())


@dataclass(slots=True)
class Till:
    """Where responses of one role of a seat go: the record of the decision in hand.

    `prompt` is what was asked last, and `head` its beginning that others share; `last` the provider
    and id of the last response. `prices` is the digest of the prices that costs are made with.
    `fault` is why a row could not be kept.
    """

    role: str
    prices: str = ""
    record: Record | None = None
    prompt: str = ""
    head: str = ""
    last: tuple[str, str] = ("", "")
    fault: Exception | None = None

    def take(self, row: LedgerRow) -> None:
        """Record a row of a ledger; nothing when no decision was ever in hand."""
        response = response_of(row, self.prompt, self.prices, self.head)
        self.last = (response.provider, response.id)
        if self.record is not None:
            self.record(response)

    def keep(self, row: LedgerRow) -> None:
        """Record a row before its reply is passed on; `check` then raises what went wrong."""
        try:
            self.take(row)
        except Exception as error:  # noqa: BLE001 - raised by `check`
            self.fault = error

    def check(self) -> None:
        """Raise why a row could not be kept."""
        fault, self.fault = self.fault, None
        if fault is not None:
            raise fault


class Line(Protocol):
    """A model as one role of one seat has it; every response is recorded on arrival."""

    @property
    def spec(self) -> ModelSpec: ...

    async def ask(
        self,
        record: Record,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        shape: Shape | None = None,
        settings: Settings | None = None,
        deadline: float | None = None,
    ) -> ModelReply:
        """Return a reply as `Model.reply` does."""

    async def close(self) -> None:
        """Give back what the line holds."""


class Venue(Protocol):
    """What a run offers to its players beside requests."""

    def line(self, spec: ModelSpec, place: Place, role: str) -> Line:
        """Return a line to a model; raises as `open_model` does."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player sits: the id of the match, its seat, the game, the venue, the attempt.

    `participant` is the name under which it plays. `limits` bound what the seat may use in the
    match, `spent` is what it used before.
    """

    match: str
    seat: int
    game: str
    venue: Venue
    limits: Limits = field(default_factory=Limits)
    spent: Amount = field(default_factory=Amount)
    attempt: int = 1
    participant: str = ""


@runtime_checkable
class Joining(Controller, Protocol):
    """A controller that needs a place in a run: for its models, or to be reached by a program."""

    def join(self, place: Place) -> None:
        """Take the place; called once, before the first decision."""

    def models(self) -> Sequence[ModelSpec]:
        """Return all models that it may call."""

    def limits(self) -> Limits:
        """Return what it may use in one match."""


@dataclass(slots=True)
class MeteredLine:
    """A line over a model.

    `metered` says that a gateway writes each response down first, through the till, and keeps
    budgets and pace. Models without a gateway run here and cost nothing.
    """

    spec: ModelSpec
    model: Model
    till: Till
    metered: bool = False
    budgets: tuple[Budget, ...] = ()
    closing: Callable[[], None] | None = None

    async def ask(
        self,
        record: Record,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        shape: Shape | None = None,
        settings: Settings | None = None,
        deadline: float | None = None,
    ) -> ModelReply:
        self.till.record, self.till.prompt = record, written(messages)
        self.till.head = written_head(messages)
        began = time.monotonic()
        held = await hold(self.budgets, self._worst(settings))
        used = Amount()
        try:
            reply = await self.model.reply(
                messages, tools=tools, shape=shape, settings=settings, deadline=deadline
            )
            used = self._keep(reply)
        except FailedReply as failed:
            used = self._keep(failed.reply)
            raise
        finally:
            held.settle(Amount(used.requests, used.tokens, seconds=time.monotonic() - began))
        return reply

    def _worst(self, settings: Settings | None) -> Amount:
        """Return the most that a call can use; a token stands for at least one byte."""
        output = settings.max_output if settings else None
        size = len(self.till.prompt.encode()) + (output or _MOST_OUTPUT)
        return Amount(requests=1, tokens=size)

    def _keep(self, reply: ModelReply) -> Amount:
        """Record the reply and its texts; return what it used."""
        if not self.metered:
            self.till.take(self._row(reply))
        self.till.check()
        provider, key = self.till.last
        if self.till.record is not None and key:
            said = spoken(reply)
            self.till.record(
                ModelResponse(id=key, provider=provider, model=reply.model, reply=said)
            )
        return Amount(requests=1, tokens=reply.usage.total if reply.usage else 0)

    def _row(self, reply: ModelReply) -> LedgerRow:
        choice = self.spec.choice
        row = row_of_reply(
            reply,
            seat=self.till.role,
            model=choice.name,
            provider=choice.provider,
            api=choice.api,
            source="here" if self.spec.here else NATIVE,
            role=self.till.role,
        )
        return replace(row, cost=Decimal(0)) if self.spec.here else row

    async def close(self) -> None:
        await self.model.close()
        if self.closing is not None:
            self.closing()


class Direct:
    """A venue without a gateway: models are called where they are."""

    def line(self, spec: ModelSpec, place: Place, role: str) -> Line:
        return MeteredLine(spec, open_spec(spec), Till(role))


def written(messages: Sequence[Message]) -> str:
    """Return a prompt as one text for the record."""
    return "\n\n".join(f"[{message.role}]\n{message.text}" for message in messages)


def written_head(messages: Sequence[Message]) -> str:
    """Return the beginning of `written` that all decisions of a seat share, where there is one."""
    if len(messages) < 2 or messages[0].role != "system":
        return ""
    return written(messages[:1])


def spoken(reply: ModelReply) -> str:
    """Return a reply as one text for the record: thinking, words, calls."""
    parts = [f"[reasoning]\n{reply.reasoning}"] if reply.reasoning else []
    if reply.text:
        parts.append(reply.text)
    parts += [f"[call] {call.name} {call.arguments}" for call in reply.calls]
    return "\n\n".join(parts)


def response_of(
    row: LedgerRow, prompt: str = "", prices: str = "", head: str = ""
) -> ModelResponse:
    """Return the response that a row of a ledger tells of."""
    usage = row.usage
    return ModelResponse(
        id=row.response_id or row.call_id or uuid.uuid4().hex,
        provider=row.provider,
        model=row.returned or row.asked,
        prompt=prompt,
        prompt_head=head,
        input_tokens=usage.input if usage else 0,
        cached_tokens=usage.cached if usage else 0,
        cache_written_tokens=usage.cache_write if usage else 0,
        output_tokens=usage.output if usage else 0,
        reasoning_tokens=(usage.reasoning or 0) if usage else 0,
        seconds=row.latency_s,
        status=row.fault or "ok",
        extra={
            "role": row.role,
            "source": row.source,
            "registered": row.model,
            "drift": row.drift,
            "finish": row.finish,
            "tries": row.tries,
            "waited_s": round(row.waited_s, 6),
            "first_token_s": row.first_token_s,
            "usage_known": usage is not None and not row.partial,
            "reasoning_known": usage is not None and usage.reasoning is not None,
            "cost": None if row.cost is None else str(row.cost),
            "currency": row.currency,
            "prices": prices,
        },
    )
