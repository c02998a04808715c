"""Opening, freezing, locking and reading a run's store, and what can be wrong with it."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from ludarena._version import __version__
from ludarena.agents.errors import UnknownAgentType, UnknownSetting
from ludarena.arena.cells import Cell, Plan
from ludarena.arena.errors import (
    CorruptStore,
    InvalidPlan,
    PlanChanged,
    StoreLocked,
    StoreMissing,
    StoreUnreadable,
    StoreUnwritable,
    UnknownMatch,
    UnknownSchema,
)
from ludarena.arena.participant import built_in, participant_from_json
from ludarena.arena.protocol import Protocol
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.arena.verify import verify
from ludarena.core.errors import InvalidOption, UnknownGame, UnknownOption
from tests.arena.helpers import HEURISTIC, RANDOM, canonical, change, plan, run, setup
from tests.arena.postgres import RunUrl


def test_a_plan_comes_back_as_it_was_frozen(place: Path | RunUrl) -> None:
    of = plan([[RANDOM, HEURISTIC], [HEURISTIC, RANDOM]], game="bids", options={"round_limit": 3})
    with open_store(place) as store:
        store.freeze(of)
    with read_store(place) as reader:
        stored = reader.experiment()
        matches = reader.matches()
        assert reader.rules_text("bids", "1") is not None
        assert reader.fact_names("bids", "1") == ["rolled", "answered", "revealed", "won"]
    assert stored is not None
    assert (stored.name, stored.digest) == ("test", of.digest)
    assert stored.schedule_digest == of.schedule_digest
    assert stored.participants == of.participants
    assert stored.protocol == of.protocol
    assert [one.cell for one in matches] == list(of.cells)
    assert [one.status for one in matches] == ["planned", "planned"]
    assert len({one.id for one in matches}) == 2


def test_a_match_id_depends_on_design_and_cell_alone(place: Path | RunUrl) -> None:
    ids = []
    for name in ("a", "b"):
        run(place / name, plan([[RANDOM, HEURISTIC]]))
        with read_store(place / name) as reader:
            ids.append(reader.find("0").id)
    assert ids[0] == ids[1]
    run(place / "c", plan([[RANDOM, HEURISTIC]], protocol=Protocol(rethinks=4)))
    with read_store(place / "c") as reader:
        assert reader.find("0").id != ids[0]


def test_the_same_plan_again_changes_nothing(place: Path | RunUrl) -> None:
    of = plan([[RANDOM, HEURISTIC]])
    with open_store(place) as store:
        store.freeze(of)
        store.freeze(of)
        assert len(store.reader.matches()) == 1


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            lambda: plan([[RANDOM, HEURISTIC]] * 2),
            "matches was 1, is 2",
        ),
        (
            lambda: plan([[RANDOM, HEURISTIC]], protocol=Protocol(rethinks=3)),
            "protocol.rethinks was 1, is 3",
        ),
        (
            lambda: plan([[RANDOM, built_in("heur", "heuristic", epsilon=0.5)]]),
            "participants.heur.settings.epsilon was 0.1, is 0.5",
        ),
        (lambda: plan([[RANDOM, RANDOM]]), "participants.heur is gone"),
        (
            lambda: plan([[RANDOM, HEURISTIC]], seed=8),
            "the schedule that these settings give (games, rules or seeds)",
        ),
    ],
    ids=["design", "protocol", "setting", "participant", "seed"],
)
def test_another_plan_in_the_same_folder_is_refused_with_what_changed(
    tmp_path: Path, changed: Callable[[], Plan], words: str
) -> None:
    run(tmp_path, plan([[RANDOM, HEURISTIC]]))
    before = canonical(tmp_path)
    with open_store(tmp_path) as store, pytest.raises(PlanChanged) as caught:
        store.freeze(changed())
    assert words in caught.value.differences
    assert words in str(caught.value)
    assert canonical(tmp_path) == before


def test_participants_in_another_order_are_told_as_such(tmp_path: Path) -> None:
    run(tmp_path, plan([[RANDOM, HEURISTIC]]))
    turned = plan([[HEURISTIC, RANDOM]])
    with open_store(tmp_path) as store, pytest.raises(PlanChanged) as caught:
        store.freeze(turned)
    [told] = caught.value.differences
    names = [RANDOM.name, HEURISTIC.name]
    was, now = ", ".join(names), ", ".join(reversed(names))
    assert told == f"the order of the participants was {was}, is {now}"


def spoilt(**changes: object) -> Plan:
    """Return a plan whose only cell has these changes."""
    of = plan([[RANDOM, HEURISTIC]], game="bids")
    cell = of.cells[0]
    inner = {name: value for name, value in changes.items() if name not in ("index", "roster")}
    outer = {name: value for name, value in changes.items() if name in ("index", "roster")}
    changed: Cell = replace(cell, setup=replace(cell.setup, **inner), **outer)  # type: ignore[arg-type]
    return replace(of, cells=(changed,))


@pytest.mark.parametrize(
    ("of", "error", "words"),
    [
        (lambda: spoilt(index=1), InvalidPlan, "cell 0 of the schedule has the number 1"),
        (lambda: spoilt(roster=("rand",)), InvalidPlan, "cell 0 seats 1 of 2 at bids"),
        (lambda: spoilt(seats=9, roster=("rand",) * 9), InvalidPlan, "cell 0 seats 9 of 9 at bids"),
        (lambda: spoilt(roster=("rand", "nobody")), InvalidPlan, "'nobody', who is no participant"),
        (
            lambda: spoilt(rules_version="0"),
            InvalidPlan,
            "wants bids rules version 0, installed is 1",
        ),
        (lambda: spoilt(options={}), InvalidPlan, "cell 0 leaves out some options of bids"),
        (lambda: spoilt(seed=-1), InvalidPlan, "cell 0 has the seed -1, which is below 0"),
        (
            lambda: replace(spoilt(), participants=(replace(RANDOM, name="rand\0\x1b[2J"),)),
            InvalidPlan,
            r"a participant cannot be called 'rand\x00\x1b[2J': use characters that print",
        ),
        (lambda: spoilt(game="chess"), UnknownGame, "no game is called 'chess'"),
        (lambda: spoilt(options={"speed": 1}), UnknownOption, "bids has no option 'speed'"),
        (lambda: spoilt(options={"round_limit": 0}), InvalidOption, "'round_limit' cannot be 0"),
        (
            lambda: replace(spoilt(), participants=(replace(RANDOM, type="psychic"),)),
            UnknownAgentType,
            "no agent type is called 'psychic'",
        ),
        (
            lambda: replace(spoilt(), participants=(replace(RANDOM, settings={"luck": 1}),)),
            UnknownSetting,
            "agent type 'random' has no setting 'luck'",
        ),
        (
            lambda: replace(spoilt(), protocol=Protocol(stand_in="human")),
            InvalidPlan,
            "the stand-in 'human' is no player that answers at once",
        ),
        (lambda: replace(spoilt(), cells=()), InvalidPlan, "it has no matches"),
        (
            lambda: replace(spoilt(), participants=(RANDOM, RANDOM)),
            InvalidPlan,
            "two participants have one name",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_plan_that_cannot_be_played_is_refused_before_anything_is_written(
    tmp_path: Path, of: Callable[[], Plan], error: type[Exception], words: str
) -> None:
    with open_store(tmp_path) as store:
        with pytest.raises(error) as caught:
            store.freeze(of())
        assert words in str(caught.value)
        assert store.reader.experiment() is None


def test_a_match_that_is_not_planned_cannot_be_played(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]]))
        with pytest.raises(UnknownMatch, match="no match is called 'abc'"):
            run_matches(store, only=["abc"])


def test_playing_before_a_plan_is_frozen_is_refused(place: Path | RunUrl) -> None:
    with open_store(place) as store, pytest.raises(InvalidPlan, match="nothing is frozen"):
        run_matches(store)


# --- who may write ---------------------------------------------------------------------------


def test_a_second_writer_is_told_who_writes(tmp_path: Path) -> None:
    with open_store(tmp_path):
        program = f"from ludarena.arena.store import open_store; open_store({str(tmp_path)!r})"
        second = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        assert f"is being written by process {os.getpid()} on" in second.stderr
        with pytest.raises(StoreLocked, match=f"process {os.getpid()}"):
            open_store(tmp_path)
    open_store(tmp_path).close()


def test_a_foreign_lock_on_the_database_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarena.arena.store.sqlite.BUSY_SECONDS", 0.05)
    with open_store(tmp_path) as store:
        foreign = sqlite3.connect(tmp_path / "run.sqlite", isolation_level=None)
        foreign.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreLocked, match="is being written by another process"):
            store.freeze(plan([[RANDOM, HEURISTIC]]))
        foreign.execute("ROLLBACK")
        foreign.close()
        store.freeze(plan([[RANDOM, HEURISTIC]]))
        assert store.reader.progress().planned == 1


def test_a_closed_run_is_one_file_beside_the_lock(tmp_path: Path) -> None:
    run(tmp_path, plan([[RANDOM, HEURISTIC]]))
    assert sorted(one.name for one in tmp_path.iterdir()) == ["run.lock", "run.sqlite"]


def test_a_run_in_a_folder_that_is_read_only_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, plan([[RANDOM, HEURISTIC]]))
    monkeypatch.setattr("os.access", lambda path, mode: mode == os.R_OK)
    tmp_path.chmod(0o555)
    with read_store(tmp_path) as reader:
        assert reader.progress().finished == 1
    tmp_path.chmod(0o755)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["run.lock", "run.sqlite"]


def test_a_run_that_may_not_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, plan([[RANDOM, HEURISTIC]]))
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(StoreUnreadable, match="may not be read by this user; change its rights"):
        read_store(tmp_path)


# --- folders and disks -----------------------------------------------------------------------


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreUnwritable, match=r"cannot write to .*file/run: Not a directory"):
        open_store(tmp_path / "file" / "run")


def test_a_place_that_takes_no_files_is_told() -> None:
    with pytest.raises(StoreUnwritable, match="cannot write to /proc"):
        open_store("/proc/self")


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Let the system refuse to let any file of this process grow beyond `size` bytes."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


def test_a_disk_that_takes_no_more_is_told_and_nothing_stored_is_lost(tmp_path: Path) -> None:
    of = plan([[RANDOM, HEURISTIC]] * 80, game="bids")
    with open_store(tmp_path) as store:
        store.freeze(of)
    with (
        open_store(tmp_path) as store,
        files_no_larger_than(100_000),
        pytest.raises(StoreUnwritable, match="give the same command again"),
    ):
        run_matches(store)
    assert run(tmp_path, of).complete
    run(tmp_path / "whole", of)
    assert canonical(tmp_path) == canonical(tmp_path / "whole")


# --- databases that are none -----------------------------------------------------------------


def test_a_folder_without_a_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing, match=r"no run is stored in .*; name the folder given to"):
        read_store(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("opens", [open_store, read_store])
def test_a_file_that_is_no_database_is_told(tmp_path: Path, opens) -> None:
    (tmp_path / "run.sqlite").write_bytes(b"This is a letter, not a database.\n" * 200)
    with pytest.raises(CorruptStore, match="file is not a database"):
        opens(tmp_path)


@pytest.mark.parametrize("opens", [open_store, read_store])
@pytest.mark.parametrize("part", [0.3, 0.8])
def test_a_truncated_database_is_told(tmp_path: Path, opens, part: float) -> None:
    run(tmp_path, plan([[RANDOM, HEURISTIC]] * 4, game="bids"))
    path = tmp_path / "run.sqlite"
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    with pytest.raises(CorruptStore, match=r"malformed|damaged"):
        opens(tmp_path)


@pytest.mark.parametrize("opens", [open_store, read_store])
def test_a_database_of_another_program_is_told(tmp_path: Path, opens) -> None:
    foreign = sqlite3.connect(tmp_path / "run.sqlite")
    foreign.execute("CREATE TABLE songs (title TEXT)")
    foreign.commit()
    foreign.close()
    with pytest.raises(CorruptStore, match="no table `meta`"):
        opens(tmp_path)


@pytest.mark.parametrize("opens", [open_store, read_store])
@pytest.mark.parametrize(("version", "advice"), [("99", "a newer"), ("0", "an older")])
def test_a_schema_of_another_version_is_told(place: Path | RunUrl, opens, version, advice) -> None:
    run(place, plan([[RANDOM, HEURISTIC]]))
    change(place, f"UPDATE meta SET value = '{version}' WHERE key = 'schema_version'")
    with pytest.raises(UnknownSchema, match=f"has schema version {version}.* use {advice} lud"):
        opens(place)


def test_an_interrupted_creation_is_made_good(tmp_path: Path) -> None:
    (tmp_path / "run.sqlite").write_bytes(b"")
    with pytest.raises(CorruptStore, match="no table `meta`"):
        read_store(tmp_path)
    assert run(tmp_path, plan([[RANDOM, HEURISTIC]])).complete


def test_a_text_that_does_not_fit_its_digest_is_told(place: Path | RunUrl) -> None:
    run(place, plan([[RANDOM, HEURISTIC]]))
    change(place, "UPDATE text SET data = x'789c030000000001'")
    with (
        read_store(place) as reader,
        pytest.raises(CorruptStore, match="a text cannot be read: it does not match its digest"),
    ):
        reader.rules_text("echoes", "1")


# --- reading ---------------------------------------------------------------------------------


def test_matches_are_found_by_id_beginning_and_number(place: Path | RunUrl) -> None:
    run(place, plan([[RANDOM, HEURISTIC]] * 3))
    with read_store(place) as reader:
        match = reader.matches()[1]
        assert reader.find(match.id) == match
        assert reader.find(match.id[:8].upper()) == match
        assert reader.find("1") == match
        with pytest.raises(UnknownMatch, match="the store holds 3 matches, for example"):
            reader.find("zz")
        with pytest.raises(UnknownMatch, match="no match is called '17'"):
            reader.find("17")


def test_the_beginning_of_several_ids_is_ambiguous(place: Path | RunUrl) -> None:
    with open_store(place) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]] * 60))
        letters = {one.id[0] for one in store.reader.matches() if not one.id[0].isdecimal()}
        with pytest.raises(UnknownMatch, match="several matches begin with"):
            store.reader.find(min(letters))


def test_results_hold_what_an_analysis_needs(place: Path | RunUrl) -> None:
    run(place, plan([[RANDOM, HEURISTIC, RANDOM]] * 2))
    with read_store(place) as reader:
        results = list(reader.results())
    assert len(results) == 2
    for one in results:
        assert one.participants == ("rand", "heur", "rand")
        assert (one.game, one.stratum, one.ended_by) == ("echoes", "echoes/3", "rules")
        assert len(one.ranks) == len(one.scores) == len(one.payoffs) == 3
        assert min(one.ranks) == 1
        assert one.forfeited == (False, False, False)


def test_a_store_says_what_made_it(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "run.sqlite")
    rows = dict(connection.execute("SELECT key, value FROM meta"))
    connection.close()
    assert rows == {"schema_version": "2", "created_with": __version__}


def test_a_store_can_live_in_memory() -> None:
    with open_store("sqlite://") as store:
        store.freeze(plan([[RANDOM, HEURISTIC]]))
        assert run_matches(store).complete
        assert store.reader.progress().complete


# --- older versions --------------------------------------------------------------------------


@pytest.fixture
def first_version(tmp_path: Path) -> Path:
    """Return the folder of a run as version 1 stored it: the first of two matches is played."""
    connection = sqlite3.connect(tmp_path / "run.sqlite")
    connection.executescript((Path(__file__).parent / "data" / "schema_1.sql").read_text())
    connection.close()
    return tmp_path


def test_a_store_of_the_first_version_is_read_as_it_is(first_version: Path) -> None:
    before = (first_version / "run.sqlite").read_bytes()
    with read_store(first_version) as reader:
        first, second = reader.matches()
        assert (first.status, second.status) == ("finished", "planned")
        assert (first.cell.part, first.cell.focal, first.cell.focal_participant) == ("", None, None)
        assert [one.part for one in reader.results()] == [""]
        assert verify(reader).ok
    assert (first_version / "run.sqlite").read_bytes() == before


def test_a_store_of_the_first_version_is_continued(first_version: Path) -> None:
    assert run(first_version, plan([[RANDOM, HEURISTIC]] * 2)).complete
    with read_store(first_version) as reader:
        assert reader.progress().complete
        assert verify(reader).ok
    whole = first_version / "anew"
    run(whole, plan([[RANDOM, HEURISTIC]] * 2))
    assert canonical(first_version) == canonical(whole)


# --- participants ----------------------------------------------------------------------------


def test_the_digest_of_a_participant_covers_everything_but_its_name() -> None:
    base = built_in("a", "heuristic")
    assert base.digest == built_in("b", "heuristic", epsilon=0.1).digest
    others = [
        replace(base, settings={"epsilon": 0.2}),
        replace(base, model="m"),
        replace(base, snapshot="2026-01-01"),
        replace(base, harness="loop"),
        replace(base, harness_version="2"),
        replace(base, prompts="00"),
        replace(base, tools=("observe",)),
        replace(base, memory="full"),
        replace(base, effort="high"),
        replace(base, budget={"tokens": 10}),
    ]
    assert len({base.digest, *(one.digest for one in others)}) == 11
    assert [participant_from_json(one.as_json()) for one in others] == others


def test_big_seeds_are_stored_exactly(place: Path | RunUrl) -> None:
    of = plan([[RANDOM, HEURISTIC]])
    cell = replace(of.cells[0], setup=setup("echoes", 2, 2**80 + 1))
    with open_store(place) as store:
        store.freeze(replace(of, cells=(cell,)))
        assert run_matches(store).complete
        assert store.reader.find("0").cell.setup.seed == 2**80 + 1


def test_a_reader_beside_a_writer_sees_one_moment(place: Path | RunUrl) -> None:
    of = plan([[RANDOM, RANDOM]] * 2)
    with open_store(place) as store:
        store.freeze(of)
        first, second = (match.id for match in store.reader.matches())
        run_matches(store, only=[first])
        with read_store(place) as reader:
            assert reader.progress().finished == 1
            run_matches(store, only=[second])
            assert reader.progress().finished == 1
            assert len(list(reader.results())) == 1
            assert verify(reader).ok
        with read_store(place) as reader:
            assert reader.progress().finished == 2
