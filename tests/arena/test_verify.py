"""`verify` passes on what was played and finds every change of what is stored."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from ludarena.analysis.leaderboard import leaderboard
from ludarena.analysis.results import stored_results
from ludarena.arena.protocol import Protocol
from ludarena.arena.store import read_store
from ludarena.arena.verify import VerifyReport, verify
from ludarena.core import registry
from ludarena.core.errors import LudarenaError
from ludarena.core.registry import load_game
from tests.arena.conftest import TINY_GAMES
from tests.arena.helpers import HEURISTIC, RANDOM, canonical, plan, run, scripted


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run with stand-ins, failed tries, repairs, sealed blocks and snapshots."""
    registry._BUILT_IN.update(TINY_GAMES)
    folder = tmp_path_factory.mktemp("played")
    fumbler = scripted("fumbler", ["x", "BID:1"], "nonsense")
    idle = scripted("idle")  # bids nothing, so that its match is long
    protocol = Protocol(rethinks=1, on_failure="stand_in")
    of = plan(
        [[RANDOM, fumbler, HEURISTIC], [HEURISTIC, RANDOM, RANDOM], [idle, idle]],
        game="bids",
        protocol=protocol,
        options={"round_limit": 30},
    )
    assert run(folder, of).complete
    for game in TINY_GAMES:
        del registry._BUILT_IN[game]
    return folder


def checked(folder: Path) -> VerifyReport:
    with read_store(folder) as reader:
        return verify(reader)


def changed(played: Path, tmp_path: Path, *statements: str) -> list[str]:
    """Return the problems of a copy of the run in which exactly these rows were changed."""
    folder = tmp_path / "changed"
    shutil.copytree(played, folder)
    connection = sqlite3.connect(folder / "run.sqlite")
    for statement in statements:
        assert connection.execute(statement).rowcount == 1, statement
    connection.commit()
    connection.close()
    report = checked(folder)
    assert not report.ok
    assert not report.refused
    return [str(one) for one in report.problems]


def test_a_run_as_it_was_played_passes(played: Path) -> None:
    report = checked(played)
    assert report.ok, report.problems
    assert (report.matches, report.attempts, report.unfinished) == (3, 3, 0)
    assert report.events > 50


CHANGES = {
    "action id": (
        "UPDATE event SET action_id = 'bid:3' WHERE attempt = 1 AND number = 1",
        "event 1: action id: stored is 'bid:3'",
    ),
    "facts": (
        "UPDATE event SET facts = '[[0,[1,9]]]' WHERE attempt = 1 AND number = 0",
        "event 0: facts: stored is (Fact(",
    ),
    "digest": (
        "UPDATE event SET digest = zeroblob(16) WHERE attempt = 2 AND number = 7",
        "event 7: digest: stored is 0000",
    ),
    "seat": (
        "UPDATE event SET seat = 9 WHERE attempt = 1 AND number = 1",
        "event 1: there is no seat 9",
    ),
    "stand-in": (
        "UPDATE event SET stand_in = 1 WHERE attempt = 2 AND number = 1",
        "event 1: event and decision contradict each other",
    ),
    "missing event": (
        "DELETE FROM event WHERE attempt = 1 AND number = 4",
        "event 4: the log goes on with event 5",
    ),
    "act": (
        "UPDATE event SET act = 'forfeit' WHERE attempt = 1 AND act = 'stand_in'",
        "digest: stored is",
    ),
    "unreadable facts": (
        "UPDATE event SET facts = '[[' WHERE attempt = 1 AND number = 3",
        "an event of attempt 1 cannot be read",
    ),
    "decision": (
        "UPDATE decision SET action = 5 - action WHERE attempt = 2 AND seat = 0 AND number = 0",
        "event and decision contradict each other",
    ),
    "decision lost": (
        "DELETE FROM decision WHERE attempt = 2 AND seat = 0 AND number = 0",
        "no decision is stored for it",
    ),
    "choices": (
        "UPDATE decision SET choices = 77 WHERE attempt = 2 AND seat = 1 AND number = 0",
        "the choices were 6, stored are 77",
    ),
    "kind": (
        "UPDATE decision SET kind = 'stance' WHERE attempt = 2 AND seat = 1 AND number = 0",
        "asked was 'bid', stored is 'stance'",
    ),
    "tries": (
        "UPDATE decision SET tries = 4 WHERE attempt = 1 AND seat = 1 AND number = 0",
        "decision 0 of seat 1 names 3 failed tries, stored are 1",
    ),
    "failed try lost": (
        "DELETE FROM failed_try WHERE attempt = 1 AND seat = 1 AND number = 1 AND tries = 1",
        "decision 1 of seat 1 names 2 failed tries, stored are 1",
    ),
    "snapshot": (
        "DELETE FROM snapshot WHERE attempt = 3 AND number = 50",
        "event 50: its snapshot is missing or differs",
    ),
    "strange snapshot": (
        "UPDATE snapshot SET number = 51 WHERE attempt = 3 AND number = 50",
        "its snapshot is missing or differs",
    ),
    "rank": (
        "UPDATE outcome SET rank = rank + 1 WHERE attempt = 1 AND seat = 0",
        "rank of seat 0 is stored as",
    ),
    "score": (
        "UPDATE outcome SET score = score + 1 WHERE attempt = 1 AND seat = 2",
        "score of seat 2 is stored as",
    ),
    "counter": (
        "UPDATE outcome SET stand_in_decisions = 0 WHERE attempt = 1 AND seat = 1",
        "stand in decisions of seat 1 is stored as 0, it should be 1",
    ),
    "seconds": (
        "UPDATE outcome SET seconds = seconds + 1 WHERE attempt = 1 AND seat = 1",
        "seconds of seat 1 is stored as",
    ),
    "turns": (
        "UPDATE attempt SET turns = turns + 1 WHERE id = 1",
        "how it ended, or its number of turns, is not as stored",
    ),
    "outcome lost": (
        "DELETE FROM outcome WHERE attempt = 1 AND seat = 0",
        "2 results are stored for 3 seats",
    ),
    "seed": (
        "UPDATE match SET seed = '8' WHERE cell = 0",
        "set-up, seed or roster do not fit the match's id",
    ),
    "option": (
        "UPDATE match SET options_json = '{\"round_limit\":29}' WHERE cell = 0",
        "set-up, seed or roster do not fit the match's id",
    ),
    "options lost": (
        "UPDATE match SET options_json = '{}' WHERE cell = 0",
        "some options of bids are missing, so it cannot be executed",
    ),
    "roster": (
        "UPDATE appearance SET participant = 1 WHERE match = 1 AND seat = 2",
        "the planned matches do not fit the schedule's digest",
    ),
    "seat lost": (
        "DELETE FROM appearance WHERE match = 1 AND seat = 2",
        "the number of participants is not that of the seats",
    ),
    "participant": (
        "UPDATE participant SET record_json = replace(record_json, '0.1', '0.2') "
        "WHERE name = 'heur'",
        "the record of participant 'heur' does not fit its digest",
    ),
    "protocol": (
        "UPDATE experiment SET protocol_json = replace(protocol_json, '\"rethinks\":1', "
        "'\"rethinks\":2')",
        "the protocol does not fit its id",
    ),
    "design": (
        "UPDATE experiment SET design_json = '{}'",
        "design, participants and protocol do not fit the design's digest",
    ),
    "finished": (
        "UPDATE match SET finished = NULL WHERE cell = 0",
        "1 attempts are finished, and the one that counts is not marked so",
    ),
    "attempt number": (
        "UPDATE attempt SET number = 2 WHERE id = 1",
        "attempts are missing",
    ),
    "experiment lost": (
        "DELETE FROM experiment",
        "3 matches are stored, but no experiment",
    ),
    "reference lost": (
        "UPDATE participant SET experiment = 2 WHERE id = 1",
        "a row of participant names a row of experiment that is missing",
    ),
    "text lost": (
        "DELETE FROM text WHERE digest = (SELECT text FROM rules)",
        "a row of rules names a row of text that is missing",
    ),
    "text changed": (
        "UPDATE text SET data = x'ff00' WHERE digest = (SELECT text FROM rules)",
        "a text cannot be read: ",
    ),
    "rules lost": (
        "DELETE FROM rules",
        "the rules of bids are missing",
    ),
    "names of facts": (
        "UPDATE rules SET facts_json = '[]'",
        "the facts of bids are not stored as the game has them",
    ),
    "planned": (
        "UPDATE schedule SET cells = 4",
        "4 matches were planned, 3 are stored",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_what_is_stored_is_found(played: Path, tmp_path: Path, name: str) -> None:
    statement, words = CHANGES[name]
    problems = changed(played, tmp_path, statement)
    assert any(words in one for one in problems), problems


def test_every_changed_action_of_a_match_is_found(played: Path, tmp_path: Path) -> None:
    connection = sqlite3.connect(played / "run.sqlite")
    query = "SELECT number, action FROM event WHERE attempt = 2 AND act = 'action'"
    events = connection.execute(query).fetchall()
    connection.close()
    for number, action in events[:: max(1, len(events) // 8)]:
        statement = (
            f"UPDATE event SET action = {action ^ 1} WHERE attempt = 2 AND number = {number}"
        )
        problems = changed(played, tmp_path, statement)
        assert any(f"event {number}: " in one for one in problems), problems
        shutil.rmtree(tmp_path / "changed")


def test_one_byte_of_one_stored_action_is_enough(played: Path, tmp_path: Path) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(played, folder)
    path = folder / "run.sqlite"
    data = path.read_bytes()
    found = re.search(rb"action.?stance:f(i)rm", data)
    assert found is not None
    place = found.start(1)
    path.write_bytes(data[:place] + b"o" + data[place + 1 :])
    report = checked(folder)
    assert not report.ok
    assert any("action id: stored is 'stance:form'" in str(one) for one in report.problems)


def test_a_match_lost_from_the_schedule_is_found(played: Path, tmp_path: Path) -> None:
    problems = changed(played, tmp_path, "DELETE FROM match WHERE cell = 1")
    assert any("the planned matches do not fit the schedule's digest" in one for one in problems)
    assert any("3 matches were planned, 2 are stored" in one for one in problems)


@pytest.mark.parametrize(
    "change",
    [
        lambda patch: patch.setattr(type(load_game("bids")), "rules_version", "2"),
        lambda patch: patch.delitem(registry._BUILT_IN, "bids"),
    ],
    ids=["other rules", "not installed"],
)
def test_what_cannot_be_executed_here_is_refused_and_still_exports(
    played: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[pytest.MonkeyPatch], None]
) -> None:
    before = canonical(played)
    change(monkeypatch)
    report = checked(played)
    assert not report.ok
    assert report.problems == ()
    assert len(report.refused) == 3
    words = str(report.refused[0])
    assert "was played under bids rules version 1, installed is 2" in words or (
        "no game is called 'bids'" in words
    )
    assert canonical(played) == before


def test_progress_is_told(played: Path) -> None:
    told: list[tuple[int, int]] = []
    with read_store(played) as reader:
        verify(reader, progress=lambda done, planned: told.append((done, planned)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


DAMAGE = (
    "UPDATE experiment SET digest = x'fffe'",
    "UPDATE experiment SET design_json = '5'",
    "DELETE FROM schedule",
    "UPDATE rules SET facts_json = '{'",
    "UPDATE rules SET facts_json = '5'",
    "UPDATE rules SET title = x'ff'",
    "UPDATE participant SET name = x'ff' WHERE id = 1",
    "UPDATE participant SET id = 9 WHERE id = 1",
    "DELETE FROM participant WHERE id = 1",
    "UPDATE match SET id = 99 WHERE id = 1",
    "UPDATE match SET seats = 'abc' WHERE id = 1",
    "UPDATE match SET seats = -9 WHERE id = 1",
    "UPDATE match SET seed = 'x' WHERE id = 1",
    "UPDATE match SET finished = 77 WHERE id = 1",
    "UPDATE event SET seat = 9 WHERE attempt = 1 AND number = 2",
    "UPDATE event SET seat = 'x' WHERE attempt = 1 AND number = 2",
    "UPDATE event SET facts = '[[99,[]]]' WHERE attempt = 1 AND number = 2",
    "UPDATE event SET digest = 4611686018427387904 WHERE attempt = 1 AND number = 2",
    "UPDATE event SET stand_in = 'x' WHERE attempt = 1 AND number = 2",
    "UPDATE decision SET seat = 9 WHERE attempt = 1 AND seat = 0 AND number = 0",
    "UPDATE decision SET reply = 'txt' WHERE attempt = 1 AND seat = 0 AND number = 0",
    "UPDATE failed_try SET kind = 5 WHERE attempt = 1 AND number = 0",
    "UPDATE failed_try SET seat = 9 WHERE attempt = 1 AND number = 0",
    "UPDATE outcome SET seat = 9 WHERE attempt = 1 AND seat = 0",
    "DELETE FROM outcome WHERE attempt = 1 AND seat = 0",
    "UPDATE outcome SET routes_json = '{' WHERE attempt = 1 AND seat = 0",
    "UPDATE snapshot SET state = x'00' WHERE attempt = 3 AND number = 0",
    "UPDATE attempt SET status = 7 WHERE id = 1",
    "DELETE FROM attempt WHERE id = 1",
)


@pytest.mark.parametrize("statement", DAMAGE)
def test_damage_of_any_kind_is_told_by_every_reader_and_is_no_fault_of_the_program(
    played: Path, tmp_path: Path, statement: str
) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(played, folder)
    connection = sqlite3.connect(folder / "run.sqlite")
    assert connection.execute(statement).rowcount > 0
    connection.commit()
    connection.close()
    told = []
    for read in (verify_complaints, exported, board):
        try:
            told += read(folder)
        except LudarenaError as error:
            told.append(str(error))
    assert told


def verify_complaints(folder: Path) -> list[str]:
    report = checked(folder)
    assert not report.ok
    return [str(one) for one in (*report.problems, *report.refused)]


def exported(folder: Path) -> list[str]:
    """Export the run; its lines are no complaint."""
    canonical(folder)
    return []


def board(folder: Path) -> list[str]:
    """Make a leaderboard; its numbers are no complaint."""
    with read_store(folder) as reader:
        leaderboard(stored_results(reader))
    return []
