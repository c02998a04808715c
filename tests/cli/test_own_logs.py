"""`usage` shows what programs' own logs count beside the ledger."""

from __future__ import annotations

from ludarena.agents.own_log import OwnLog
from tests.arena import test_ledger_check
from tests.arena.test_ledger_check import logged, read_log
from tests.cli.run import run


def checked(folder, log):
    options = {"turn_limit": 2}
    return test_ledger_check.checked(folder, log, game="splendor", options=options)


def test_log_that_agrees_is_one_line(capsys, tmp_path):
    checked(tmp_path, lambda n: read_log(*map(logged, range(1, n + 1))))
    out = run(capsys, "usage", tmp_path).out
    assert "programs' own logs against the ledger" in out
    assert out.splitlines()[-1].split() == ["program", "codex", "equal", "1"]


def test_log_that_differs_is_told_by_appearance(capsys, tmp_path):
    (one,) = checked(tmp_path, lambda n: read_log(*map(logged, range(2, n + 1))))
    out = run(capsys, "usage", tmp_path).out
    gaps = "responses -1, input -100, cached -50, output -7"
    assert f"  match {one.match[:12]} attempt 1 seat 0 program: {gaps}\n" in out
    found = run(capsys, "usage", tmp_path, "--json").json
    assert found["own_logs"][0]["verdict"] == "different"
    assert found["own_logs"][0]["differences"] == one.differences
    assert found["coverage"][0]["logged"] == 1


def test_log_that_was_not_read_says_why(capsys, tmp_path):
    log = OwnLog(program="dsh", status="unreadable", detail="it is broken")
    checked(tmp_path, lambda _: log)
    assert "unreadable" in run(capsys, "usage", tmp_path).out
    assert "it is broken" in run(capsys, "usage", tmp_path).out
