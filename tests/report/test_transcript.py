"""A stored match as text, by turn and viewpoint."""

import dataclasses

import pytest

from ludarena.arena.cells import MatchSetup
from ludarena.arena.execution import Execution
from ludarena.core.registry import load_game
from ludarena.report.transcript import transcript, transcript_lines

AZUL = load_game("azul")
SETUP = MatchSetup(
    game="azul",
    rules_version=AZUL.rules_version,
    seats=2,
    options={option.name: option.default for option in AZUL.options},
    seed=1,
)


@pytest.fixture(scope="module")
def events():
    """Return a whole match in which everybody plays the first legal action."""
    execution = Execution(AZUL, SETUP)
    log = [execution.begin()]
    while not execution.over:
        seat = execution.state.to_act()[0]
        log.append(execution.act(seat, execution.state.legal_actions(seat)[0]))
    return log


def test_everything_is_told_of_every_event_for_all(events):
    entries = transcript(AZUL, SETUP, events, "all")
    assert [entry.number for entry in entries] == list(range(len(events)))
    assert [entry.action for entry in entries[1:]] == [event.action_id for event in events[1:]]
    assert all(entry.sentences for entry in entries)


def test_turns_never_fall_and_the_first_action_is_in_the_first(events):
    told = [entry.turn for entry in transcript(AZUL, SETUP, events, "all")]
    turns = [turn for turn in told if turn is not None]
    assert turns == sorted(turns)
    assert len(turns) == len(told)
    assert turns[1] == AZUL.new(seats=2, seed=1).turn()


def test_seat_is_told_its_own_actions_by_id_and_no_numbers_of_events(events):
    entries = transcript(AZUL, SETUP, events, 1)
    assert {entry.number for entry in entries} == {None}
    assert all((entry.action is not None) == (entry.seat == 1) for entry in entries)


def test_bystander_is_told_no_ids_of_actions(events):
    assert {entry.action for entry in transcript(AZUL, SETUP, events, "public")} == {None}


def test_lines_have_a_heading_a_turn_and_name_who_acted(events):
    entries = transcript(AZUL, SETUP, events, "all")
    lines = list(transcript_lines(entries, ["first", "second"]))
    assert lines[0] == "Set-up"
    headings = [line for line in lines if line.startswith("Turn ")]
    assert headings == [f"Turn {turn}" for turn in dict.fromkeys(one.turn for one in entries[1:])]
    first = f"seat {events[1].seat} first: {events[1].action_id}"
    assert any(line.endswith(first) for line in lines)


def test_match_of_other_rules_is_told_by_its_actions_alone(events):
    other = dataclasses.replace(SETUP, rules_version="other")
    entries = transcript(AZUL, other, events, "all")
    assert [entry.action for entry in entries] == [event.action_id for event in events]
    assert {(entry.turn, entry.sentences) for entry in entries} == {(None, ())}


def test_log_that_was_changed_is_still_told_up_to_its_end(events):
    wrong = next(code for code in range(AZUL.actions.size) if code != events[3].action)
    changed = [*events]
    changed[3] = dataclasses.replace(events[3], seat=1 - events[3].seat, action=wrong)
    entries = transcript(AZUL, SETUP, changed, "all")
    assert len(entries) == len(events)
    assert entries[-1].turn is None


def test_acts_of_the_arena_are_told(events):
    forfeit = dataclasses.replace(
        events[3], act="forfeit", action=None, action_id=None, facts=(), reason="timeout"
    )
    entries = transcript(AZUL, SETUP, [*events[:3], forfeit], "public")
    lines = list(transcript_lines(entries, ["first", "second"]))
    assert (
        lines[-1] == f"  seat {forfeit.seat} {['first', 'second'][forfeit.seat]}: forfeit (timeout)"
    )
