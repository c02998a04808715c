"""Small plans, runs and players for the tests of the arena."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ludarena.agents import Controller, Reply, Request, build_agent
from ludarena.arena.cells import Cell, MatchSetup, Plan
from ludarena.arena.export import export
from ludarena.arena.participant import Participant, built_in
from ludarena.arena.place import place_of
from ludarena.arena.protocol import Protocol
from ludarena.arena.record import Event, SeatResult
from ludarena.arena.runner import RunReport, run_matches
from ludarena.arena.store import Reader, open_store, read_store
from ludarena.arena.store.dialect import writing_engine
from ludarena.core.options import OptionValue, resolve
from ludarena.core.registry import load_game

RANDOM = built_in("rand", "random")
HEURISTIC = built_in("heur", "heuristic")

Build = Callable[[str, Mapping[str, object]], Controller]


def scripted(name: str, *replies: str | list[str]) -> Participant:
    """Return a participant that replies from a list."""
    return built_in(name, "scripted", replies=list(replies))


def setup(
    game: str, seats: int, seed: int = 7, options: Mapping[str, OptionValue] | None = None
) -> MatchSetup:
    """Return the set-up of a match."""
    found = load_game(game)
    return MatchSetup(
        game=game,
        rules_version=found.rules_version,
        seats=seats,
        options=resolve(game, found.options, options or {}),
        seed=seed,
    )


def plan(
    rosters: Sequence[Sequence[Participant]],
    *,
    game: str = "echoes",
    protocol: Protocol | None = None,
    seed: int = 7,
    options: Mapping[str, OptionValue] | None = None,
) -> Plan:
    """Return a plan of one match a roster; seeds count up from `seed`."""
    people = {one.name: one for roster in rosters for one in roster}
    cells = tuple(
        Cell(
            index=index,
            setup=setup(game, len(roster), seed + index, options),
            roster=tuple(one.name for one in roster),
            stratum=f"{game}/{len(roster)}",
        )
        for index, roster in enumerate(rosters)
    )
    return Plan(
        name="test",
        design={"kind": "list", "game": game, "matches": len(cells)},
        participants=tuple(people.values()),
        protocol=protocol or Protocol(),
        cells=cells,
    )


def run(
    where: Path | str, of: Plan, *, build: Build = build_agent, concurrency: int = 1
) -> RunReport:
    """Freeze a plan in a folder and play it."""
    with open_store(where) as store:
        store.freeze(of)
        return run_matches(store, build=build, concurrency=concurrency)


def canonical(where: Path | str) -> str:
    """Return the canonical export of a run."""
    out = io.StringIO()
    with read_store(where) as reader:
        export(reader, out, canonical=True)
    return out.getvalue()


def log_of(reader: Reader, match: str = "0") -> list[Event]:
    """Return the events of a match's attempt that counts, or of its last one."""
    attempt = reader.current_attempt(reader.find(match))
    assert attempt is not None
    return reader.events(attempt.key)


def results_of(reader: Reader, match: str = "0") -> list[SeatResult]:
    """Return the results of a finished match."""
    attempt = reader.current_attempt(reader.find(match))
    assert attempt is not None
    return reader.seat_results(attempt.key)


def acts(events: Sequence[Event]) -> list[tuple[str, int]]:
    """Return (act, seat) of each event that is not an ordinary action."""
    return [(one.act, one.seat) for one in events if one.act != "action"]


class Waiting:
    """A player that waits before it lets another one answer, as a model would."""

    immediate = False

    def __init__(self, inner: Controller, seconds: Callable[[Request], float]) -> None:
        self._inner = inner
        self._seconds = seconds

    async def decide(self, request: Request) -> Reply:
        await asyncio.sleep(self._seconds(request))
        return await self._inner.decide(request)

    async def close(self) -> None:
        await self._inner.close()


class Spy:
    """A player that keeps every request and lets another one answer."""

    immediate = True

    def __init__(self, inner: Controller) -> None:
        self._inner = inner
        self.requests: list[Request] = []
        self.closed = False

    async def decide(self, request: Request) -> Reply:
        self.requests.append(request)
        return await self._inner.decide(request)

    async def close(self) -> None:
        self.closed = True


def change(where: Path | str, *statements: str) -> None:
    """Change a stored run behind the arena's back, with statements as SQLite writes them."""
    engine = writing_engine(place_of(where))
    with engine.connect() as connection, connection.begin():
        for statement in statements:
            connection.exec_driver_sql(as_spoken_by(engine.dialect.name, statement))
    engine.dispose()


def as_spoken_by(dialect: str, statement: str) -> str:
    """Return a statement of SQLite in the words of another database."""
    if dialect == "sqlite":
        return statement
    statement = re.sub(r"x'([0-9a-f]*)'", r"decode('\1', 'hex')", statement)
    statement = re.sub(r"zeroblob\((\d+)\)", r"decode(repeat('00', \1), 'hex')", statement)
    truths = {"0": "false", "1": "true"}
    return re.sub(
        r"(stand_in|forfeited) = ([01])",
        lambda found: f"{found[1]} = {truths[found[2]]}",
        statement,
    )
