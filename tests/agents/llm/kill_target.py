"""An experiment that is killed: models in all four APIs, programs that call them, and searches.

python -m tests.agents.llm.kill_target FOLDER PROVIDER_URL
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from ludarena.arena.cells import Plan
from ludarena.arena.participant import Participant, built_in
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store
from tests.agents.llm.table import plan_of, services
from tests.keys import KEY_ENV

MODELS = {
    "chat": ("openai/chat:scripted-1", "/v1"),
    "responses": ("openai/responses:scripted-1", "/v1"),
    "messages": ("anthropic:scripted-1", "/v1"),
    "gemini": ("google:scripted-1", "/v1beta"),
}


def table_of(api: str, url: str) -> list[Participant]:
    """Return a model of our own loop, two programs that call it, one in streams, and a search."""
    model, tail = MODELS[api]
    at = {"model": model, "base_url": url + tail, "key_env": KEY_ENV}
    program = [sys.executable, "-m", "tests.harness.metered_player", api]
    return [
        built_in(f"{api}-native", "llm", **at),
        built_in(f"{api}-whole", "mcp", command=[*program, "whole"], **at),
        built_in(f"{api}-stream", "mcp", command=[*program, "stream"], **at),
        built_in("search", "ismcts", simulations=4),
    ]


def the_plan(url: str) -> Plan:
    """Return one short match an API."""
    tables = [table_of(api, url) for api in MODELS]
    plan = plan_of(tables[0], game="splendor", options={"turn_limit": 2}, rethinks=3)
    cells = [
        replace(plan.cells[0], index=index, roster=tuple(one.name for one in table))
        for index, table in enumerate(tables)
    ]
    people = {one.name: one for table in tables for one in table}
    return replace(plan, participants=tuple(people.values()), cells=tuple(cells))


def main() -> int:
    folder, url = Path(sys.argv[1]), sys.argv[2]
    with open_store(folder) as store:
        store.freeze(the_plan(url))
        report = run_matches(store, services=services(), concurrency=4)
    return 0 if report.complete else 1


if __name__ == "__main__":
    sys.exit(main())
