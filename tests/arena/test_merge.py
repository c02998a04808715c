"""Merging runs: everything is there, nothing is touched, what does not fit is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from ludarena.arena.cells import Plan
from ludarena.arena.errors import CannotMerge, StoreMissing
from ludarena.arena.participant import built_in
from ludarena.arena.protocol import Protocol
from ludarena.arena.reconcile import reconcile
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.arena.store.merge import merge_runs
from ludarena.arena.verify import verify
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run, scripted
from tests.arena.postgres import Server
from tests.arena.test_extensions import BASE, NEWCOMER
from tests.arena.test_extensions import plan as study
from tests.cli.run import run as ludarena


def first() -> Plan:
    return plan([[RANDOM, HEURISTIC], [HEURISTIC, RANDOM]])


def second() -> Plan:
    return plan([[RANDOM, HEURISTIC]] * 3, game="bids", seed=70)


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    """Return the folders of two finished runs."""
    places = [tmp_path / "first", tmp_path / "second"]
    for place, of in zip(places, (first(), second()), strict=True):
        assert run(place, of).complete
    return places


def stored(place: Path) -> bytes:
    return (place / "run.sqlite").read_bytes()


def test_a_merged_run_holds_everything_and_leaves_the_runs_alone(runs, place) -> None:
    before = [stored(one) for one in runs]
    assert merge_runs(runs, place / "both") == [("test", 2, 2), ("test", 3, 3)]
    assert [stored(one) for one in runs] == before
    with read_store(place / "both") as reader:
        assert verify(reader).ok
        assert reconcile(reader).ok
        results = list(reader.results())
        assert [one.game for one in results] == ["echoes"] * 2 + ["bids"] * 3
        experiment = reader.experiment()
        assert experiment is not None
        assert experiment.design["kind"] == "merge"
        told = cast(list[dict[str, str]], experiment.design["runs"])
        assert [one["design_digest"] for one in told] == [first().digest, second().digest]
        merged = [reader.events(one.finished or 0) for one in reader.matches()]
    originals = []
    for one in runs:
        with read_store(one) as reader:
            originals += list(reader.results())
            for match in reader.matches():
                assert reader.events(match.finished or 0) in merged
    assert [replace(one, match="") for one in results] == [
        replace(one, match="") for one in originals
    ]


def test_matches_that_are_not_finished_are_merged_as_they_are(tmp_path: Path, place) -> None:
    failing = scripted("silent", "no action at all")
    bad = plan([[failing, RANDOM]], protocol=Protocol(rethinks=0, attempts=2))
    run(tmp_path / "bad", bad)
    with open_store(tmp_path / "half") as store:
        store.freeze(plan([[HEURISTIC, RANDOM]] * 2, protocol=Protocol(rethinks=0, attempts=2)))
        run_matches(store, only=[store.reader.matches()[1].id])
    merge_runs([tmp_path / "bad", tmp_path / "half"], place / "both")
    with read_store(place / "both") as reader:
        matches = reader.matches()
        assert [one.status for one in matches] == ["set_aside", "planned", "finished"]
        assert len(reader.attempts(matches[0])) == 2
        first = reader.attempts(matches[0])[0]
        assert [one.text for one in reader.failed_tries(first.key)] == ["no action at all"]
        assert verify(reader).ok


def test_scenarios_of_different_runs_stay_apart(tmp_path: Path) -> None:
    extended = study(BASE + NEWCOMER)
    other = study((BASE + NEWCOMER).replace("seed = 5", "seed = 6"))
    for name, of in (("one", extended), ("two", other)):
        with open_store(tmp_path / name) as store:
            store.freeze(of)
    merge_runs([tmp_path / "one", tmp_path / "two"], tmp_path / "both")
    with read_store(tmp_path / "both") as reader:
        cells = [match.cell for match in reader.matches()]
        assert verify(reader).ok
    assert {cell.stage for cell in cells} == {0}
    joining = [cell for cell in cells if cell.part == "joining"]
    assert set(Counter(cell.scenario for cell in joining).values()) == {1}
    assert {cell.scenario[:2] for cell in joining} == {"1:", "2:"}


def frozen(place: Path, of: Plan) -> Path:
    with open_store(place) as store:
        store.freeze(of)
    return place


OTHER: dict[str, tuple[Callable[[], Plan], str]] = {
    "protocol": (
        lambda: plan([[RANDOM, HEURISTIC]], seed=70, protocol=Protocol(rethinks=4)),
        "'rethinks' of the protocol is 1 in .*first and 4 in .*other; results compare only under",
    ),
    "the same match": (
        first,
        "match [0-9a-f]{12} is in .*first and in .*other; name each run once",
    ),
    "a name for another configuration": (
        lambda: plan([[RANDOM, built_in("heur", "heuristic", epsilon=0.7)]], seed=70),
        "'heur' is one configuration in .*first and another in .*other; give them different names",
    ),
    "a configuration under another name": (
        lambda: plan([[built_in("chance", "random"), HEURISTIC]], seed=70),
        "one configuration is called 'rand' in .*first and 'chance' in .*other; it would count",
    ),
}


@pytest.mark.parametrize("case", OTHER)
def test_runs_that_do_not_fit_are_refused(runs, tmp_path: Path, case: str) -> None:
    of, message = OTHER[case]
    other = frozen(tmp_path / "other", of())
    with pytest.raises(CannotMerge, match=message):
        merge_runs([runs[0], other], tmp_path / "both")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["first", "other", "second"]


def test_other_rules_versions_are_refused(runs, tmp_path: Path, monkeypatch) -> None:
    from tests.tiny.echoes import ECHOES

    monkeypatch.setattr(ECHOES, "rules_version", "2")
    other = frozen(tmp_path / "other", plan([[RANDOM, HEURISTIC]], seed=70))
    with pytest.raises(CannotMerge, match=r"echoes has rules version 1 in .*first and 2 in .*oth"):
        merge_runs([runs[0], other], tmp_path / "both")


def test_what_cannot_be_merged_at_all_is_told(runs, tmp_path: Path) -> None:
    with pytest.raises(CannotMerge, match=r"second exists already; name a new folder"):
        merge_runs(runs, runs[1])
    with pytest.raises(CannotMerge, match="takes at least two; name more"):
        merge_runs(runs[:1], tmp_path / "both")
    open_store(tmp_path / "empty").close()
    with pytest.raises(CannotMerge, match=r"nothing is planned in .*empty; leave it out"):
        merge_runs([*runs, tmp_path / "empty"], tmp_path / "both")
    with pytest.raises(StoreMissing):
        merge_runs([*runs, tmp_path / "none"], tmp_path / "both")


def test_a_branch_is_refused(runs, tmp_path: Path, capsys) -> None:
    branched = tmp_path / "branch"
    made = ludarena(capsys, "branch", runs[0], 0, "--from", 1, "--out", branched)
    assert made.code == 0, made.err
    with pytest.raises(CannotMerge, match=r"branch is a branch, which begins with the play of"):
        merge_runs([runs[0], branched], tmp_path / "both")


def test_the_command_merges_and_says_so(runs, tmp_path: Path, capsys) -> None:
    ran = ludarena(capsys, "merge", *runs, "--into", tmp_path / "both", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["runs"] == [
        {"name": "test", "matches": 2, "finished": 2},
        {"name": "test", "matches": 3, "finished": 3},
    ]
    again = ludarena(capsys, "merge", *runs, "--into", tmp_path / "both")
    assert again.code == 2
    assert "both exists already; name a new folder" in again.err
    other = ludarena(capsys, "merge", *runs, "--into", tmp_path / "deep" / "er")
    assert other.code == 0
    assert "test: 2 matches, 2 finished" in other.err


# --- on a server ------------------------------------------------------------------------------


def names_of_runs(server: Server) -> list[str]:
    connection = server.connected()
    cursor = connection.cursor()
    cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE 'pg\\_%'")
    found = sorted(str(row[0]) for row in cursor.fetchall())
    connection.close()
    return found


def test_runs_of_a_server_and_a_folder_are_merged_on_the_server(runs, server: Server) -> None:
    there, both = server.url(), server.url()
    assert run(there, plan([[RANDOM, RANDOM]], seed=90)).complete
    assert merge_runs([there, runs[0]], both) == [("test", 1, 1), ("test", 2, 2)]
    with read_store(both) as reader:
        assert reconcile(reader).ok
        assert [one.status for one in reader.matches()] == ["finished"] * 3
    # a run like any other: it can be merged again, and its numbers of attempts go on
    again = server.url()
    merge_runs([both, runs[1]], again)
    with open_store(again) as store:
        assert len(store.reader.matches()) == 6
        assert store.attempt(store.reader.matches()[0]).key > 6


def test_nothing_is_left_on_the_server_of_a_merger_that_failed(
    runs, server: Server, monkeypatch
) -> None:
    before, both = names_of_runs(server), server.url()

    def broken(*_: object) -> int:
        raise OSError("the disk is gone")

    with monkeypatch.context() as patch:
        patch.setattr("ludarena.arena.store.merge._copy_attempts", broken)
        with pytest.raises(OSError, match="the disk is gone"):
            merge_runs(runs, both)
    assert names_of_runs(server) == before
    merge_runs(runs, both)
    assert len(names_of_runs(server)) == len(before) + 1


def test_a_run_that_is_on_the_server_is_not_overwritten(runs, server: Server, monkeypatch) -> None:
    url = server.url()
    assert run(url, plan([[RANDOM, RANDOM]], seed=90)).complete
    with pytest.raises(CannotMerge, match=r"exists already; name a new run") as caught:
        merge_runs(runs, url)
    assert "s3cr3t" not in str(caught.value)
    before = names_of_runs(server)
    # somebody makes it while the merger writes
    monkeypatch.setattr("ludarena.arena.store.fresh.has_room", lambda connection, url: False)
    with pytest.raises(CannotMerge, match=r"exists by now; name a new run"):
        merge_runs(runs, url)
    assert names_of_runs(server) == before
    with read_store(url) as reader:
        assert len(reader.matches()) == 1


def test_memory_keeps_no_merged_run(runs) -> None:
    with pytest.raises(CannotMerge, match="memory keeps no run; name a folder or a postgresql://"):
        merge_runs(runs, "sqlite://")


def test_the_command_merges_to_a_url_and_never_shows_its_password(
    runs, server: Server, capsys
) -> None:
    url = server.url()
    ran = ludarena(capsys, "merge", *runs, "--out", url)
    assert ran.code == 0, ran.err
    again = ludarena(capsys, "merge", *runs, "--into", url)
    assert (again.code, "exists already; name a new run" in again.err) == (2, True)
    board = ludarena(capsys, "leaderboard", url, "--json")
    assert json.loads(board.out)["matches"] == 5
    assert not any(secret in one.out + one.err for one in (ran, again) for secret in ("s3cr3t",))
