"""Models at providers: Chat Completions, Responses, Messages and generateContent, any base URL.

Requests are made and replies are taken apart by pydantic-ai. Usage, model string and response id
are read from the bytes that the provider sent, by the same readers that the gateway uses.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from ludarena.core.errors import MissingExtra
from ludarena.models.endpoints import Endpoint
from ludarena.models.errors import (
    BudgetExhausted,
    ModelError,
    ProviderRejected,
    ProviderUnavailable,
    ReplyTimeout,
)
from ludarena.models.pace import Outcome, Pace
from ludarena.models.provider import (
    Message,
    Model,
    ModelReply,
    Settings,
    Shape,
    Tool,
    ToolCall,
    checked,
)
from ludarena.models.retry import TRANSIENT, RetryPolicy, is_transient, retry_after
from ludarena.models.wire import Api

if TYPE_CHECKING:
    import ssl

    import httpx2
    from pydantic_ai import messages as parts
    from pydantic_ai.models import Model as Library
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

    from ludarena.models.as_written import Send
    from ludarena.models.tee import Record, TeeTransport

ONE_TRY = RetryPolicy(tries=1)
"""For calls through a gateway, which does the retrying."""

_STREAMING: dict[Api, dict[str, object]] = {
    "chat": {"stream": True, "stream_options": {"include_usage": True}},
    "responses": {"stream": True},
    "messages": {"stream": True},
    "gemini": {},  # the address asks for it
}

FOREVER = 10 * 365 * 86400.0


def remote_model(
    endpoint: Endpoint,
    api: Api,
    name: str,
    *,
    stream: bool = True,
    retries: RetryPolicy | None = None,
    pace: Pace | None = None,
) -> Model:
    """Return a model at a provider; raise `MissingExtra` without the library.

    `retries` (by default the default policy) are for faults of the transport only; models of one
    provider should share a pace. Behind a gateway give `ONE_TRY` and no pace: it does both itself.
    """
    try:
        import pydantic_ai  # noqa: F401
    except ImportError as error:
        raise MissingExtra("a language model at a provider", "llm") from error
    return _RemoteModel(endpoint, api, name, stream, retries or RetryPolicy(), pace)


class _Transient(Exception):
    """A fault of the transport that a later try may not meet."""

    def __init__(self, reason: str, status: int, retry_after_s: float | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.retry_after_s = retry_after_s


class _RemoteModel:
    def __init__(
        self,
        endpoint: Endpoint,
        api: Api,
        name: str,
        stream: bool,
        retries: RetryPolicy,
        pace: Pace | None,
    ) -> None:
        from ludarena.models.tee import TeeTransport

        self._endpoint = endpoint
        self._api = api
        self._name = name
        self._streaming = _STREAMING[api] if stream else {}
        self._retries = retries
        self._pace = pace
        transport = TeeTransport(_transport(endpoint), stream=stream)
        self._http = _client(transport)
        self._library = _library(endpoint, api, name, self._http, transport.handle_async_request)

    @property
    def name(self) -> str:
        return self._name

    async def close(self) -> None:
        await self._http.aclose()

    async def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        shape: Shape | None = None,
        settings: Settings | None = None,
        deadline: float | None = None,
    ) -> ModelReply:
        conversation = _conversation(messages)
        parameters = _parameters(tools, shape)
        asked = _settings(settings or Settings(), self._streaming)
        began = time.monotonic()
        until = began + FOREVER if deadline is None else deadline
        try:
            async with asyncio.timeout(until - time.monotonic()):
                return await self._insist(conversation, parameters, asked, began)
        except TimeoutError:
            raise ReplyTimeout(self._name, time.monotonic() - began) from None

    async def _insist(
        self,
        conversation: list[parts.ModelMessage],
        parameters: ModelRequestParameters,
        settings: ModelSettings,
        began: float,
    ) -> ModelReply:
        tries = 0
        while True:
            tries += 1
            try:
                return await self._once(conversation, parameters, settings, tries)
            except _Transient as fault:
                pause = self._retries.pause(tries, fault.retry_after_s)
                left = began + self._retries.seconds - time.monotonic()
                if tries >= self._retries.tries or pause > left:
                    status = fault.status or None
                    raise ProviderUnavailable(self._name, fault.reason, status=status) from None
            await asyncio.sleep(pause)

    async def _once(
        self,
        conversation: list[parts.ModelMessage],
        parameters: ModelRequestParameters,
        settings: ModelSettings,
        tries: int,
    ) -> ModelReply:
        from ludarena.models.tee import RECORD, Record

        ticket = await self._pace.enter() if self._pace else None
        record = Record(self._api)
        token = RECORD.set(record)
        outcome: Outcome = "failed"
        try:
            response = await self._request(conversation, parameters, settings, record)
            outcome = "answered"
        except _Transient as fault:
            outcome = "throttled" if fault.status in (429, 529) else "failed"
            raise
        finally:
            RECORD.reset(token)
            if self._pace and ticket:
                usage = record.reading.usage
                self._pace.leave(
                    ticket,
                    outcome,
                    retry_after_s=retry_after(record.headers) if outcome == "throttled" else None,
                    tokens=usage.total if usage else 0,
                )
        return checked(_reply(response, record, self._name, tries))

    async def _request(
        self,
        conversation: list[parts.ModelMessage],
        parameters: ModelRequestParameters,
        settings: ModelSettings,
        record: Record,
    ) -> parts.ModelResponse | None:
        """Return the library's reading of the reply; None when it could make nothing of it."""
        from pydantic_ai import exceptions
        from pydantic_ai.direct import model_request

        try:
            return await model_request(
                self._library,
                conversation,
                model_settings=settings,
                model_request_parameters=parameters,
            )
        except exceptions.ModelHTTPError as error:
            raise self._http_error(error.status_code, record) from None
        except exceptions.ModelConnectionError as error:
            raise _Transient(type(error).__name__, 0, None) from None
        except exceptions.UnexpectedModelBehavior:
            if record.reading.usage is None and record.reading.finish == "unknown":
                raise _Transient("the reply could not be read", record.status, None) from None
            return None
        except exceptions.ModelAPIError as error:
            raise self._http_error(record.status, record, type(error).__name__) from None

    def _http_error(self, status: int, record: Record, reason: str = "") -> Exception:
        """Return the error for a status, or for an error that came within a stream."""
        body = self._endpoint.key.hide_in(record.raw)
        shown = f"status {status}: {_message(body)}" if status >= 400 else reason
        failure = record.headers.get("x-ludarena-failure", "")
        if failure == "budget_exhausted":
            return BudgetExhausted(_message(body))
        if failure == "timeout":
            return ReplyTimeout(self._name, time.monotonic() - record.begun)
        if failure == "unreachable":
            return ProviderUnavailable(self._name, _message(body), status=status)
        if is_transient(status, body) or status < 400:
            return _Transient(shown, status, retry_after(record.headers))
        rejected: type[ModelError] = (
            ProviderUnavailable if status in TRANSIENT else ProviderRejected
        )
        return rejected(self._name, shown, status=status)  # type: ignore[call-arg]


@cache
def _certificates() -> ssl.SSLContext:
    """Return what all clients trust; reading it takes longer than a call to the gateway."""
    import httpx2

    return httpx2.create_ssl_context()


def _client(transport: TeeTransport) -> httpx2.AsyncClient:
    import httpx2

    return httpx2.AsyncClient(
        transport=transport,
        timeout=httpx2.Timeout(FOREVER, connect=10.0),
        headers={"accept-encoding": "identity"},
    )


def _transport(endpoint: Endpoint) -> httpx2.AsyncBaseTransport:
    import httpx2

    from ludarena.models.carried import CarrierTransport

    if endpoint.carrier is not None:
        return CarrierTransport(endpoint.carrier)
    bounds = httpx2.Limits(max_connections=None, max_keepalive_connections=64)
    return httpx2.AsyncHTTPTransport(limits=bounds, verify=_certificates())


def _library(
    endpoint: Endpoint, api: Api, name: str, http: httpx2.AsyncClient, send: Send
) -> Library:
    """Return the library's model for an API, without retries of its own."""
    key, base = endpoint.key.reveal() or "none", endpoint.url(api)
    if api == "messages":
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        # The library of this API adds the version to the path itself.
        root = base.removesuffix("/v1")
        anthropic = AsyncAnthropic(api_key=key, base_url=root, http_client=http, max_retries=0)
        return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=anthropic))
    if api == "gemini":
        from pydantic_ai.models.google import GoogleModel
        from pydantic_ai.providers.google import GoogleProvider

        root = base.removesuffix("/v1beta")
        google = GoogleProvider(api_key=key, base_url=root, http_client=http)
        return GoogleModel(name, provider=google)
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    from ludarena.models.as_written import send_as_written

    client = AsyncOpenAI(api_key=key, base_url=base, http_client=http, max_retries=0)
    send_as_written(client, send)
    if endpoint.name == "openai":  # the vendor itself, or a gateway before it
        openai = OpenAIProvider(openai_client=client)
        if api == "responses":
            return OpenAIResponsesModel(name, provider=openai)
        return OpenAIChatModel(name, provider=openai)
    other = OpenAICompatibleProvider(endpoint.name, openai_client=client)
    if api == "responses":
        return OpenAIResponsesModel(name, provider=other)
    return OpenAIChatModel(name, provider=other)


def _conversation(messages: Sequence[Message]) -> list[parts.ModelMessage]:
    from pydantic_ai import messages as kinds

    conversation: list[parts.ModelMessage] = []
    asked: list[parts.ModelRequestPart] = []
    for message in messages:
        if message.role == "assistant":
            if asked:
                conversation.append(kinds.ModelRequest(parts=asked))
                asked = []
            said: list[parts.ModelResponsePart] = []
            if message.text:
                said.append(kinds.TextPart(message.text))
            said += [kinds.ToolCallPart(c.name, c.arguments, c.id) for c in message.calls]
            conversation.append(kinds.ModelResponse(parts=said))
        elif message.role == "system":
            asked.append(kinds.SystemPromptPart(message.text))
        elif message.role == "tool":
            asked.append(kinds.ToolReturnPart(message.tool, message.text, message.call_id))
        else:
            asked.append(kinds.UserPromptPart(message.text))
    if asked:
        conversation.append(kinds.ModelRequest(parts=asked))
    return conversation


def _parameters(tools: Sequence[Tool], shape: Shape | None) -> ModelRequestParameters:
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    offered = [
        ToolDefinition(
            name=tool.name,
            description=tool.description,
            parameters_json_schema=dict(tool.parameters),
        )
        for tool in tools
    ]
    if shape is None:
        return ModelRequestParameters(function_tools=offered)
    return ModelRequestParameters(
        function_tools=offered,
        output_mode="native",
        output_object=OutputObjectDefinition(json_schema=dict(shape.schema), name=shape.name),
    )


def _settings(asked: Settings, streaming: Mapping[str, object]) -> ModelSettings:
    """Return the library's settings; `streaming` are fields of the body that ask for a stream."""
    settings: ModelSettings = {"timeout": FOREVER}
    if asked.max_output is not None:
        settings["max_tokens"] = asked.max_output
    if asked.temperature is not None:
        settings["temperature"] = asked.temperature
    if asked.top_p is not None:
        settings["top_p"] = asked.top_p
    if asked.seed is not None:
        settings["seed"] = asked.seed
    if asked.effort is not None:
        settings["thinking"] = False if asked.effort == "none" else asked.effort
    if asked.must_call:
        settings["tool_choice"] = "required"
    if asked.extra or streaming:
        settings["extra_body"] = {**streaming, **asked.extra}
    return settings


def _reply(
    response: parts.ModelResponse | None, record: Record, name: str, tries: int
) -> ModelReply:
    from pydantic_ai import messages as kinds

    found = list(response.parts) if response is not None else []
    reading = record.reading
    return ModelReply(
        text="".join(part.content for part in found if isinstance(part, kinds.TextPart)),
        calls=tuple(
            ToolCall(part.tool_call_id, part.tool_name, part.args_as_json_str())
            for part in found
            if isinstance(part, kinds.ToolCallPart)
        ),
        finish=reading.finish,
        usage=reading.usage,
        response_id=reading.response_id,
        model=reading.model or name,
        reasoning="\n".join(part.content for part in found if isinstance(part, kinds.ThinkingPart)),
        raw=record.raw.decode("utf-8", "replace"),
        first_token_s=record.first_token_s,
        latency_s=time.monotonic() - record.begun,
        tries=tries,
    )


def _message(body: bytes) -> str:
    """Return the message in the body of an error, else the beginning of the body."""
    import json

    text = body.decode("utf-8", "replace")
    with contextlib.suppress(ValueError, KeyError, TypeError):
        text = str(json.loads(body)["error"]["message"])
    return text if len(text) <= 300 else text[:297] + "..."
