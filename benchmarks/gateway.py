"""What the gateway adds to a model call, and whether it loses any: `python -m benchmarks.gateway`.

A scripted provider answers at once, so all time is overhead. Three paths are timed, one call after
another: plain HTTP to the provider, plain HTTP through the gateway, and the model access of the
native loop through the gateway. Then many clients call at the same time, and the ledger is compared
with what the provider counted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import platform
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Literal

import httpx2

from ludarena.models.endpoints import Endpoint, Key
from ludarena.models.gateway import Gateway, GatewayServer, SeatAccess
from ludarena.models.ledger import MemoryLedger, spent
from ludarena.models.provider import Message, Settings
from ludarena.models.remote import ONE_TRY, remote_model
from ludarena.testing.provider import Reply, ScriptedProvider

PROMPT = "You have three white gems and a card of level one. " * 120
REPLY = Reply(text="I need a second bonus first. " * 8 + "\nFinal Answer: take:white+blue+green")
Api = Literal["chat", "responses", "messages", "gemini"]


def provide(pipe: Connection) -> None:
    """Serve a scripted provider in this process until the pipe says otherwise."""
    with ScriptedProvider([REPLY]) as provider:
        pipe.send(provider.url)
        pipe.recv()
        tokens = provider.tokens()
        pipe.send((len(provider.served()), tokens.input, tokens.output))


def timed(call: Callable[[], object], calls: int) -> dict[str, float]:
    """Return the time of a call in milliseconds, after a tenth as many that are not counted.

    `cpu_ms` is processor time of this process, client and gateway together: on a busy machine it is
    the figure to compare.
    """
    for _ in range(calls // 10 + 1):
        call()
    times, cpu = [], time.process_time()
    for _ in range(calls):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return {
        "median_ms": round(statistics.median(times), 2),
        "p95_ms": round(times[int(calls * 0.95)], 2),
        "cpu_ms": round((time.process_time() - cpu) * 1000 / calls, 2),
    }


def plain(base: str, stream: bool) -> Callable[[], object]:
    """Return a call of Chat Completions with a plain HTTP client."""
    client = httpx2.Client(trust_env=False, verify=False)
    body = {"model": "scripted-1", "messages": [{"role": "user", "content": PROMPT}]}
    extra = {"stream": True, "stream_options": {"include_usage": True}} if stream else {}
    return lambda: client.post(
        f"{base}/chat/completions", json={**body, **extra}
    ).raise_for_status()


def native(
    loop: asyncio.AbstractEventLoop, at: Endpoint, api: Api, stream: bool
) -> Callable[[], object]:
    """Return a call through the model access that the native loop uses."""
    model = remote_model(at, api, "scripted-1", stream=stream, retries=ONE_TRY)
    messages = [Message("system", "You play a game."), Message("user", PROMPT)]
    settings = Settings(max_output=500)
    return lambda: loop.run_until_complete(model.reply(messages, settings=settings))


def crowd(base: str, clients: int, calls: int) -> dict[str, float]:
    """Let many clients call at once; return calls a second and how many answers were good."""

    def one(_: int) -> int:
        call = plain(base, stream=False)
        for _ in range(calls):
            call()
        return calls

    start = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        good = sum(pool.map(one, range(clients)))
    seconds = time.perf_counter() - start
    return {"clients": clients, "good": good, "calls_per_s": round(good / seconds, 1)}


def run(calls: int, clients: int) -> dict[str, object]:
    """Run everything and return the figures."""
    context = multiprocessing.get_context("spawn")
    pipe, far = context.Pipe()
    process = context.Process(target=provide, args=(far,), daemon=True)
    process.start()
    url = pipe.recv()
    urls: dict[Api, str] = {
        "chat": url + "/v1",
        "responses": url + "/v1",
        "messages": url + "/v1",
        "gemini": url + "/v1beta",
    }
    endpoint = Endpoint("scripted", urls, Key("real"))
    ledger = MemoryLedger()
    figures: dict[str, object] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "calls": calls,
    }
    with GatewayServer(Gateway(ledger)) as server:
        seat = server.open(SeatAccess("bench/0", endpoint, "scripted-1"))
        base = seat.base_url("chat")
        for stream in (False, True):
            how = "streamed" if stream else "whole"
            figures[f"direct, {how}"] = timed(plain(url + "/v1", stream), calls)
            figures[f"gateway, {how}"] = timed(plain(base, stream), calls)
        with asyncio.Runner() as runner:
            loop = runner.get_loop()
            for api in ("chat", "responses", "messages", "gemini"):
                for stream in (False, True):
                    call = native(loop, seat.endpoint(), api, stream)
                    how = "streamed" if stream else "whole"
                    figures[f"native and gateway, {api}, {how}"] = timed(call, calls)
        figures["crowd"] = crowd(base, clients, max(4, calls // 10))
        pipe.send("stop")
        served, given, taken = pipe.recv()
        rows = ledger.rows()
        total = spent(rows)
        figures["ledger"] = {
            "rows": len(rows),
            "through_gateway": served - 2 * (calls + calls // 10 + 1),
            "tokens": total.total,
            "providers_tokens_all_paths": given + taken,
        }
    process.join(5)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    figures = run(asked.calls, asked.clients)
    if asked.json:
        print(json.dumps(figures, indent=2))
    else:
        for name, value in figures.items():
            print(f"{name:32} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
