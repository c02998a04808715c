"""Actions that come out of turn, twice, too late, or break a rule, never reach the log."""

import pytest

from ludarena.arena.errors import CorruptLog
from ludarena.arena.execution import Execution, replayed
from ludarena.arena.record import Event, facts_from_text, facts_to_text
from ludarena.core.errors import IllegalAction, MatchOver, OutOfTurn
from ludarena.core.registry import load_game
from ludarena.core.trace import Fact, only
from tests.arena.helpers import setup


def begun(game: str = "bids", seats: int = 2) -> Execution:
    execution = Execution(load_game(game), setup(game, seats))
    execution.begin()
    return execution


def unchanged(execution: Execution) -> tuple[bytes, int, bytes]:
    return execution.state.encode(), execution.events, execution.digest


def test_an_action_out_of_turn_is_refused_and_changes_nothing() -> None:
    execution = begun("echoes")
    before = unchanged(execution)
    action = execution.state.legal_actions(0)[0]
    with pytest.raises(OutOfTurn, match="seat 1 owes no decision now; owed by: seat 0"):
        execution.play(1, action)
    assert unchanged(execution) == before


def test_a_second_answer_to_a_closed_lane_is_refused() -> None:
    execution = begun("bids")
    execution.play(0, 0)
    before = unchanged(execution)
    with pytest.raises(OutOfTurn, match="seat 0 owes no decision now; owed by: seat 1"):
        execution.play(0, 0)
    assert unchanged(execution) == before


def test_an_illegal_action_is_refused_with_its_reason() -> None:
    execution = begun("bids")
    before = unchanged(execution)
    firm = execution.game.action_code("stance:firm")
    with pytest.raises(IllegalAction, match="may not play 'stance:firm': that is the answer to"):
        execution.play(0, firm)
    assert unchanged(execution) == before


def test_an_answer_after_the_end_is_refused() -> None:
    execution = begun("echoes")
    while not execution.over:
        seat = execution.state.to_act()[0]
        execution.play(seat, execution.state.legal_actions(seat)[0])
    before = unchanged(execution)
    with pytest.raises(MatchOver, match="the match is over"):
        execution.play(0, 0)
    assert unchanged(execution) == before


def test_digests_are_a_chain_over_events_and_state() -> None:
    one, other = begun(), begun()
    assert one.digest == other.digest
    one.play(0, 1)
    other.play(0, 2)
    assert one.digest != other.digest
    stand_in = begun()
    stand_in.play(0, 1, stand_in=True)
    assert stand_in.digest != one.digest


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Event(number=2, block=0, seat=0, act="action", action=0), "the log goes on with event 2"),
        (Event(number=1, block=0, seat=-1, act="setup"), "'setup' cannot stand here"),
        (Event(number=1, block=0, seat=0, act="teleport"), "'teleport' is no act"),  # type: ignore[arg-type]
        (Event(number=1, block=0, seat=7, act="action", action=0), "there is no seat 7"),
        (Event(number=1, block=0, seat=0, act="action"), "it holds no action"),
        (Event(number=1, block=0, seat=0, act="action", action=7), "it cannot be played (seat 0"),
        (Event(number=1, block=3, seat=0, act="action", action=0), "block: stored is 3, executing"),
    ],
)
def test_a_stored_event_that_cannot_have_happened_is_named(event: Event, reason: str) -> None:
    with pytest.raises(CorruptLog) as caught:
        replayed(begun(), "m", event)
    assert reason in str(caught.value)
    assert str(caught.value).startswith("match m, event 1: ")


def test_facts_keep_every_part_through_text() -> None:
    facts = (
        Fact(0, ()),
        Fact(3, (1, 2)),
        Fact(1, (5,), (8, 9), only(1)),
        Fact(2, (), (), 0, only(0)),
        Fact(2, (4,), (7,), only(2), only(2) | only(1)),
    )
    assert facts_from_text(facts_to_text(facts)) == facts
    assert facts_to_text(()) == ""
    assert facts_to_text(facts[:2]) == "[[0,[]],[3,[1,2]]]"


@pytest.mark.parametrize(
    "text", ["{}", "[3]", "[[1]]", "[[1,2]]", '[[1,["a"]]]', "[[1,[1],[],0,0,0]]"]
)
def test_text_that_holds_no_facts_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="fact"):
        facts_from_text(text)
