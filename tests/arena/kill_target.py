"""The process that the kill tests end: it plays a fixed plan, and can end itself in a transaction.

    python -m tests.arena.kill_target FOLDER|URL [--statement N | --schema N]

`--statement N` kills it after the N-th statement that writes rows, inside the transaction;
`--schema N` after the N-th statement that makes a table. It prints how many decisions are
committed, a line whenever that changes.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Mapping

from sqlalchemy import Engine, event

from ludarena.agents import Controller, build_agent
from ludarena.arena.cells import Plan
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store
from ludarena.core import registry
from tests.arena.conftest import TINY_GAMES
from tests.arena.helpers import HEURISTIC, RANDOM, Waiting, plan


def the_plan() -> Plan:
    """Return what is played: sealed blocks, answered at once and with waiting."""
    rosters = [[RANDOM, HEURISTIC, RANDOM], [HEURISTIC, HEURISTIC, RANDOM], [RANDOM] * 3] * 3
    return plan(rosters, game="bids", seed=100)


def waiting_heuristic(kind: str, settings: Mapping[str, object]) -> Controller:
    """Return players of which the heuristic ones wait, as a model would."""
    agent = build_agent(kind, settings)
    return Waiting(agent, lambda request: 0.003) if kind == "heuristic" else agent


class Committed:
    """Counts the decisions in finished transactions, and prints the number when it changes."""

    def __init__(self) -> None:
        self.decisions = 0
        self._waiting = 0

    def wrote(self, statement: str, rows: int) -> None:
        if statement.startswith("INSERT INTO decision"):
            self._waiting += rows

    def begins(self) -> None:
        if self._waiting:
            self.decisions += self._waiting
            self._waiting = 0
            print(self.decisions, flush=True)


def watch(statement_to_die: int | None, table_to_die: int | None) -> None:
    """Count commits, and end this process where it was told to."""
    committed = Committed()
    seen = {"INSERT": 0, "CREATE": 0}
    last = {"INSERT": statement_to_die, "CREATE": table_to_die}

    @event.listens_for(Engine, "begin")
    def begin(_connection: object) -> None:
        committed.begins()

    @event.listens_for(Engine, "after_cursor_execute")
    def executed(
        _connection: object,
        _cursor: object,
        statement: str,
        parameters: object,
        _context: object,
        many: bool,
    ) -> None:
        committed.wrote(statement, len(parameters) if many and isinstance(parameters, list) else 1)
        verb = statement.split(maxsplit=1)[0] if statement.strip() else ""
        if verb in seen:
            seen[verb] += 1
            if seen[verb] == last[verb]:
                os.kill(os.getpid(), signal.SIGKILL)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("place")
    parser.add_argument("--statement", type=int)
    parser.add_argument("--schema", type=int)
    chosen = parser.parse_args()
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the tests may run under nohup
    registry._BUILT_IN.update(TINY_GAMES)
    watch(chosen.statement, chosen.schema)
    print("ready", flush=True)
    with open_store(chosen.place) as store:
        store.freeze(the_plan())
        report = run_matches(store, build=waiting_heuristic, concurrency=2)
    return 130 if report.interrupted else 0 if report.complete else 1


if __name__ == "__main__":
    sys.exit(main())
