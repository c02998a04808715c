"""JSON Lines of a run: by name, in order, and the same bytes for the same play."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from ludarena.arena.export import export
from ludarena.arena.protocol import Protocol
from ludarena.arena.store import open_store, read_store
from tests.arena.helpers import HEURISTIC, RANDOM, canonical, plan, run, scripted
from tests.arena.postgres import RunUrl


def lines(folder: Path | str, *, canonical: bool) -> list[dict[str, Any]]:
    out = io.StringIO()
    with read_store(folder) as reader:
        count = export(reader, out, canonical=canonical)
    parsed = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(parsed) == count
    return parsed


def test_everything_is_there_by_name_in_order_of_cells_and_events(place: Path | RunUrl) -> None:
    of = plan([[RANDOM, HEURISTIC], [HEURISTIC, RANDOM]], game="bids", options={"round_limit": 3})
    run(place, of)
    all_lines = lines(place, canonical=True)
    head, rest = all_lines[0], all_lines[1:]
    assert head["type"] == "experiment"
    assert head["design_digest"] == of.digest
    assert [one["name"] for one in head["participants"]] == ["rand", "heur"]
    assert head["games"][0]["game"] == "bids"
    assert [one["index"] for one in rest if one["type"] == "match"] == [0, 1]
    first = rest[1 : next(i for i, one in enumerate(rest) if i and one["type"] == "match")]
    events = [one for one in first if one["type"] == "event"]
    assert [one["event"] for one in events] == list(range(len(events)))
    assert events[0]["act"] == "setup"
    assert events[0]["facts"][0]["kind"] == "rolled"
    assert events[1]["decision"]["kind"] == "bid"
    assert events[1]["action"].startswith("bid:")
    assert [one["participant"] for one in first if one["type"] == "outcome"] == ["rand", "heur"]


def test_canonical_form_names_no_time_host_attempt_or_row(place: Path | RunUrl) -> None:
    protocol = Protocol(rethinks=1, on_failure="stand_in")
    run(place, plan([[scripted("a", "x"), RANDOM]], protocol=protocol))
    private = {"seconds", "at", "started", "ended", "host", "attempt", "attempts", "resumes"}
    for line in lines(place, canonical=True):
        assert line["type"] != "attempt"
        assert not private & set(line)
        assert not private & set(line.get("decision") or {})
    full = lines(place, canonical=False)
    assert {"attempt", "failed_try", "event", "outcome"} <= {one["type"] for one in full}
    assert private & set(next(one for one in full if one["type"] == "failed_try"))


def test_attempts_that_were_set_aside_are_in_the_full_form_alone(place: Path | RunUrl) -> None:
    protocol = Protocol(rethinks=0, attempts=2)
    run(place, plan([[scripted("a", "x"), RANDOM]], protocol=protocol))
    full = lines(place, canonical=False)
    assert [one["status"] for one in full if one["type"] == "attempt"] == ["void", "void"]
    assert [one["attempt"] for one in full if one["type"] == "failed_try"] == [1, 2]
    short = lines(place, canonical=True)
    assert len([one for one in short if one["type"] == "failed_try"]) == 1


def test_an_export_before_anything_is_frozen_is_empty(place: Path | RunUrl) -> None:
    open_store(place).close()
    assert canonical(place) == ""


def test_one_match_is_small(tmp_path: Path) -> None:
    run(tmp_path, plan([[RANDOM, HEURISTIC, RANDOM]] * 10, game="azul"))
    assert (tmp_path / "run.sqlite").stat().st_size < 10 * 60_000
