"""Changes of what a server holds are found as those of a folder are, or refused by the server.

Each change is made in a transaction that is rolled back, so one run serves all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from ludarena.arena.place import place_of
from ludarena.arena.protocol import Protocol
from ludarena.arena.reconcile import reconcile
from ludarena.arena.store.dialect import writing_engine
from ludarena.arena.store.read import Reader
from ludarena.arena.verify import verify
from ludarena.core import registry
from tests.arena import test_reconcile, test_verify
from tests.arena.conftest import TINY_GAMES
from tests.arena.helpers import HEURISTIC, RANDOM, as_spoken_by, plan, run, scripted
from tests.arena.postgres import RunUrl, Server


@pytest.fixture(scope="module")
def runs(server: Server) -> dict[str, RunUrl]:
    """Return the runs of the tests of `reconcile` and of `verify`, on the server."""
    registry._BUILT_IN.update(TINY_GAMES)
    urls = {"reconcile": server.url(), "verify": server.url()}
    clumsy = scripted("fumbler", "nonsense", "nonsense")
    fumbler = scripted("fumbler", ["x", "BID:1"], "nonsense")
    idle = scripted("idle")
    options = {"round_limit": 30}
    run(
        urls["reconcile"],
        plan(
            [[RANDOM, clumsy, HEURISTIC], [HEURISTIC, RANDOM, RANDOM], [RANDOM, HEURISTIC]],
            game="bids",
            protocol=Protocol(rethinks=0, on_failure="forfeit"),
            options=options,
        ),
    )
    run(
        urls["verify"],
        plan(
            [[RANDOM, fumbler, HEURISTIC], [HEURISTIC, RANDOM, RANDOM], [idle, idle]],
            game="bids",
            protocol=Protocol(rethinks=1, on_failure="stand_in"),
            options=options,
        ),
    )
    for game in TINY_GAMES:
        del registry._BUILT_IN[game]
    return urls


@contextmanager
def opened(url: str) -> Iterator[Connection]:
    """Give a connection whose changes are never kept."""
    engine = writing_engine(place_of(url))
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def changed(connection: Connection, statement: str) -> Iterator[Reader]:
    """Give a reader of a run in which one statement changed something."""
    transaction = connection.begin()
    done = connection.exec_driver_sql(as_spoken_by("postgresql", statement))
    assert done.rowcount, statement
    yield Reader(connection, "the run", owner=True)
    transaction.rollback()


def test_reconcile_names_every_changed_record_on_a_server(runs: dict[str, RunUrl]) -> None:
    with opened(runs["reconcile"]) as connection:
        for name, (statement, fields) in test_reconcile.CHANGES.items():
            with changed(connection, statement) as reader:
                found = reconcile(reader)
            assert {one.field for one in found.differences} == fields, name


def test_verify_finds_every_change_on_a_server_that_takes_it(runs: dict[str, RunUrl]) -> None:
    refused = set()
    with opened(runs["verify"]) as connection:
        for name, (statement, words) in test_verify.CHANGES.items():
            try:
                with changed(connection, statement) as reader:
                    problems = [str(one) for one in verify(reader).problems]
            except DBAPIError:
                refused.add(name)
                connection.rollback()
                continue
            assert any(words in one for one in problems), (name, problems)
    assert refused == {"experiment lost", "reference lost", "text lost"}


def test_verify_passes_what_was_played_on_a_server(runs: dict[str, RunUrl]) -> None:
    for url in runs.values():
        with opened(url) as connection:
            reader = Reader(connection, "the run", owner=True)
            assert verify(reader).ok
            assert reconcile(reader).ok
