"""Calls of the OpenAI library, sent as they were written and past its own client.

The client compares every field with the types of all that could stand there, copies request and
options on their way, and has retries, which are ours. That takes longer than a call takes to write
and to send, and changes nothing in what pydantic-ai writes.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping

import httpx2
from openai import APIConnectionError, APIStatusError, AsyncOpenAI, NotGiven, Omit
from openai.types.chat import ChatCompletion
from openai.types.responses import Response

_HEADERS = {
    "accept": "application/json",
    "accept-encoding": "identity",
    "content-type": "application/json",
}
_TIMES = httpx2.Timeout(None, connect=10.0).as_dict()

Send = Callable[[httpx2.Request], Awaitable[httpx2.Response]]


def send_as_written(client: AsyncOpenAI, send: Send) -> None:
    """Let the client create chat completions and responses by `send`.

    It gets requests with the client's address and key, and returns responses read to their end.
    """
    client.chat.completions.create = _create(client, send, "chat/completions", ChatCompletion)  # type: ignore[assignment, method-assign]
    client.responses.create = _create(client, send, "responses", Response)  # type: ignore[assignment, method-assign]


def _create(
    client: AsyncOpenAI, send: Send, path: str, kind: type[ChatCompletion] | type[Response]
) -> Callable[..., Awaitable[object]]:
    url = client.base_url.join(path)
    fixed = {**_HEADERS, "authorization": f"Bearer {client.api_key}"}

    async def create(
        *,
        timeout: object = None,
        extra_headers: Mapping[str, str] | None = None,
        extra_body: Mapping[str, object] | None = None,
        **fields: object,
    ) -> object:
        """Return the response, a text in its place where it is no JSON."""
        written = {
            name: value for name, value in fields.items() if not isinstance(value, Omit | NotGiven)
        }
        body = json.dumps({**written, **(extra_body or {})}, ensure_ascii=False)
        headers = {**fixed, **(extra_headers or {})}
        request = httpx2.Request(
            "POST", url, headers=headers, content=body.encode(), extensions={"timeout": _TIMES}
        )
        try:
            response = await send(request)
        except httpx2.HTTPError as error:
            raise APIConnectionError(request=request) from error
        found = _read(response)
        if response.status_code >= 400:
            response.request = request
            said = found.get("error", found) if isinstance(found, dict) else found
            raise APIStatusError(f"status {response.status_code}", response=response, body=said)
        return kind.construct(**found) if isinstance(found, dict) else str(found)

    return create


def _read(response: httpx2.Response) -> object:
    """Return the JSON of a body, or its text where it is none."""
    try:
        found: object = response.json()
    except ValueError:
        return response.text
    return found
