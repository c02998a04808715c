"""Playing on from a stored decision: a run of its own, and the stored match stays as it is."""

import sqlite3
from pathlib import Path

import pytest

from ludarena.arena.branch import Branch, begin_branch, plan_branch, play_branch, position_at
from ludarena.arena.errors import InvalidPlan, NoSuchDecision, NothingPlayed, OtherRules
from ludarena.arena.origin import Origin, origin_of
from ludarena.arena.participant import built_in
from ludarena.arena.protocol import Protocol
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.arena.verify import verify
from ludarena.core.registry import load_game
from tests.arena.helpers import HEURISTIC, RANDOM, log_of, plan, results_of, run, scripted


@pytest.fixture
def played(tmp_path):
    """Return the folder of one finished match of Azul between a heuristic and a random player."""
    run(tmp_path / "origin", plan([[HEURISTIC, RANDOM]], game="azul"))
    return tmp_path / "origin"


def stored_events(folder):
    with read_store(folder) as reader:
        return log_of(reader)


def design_of(folder):
    """Return design and digest of a run's plan."""
    with read_store(folder) as reader:
        experiment = reader.experiment()
    assert experiment is not None
    return experiment.design, experiment.digest


def branch_of(folder, decision, players=None, **more) -> Branch:
    with read_store(folder) as reader:
        return plan_branch(reader, reader.matches()[0], decision, players, **more)


def found_by_verify(folder):
    with read_store(folder) as reader:
        return [str(problem) for problem in verify(reader).problems]


def database(folder: Path) -> bytes:
    return (folder / "run.sqlite").read_bytes()


# --- what a branch is -------------------------------------------------------------------------


def test_branch_keeps_the_events_before_its_decision_and_plays_the_rest_anew(played, tmp_path):
    report = play_branch(branch_of(played, 20, {0: RANDOM, 1: HEURISTIC}), tmp_path / "branch")
    assert report.complete
    origin, branch = stored_events(played), stored_events(tmp_path / "branch")
    assert branch[:20] == origin[:20]
    assert [event.digest for event in branch[20:]] != [event.digest for event in origin[20:]]
    assert branch[20].seat == origin[20].seat


def test_stored_match_keeps_every_byte_when_it_is_branched_from(played, tmp_path):
    before = database(played)
    play_branch(branch_of(played, 10, {0: RANDOM}), tmp_path / "branch")
    assert database(played) == before


def test_branch_is_a_stored_match_that_verifies(played, tmp_path):
    play_branch(branch_of(played, 51, {1: HEURISTIC}), tmp_path / "branch")
    with read_store(tmp_path / "branch") as reader:
        report = verify(reader)
    assert report.ok
    assert report.events > 51


def test_branch_records_run_match_event_and_digest_of_its_origin(played, tmp_path):
    play_branch(branch_of(played, 20), tmp_path / "branch")
    with read_store(played) as reader:
        match = reader.matches()[0]
    design, digest = design_of(played)
    assert origin_of(design_of(tmp_path / "branch")[0]) == Origin(
        run="test",
        design=digest,
        match=match.id,
        event=20,
        digest=stored_events(played)[19].digest.hex(),
    )
    assert origin_of(design) is None


def test_same_built_in_players_play_the_same_match_again(played, tmp_path):
    play_branch(branch_of(played, 20), tmp_path / "branch")
    assert stored_events(tmp_path / "branch") == stored_events(played)


def test_branch_at_the_first_decision_keeps_the_set_up_alone(played, tmp_path):
    play_branch(branch_of(played, 1, {0: RANDOM}), tmp_path / "branch")
    assert found_by_verify(tmp_path / "branch") == []


def test_branch_of_a_branch_verifies(played, tmp_path):
    play_branch(branch_of(played, 20, {0: RANDOM}), tmp_path / "first")
    play_branch(branch_of(tmp_path / "first", 10, {1: HEURISTIC}), tmp_path / "second")
    play_branch(branch_of(tmp_path / "first", 30, {1: HEURISTIC}), tmp_path / "third")
    assert found_by_verify(tmp_path / "second") == found_by_verify(tmp_path / "third") == []
    assert stored_events(tmp_path / "third")[:30] == stored_events(tmp_path / "first")[:30]


def test_kept_decisions_count_for_the_engine_and_not_for_the_new_player(played, tmp_path):
    play_branch(branch_of(played, 21, {0: HEURISTIC, 1: HEURISTIC}), tmp_path / "branch")
    kept = [event.seat for event in stored_events(played)[1:21]]
    with read_store(tmp_path / "branch") as reader:
        results = results_of(reader)
    for seat, result in enumerate(results):
        assert result.engine_decisions - result.controller_decisions == kept.count(seat)


def test_participants_of_one_name_and_other_settings_are_named_apart(played):
    strong = built_in("heur", "heuristic", epsilon=0.0)
    branch = branch_of(played, 5, {1: strong})
    assert branch.plan.cells[0].roster == ("heur", "heur-2")
    assert [one.name for one in branch.plan.participants] == ["heur", "heur-2"]


def test_protocol_is_the_stored_one_unless_another_is_given(played):
    assert branch_of(played, 5).plan.protocol == Protocol()
    other = Protocol(rethinks=3)
    assert branch_of(played, 5, protocol=other).plan.protocol == other


# --- at any decision --------------------------------------------------------------------------


@pytest.mark.parametrize("decision", [1, 2, 3, 4, 5, 6, 7, 8])
def test_sealed_block_can_be_entered_at_each_of_its_answers(decision, tmp_path):
    run(tmp_path / "origin", plan([[RANDOM, RANDOM, RANDOM]], game="bids"))
    branch = branch_of(tmp_path / "origin", decision, dict.fromkeys(range(3), HEURISTIC))
    assert play_branch(branch, tmp_path / "branch").complete
    kept = stored_events(tmp_path / "origin")[:decision]
    assert stored_events(tmp_path / "branch")[:decision] == kept
    assert found_by_verify(tmp_path / "branch") == []


def test_every_decision_of_a_match_can_be_branched_from(tmp_path):
    run(tmp_path / "origin", plan([[RANDOM, RANDOM]]))
    events = stored_events(tmp_path / "origin")
    for decision in range(1, len(events)):
        branch = branch_of(tmp_path / "origin", decision)
        assert branch.position.to_act == [events[decision].seat]


def test_acts_of_the_arena_before_an_action_belong_to_its_decision(tmp_path):
    gives_up = scripted("quitter", "!first", "!resign")
    run(tmp_path / "origin", plan([[gives_up, RANDOM]]))
    events = stored_events(tmp_path / "origin")
    resigned = next(event.number for event in events if event.act == "resign")
    for number in (resigned, resigned + 1):
        position = branch_of(tmp_path / "origin", number).position
        assert len(position.kept) == resigned
        assert position.execution.forfeited == [False, False]


def test_decision_owed_by_an_unfinished_match_can_be_branched_from(tmp_path):
    refuses = scripted("refuser", "!first", "!refused")
    protocol = Protocol(rethinks=0, attempts=1)
    run(tmp_path / "origin", plan([[refuses, RANDOM]], protocol=protocol))
    events = stored_events(tmp_path / "origin")
    assert events[-1].act == "void"
    owed = events[-1].number
    report = play_branch(branch_of(tmp_path / "origin", owed, {0: RANDOM}), tmp_path / "branch")
    assert report.complete
    with pytest.raises(NoSuchDecision):
        branch_of(tmp_path / "origin", owed + 1)


# --- stopped and tried again ------------------------------------------------------------------


def test_branch_that_was_begun_is_continued_and_not_begun_twice(played, tmp_path):
    branch = branch_of(played, 20)
    for _ in range(2):
        with open_store(tmp_path / "branch") as store:
            begin_branch(store, branch)
    assert stored_events(tmp_path / "branch") == stored_events(played)[:20]
    assert play_branch(branch, tmp_path / "branch").played == 1
    assert play_branch(branch, tmp_path / "branch").played == 0
    assert stored_events(tmp_path / "branch") == stored_events(played)


def test_every_attempt_at_a_branch_begins_with_the_kept_events(played, tmp_path):
    fails = scripted("failing", *["!refused"] * 60)
    protocol = Protocol(rethinks=0, attempts=2)
    branch = branch_of(played, 51, {0: fails, 1: fails}, protocol=protocol)
    assert play_branch(branch, tmp_path / "branch").set_aside == 1
    with read_store(tmp_path / "branch") as reader:
        attempts = reader.attempts(reader.matches()[0])
        logs = [reader.events(attempt.key) for attempt in attempts]
        states = [reader.snapshots(attempt.key) for attempt in attempts]
    assert [log[:51] for log in logs] == [stored_events(played)[:51]] * 2
    assert states[0] == states[1]
    assert found_by_verify(tmp_path / "branch") == []


def test_verify_finds_a_branch_whose_origin_was_changed(played, tmp_path):
    play_branch(branch_of(played, 20), tmp_path / "branch")
    with sqlite3.connect(tmp_path / "branch" / "run.sqlite") as changing:
        (design,) = changing.execute("select design_json from experiment").fetchone()
        digest = stored_events(played)[19].digest.hex()
        changed = design.replace(digest, "0" * len(digest))
        changing.execute("update experiment set design_json = ?", (changed,))
    found = found_by_verify(tmp_path / "branch")
    assert any("event 19: it is not where the branch's plan says it begins" in one for one in found)


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize("decision", [-1, 0, 10_000])
def test_number_that_is_no_decision_is_told_with_the_range(played, decision):
    last = max(event.number for event in stored_events(played))
    told = f"has no decision {decision}: its decisions are 1 to {last}"
    with pytest.raises(NoSuchDecision, match=told):
        branch_of(played, decision)


def test_match_that_has_not_begun_cannot_be_branched_from(tmp_path):
    with open_store(tmp_path / "origin") as store:
        store.freeze(plan([[RANDOM, RANDOM]]))
    with pytest.raises(NothingPlayed, match="has not begun; play it first"):
        branch_of(tmp_path / "origin", 1)


def test_match_of_other_rules_cannot_be_branched_from(played, monkeypatch):
    monkeypatch.setattr(type(load_game("azul")), "rules_version", "other")
    with pytest.raises(OtherRules, match="but not executed again"):
        branch_of(played, 5)


def test_seat_that_there_is_not_cannot_be_taken_over(played):
    with pytest.raises(InvalidPlan, match="there is no seat 2; seats are 0 to 1"):
        branch_of(played, 5, {2: RANDOM})


def test_seat_that_had_given_up_stays_out(tmp_path):
    run(tmp_path / "origin", plan([[scripted("quitter", "!resign"), RANDOM]]))
    last = stored_events(tmp_path / "origin")[-1].number
    with pytest.raises(InvalidPlan, match="seat 0 had given up before this decision"):
        branch_of(tmp_path / "origin", last, {0: RANDOM})
    report = play_branch(branch_of(tmp_path / "origin", last), tmp_path / "branch")
    assert report.complete
    with read_store(tmp_path / "branch") as reader:
        results = results_of(reader)
    assert [result.forfeited for result in results] == [True, False]


def test_position_is_the_state_before_the_decision(played):
    with read_store(played) as reader:
        match = reader.matches()[0]
        position = position_at(reader, match, 4)
        event = log_of(reader)[4]
    state = position.execution.state
    assert event.action in state.legal_actions(event.seat)
    assert state.block() == event.block


def test_run_of_a_branch_is_complete_for_the_runner(played, tmp_path):
    play_branch(branch_of(played, 20), tmp_path / "branch")
    with open_store(tmp_path / "branch") as store:
        assert run_matches(store).complete
