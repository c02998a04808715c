"""A program that the arena starts: its seat and its model are in its environment."""

from __future__ import annotations

import sys
from typing import Any

from ludarena.arena.participant import built_in
from ludarena.arena.store import read_store
from ludarena.testing.provider import Reply, ScriptedProvider
from tests.harness.table import RANDOM, match

ASKS = """
import json, os, urllib.request
assert "ARENA_SECRET_KEY" not in os.environ
request = urllib.request.Request(
    os.environ["OPENAI_BASE_URL"] + "/chat/completions",
    data=json.dumps({"model": os.environ["LUDARENA_MODEL"], "messages": []}).encode(),
    headers={"Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]},
)
urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request).read()
from tests.harness.player import asyncio, main
asyncio.run(main())
"""


def test_program_finds_its_seat_and_its_model_and_is_metered(tmp_path, monkeypatch):
    monkeypatch.setenv("ARENA_SECRET_KEY", "not for programs")
    with ScriptedProvider([Reply(text="hello")]) as provider:
        who = built_in(
            "program",
            "mcp",
            command=[sys.executable, "-c", ASKS],
            model="openai/chat:scripted-1",
            base_url=provider.base_url("chat"),
            harness="ours",
            version="7",
        )
        with match(tmp_path / "run", [who, RANDOM]) as played:
            pass
        truth = provider.tokens()
    assert (who.harness, who.harness_version, who.model) == ("ours", "7", "openai/chat:scripted-1")
    assert played.report is not None and played.report.complete
    with read_store(played.folder) as reader:
        (call,) = reader.calls()
    assert (call["input_tokens"], call["output_tokens"]) == (truth.input, truth.output)


def test_program_that_ends_without_acting_is_a_failure_of_the_harness(tmp_path):
    who = built_in("program", "mcp", command=[sys.executable, "-c", "raise SystemExit(4)"])
    protocol: dict[str, Any] = {"rethinks": 0, "on_failure": "void", "attempts": 1}
    with match(tmp_path / "run", [who, RANDOM], **protocol) as played:
        pass
    (failed,) = played.failed()
    assert failed.kind == "harness_error"
    assert failed.detail == "the program ended with status 4 and did not act"
