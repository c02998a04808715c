"""Requests of the OpenAI library as they were written, without its own pass over their fields.

It compares every field with the types of all that could stand there. That takes longer than to
write and send a request, and leaves what pydantic-ai writes as it is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from openai import AsyncOpenAI, NotGiven, Omit
from openai.types.chat import ChatCompletion
from openai.types.responses import Response


def send_as_written(client: AsyncOpenAI) -> AsyncOpenAI:
    """Return the client; its chat completions and responses are sent as they are from now on."""
    client.chat.completions.create = _create(client, "/chat/completions", ChatCompletion)  # type: ignore[assignment, method-assign]
    client.responses.create = _create(client, "/responses", Response)  # type: ignore[assignment, method-assign]
    return client


def _create(
    client: AsyncOpenAI, path: str, kind: type[ChatCompletion] | type[Response]
) -> Callable[..., Awaitable[ChatCompletion | Response]]:
    async def create(
        *,
        timeout: float | None,
        extra_headers: Mapping[str, str | Omit] | None = None,
        extra_body: Mapping[str, object] | None = None,
        **fields: object,
    ) -> ChatCompletion | Response:
        written = {
            name: value for name, value in fields.items() if not isinstance(value, Omit | NotGiven)
        }
        return await client.post(
            path,
            cast_to=kind,
            body=written,
            options={
                "headers": extra_headers or {},
                "extra_json": extra_body or {},
                "timeout": timeout,
                "security": {"bearer_auth": True},
            },
        )

    return create
