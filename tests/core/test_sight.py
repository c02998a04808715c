"""What a seat sees goes through its redraw: the true state is never shown."""

import pytest

from ludarena.core import sight
from ludarena.core.errors import IllegalAction, MatchOver, OutOfTurn
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace, only
from tests.tiny.drafts import BURIED, CARDS, DRAFTS, DREW, KEPT, PASSED, Drafts
from tests.tiny.echoes import ECHO, ECHOES


class Spy(Drafts):
    """Notes which states it is handed."""

    def __init__(self) -> None:
        self.handed: list[State] = []

    def view(self, state, at):
        self.handed.append(state)
        return super().view(state, at)

    def describe(self, state, seat, action):
        self.handed.append(state)
        return super().describe(state, seat, action)

    def pending(self, state, seat):
        self.handed.append(state)
        return super().pending(state, seat)

    def reason(self, state, seat, action):
        self.handed.append(state)
        return super().reason(state, seat, action)

    def read(self, state, seat, text):
        self.handed.append(state)
        return super().read(state, seat, text)


@pytest.fixture
def spy() -> Spy:
    return Spy()


def test_sight_of_a_seat_is_made_of_its_redraw_alone(spy):
    state = spy.new(seats=2, seed=1)
    seen = sight.sight(spy, state, 0)
    assert spy.handed
    assert state not in spy.handed
    known = state.determinize(0, 0).encode()
    assert {handed.encode() for handed in spy.handed} == {known}
    assert len(seen.choices) == 8


def test_sight_of_a_bystander_is_made_of_its_redraw_alone(spy):
    state = spy.new(seats=2, seed=1)
    seen = sight.sight(spy, state, "public")
    assert [handed.encode() for handed in spy.handed] == [state.determinize(-1, 0).encode()]
    assert (seen.decision, seen.choices) == (None, ())


def test_only_the_viewpoint_all_is_shown_the_state(spy):
    state = spy.new(seats=2, seed=1)
    sight.sight(spy, state, "all")
    assert spy.handed == [state]


def test_reasons_and_readings_are_made_of_the_redraw(spy):
    state = spy.new(seats=2, seed=1)
    absent = next(code for code in range(CARDS) if code not in state.legal_actions(0))
    assert sight.why_not(spy, state, 0, absent) == f"the {absent + 1} is not in your hand"
    assert sight.read(spy, state, 0, "KEEP:1").repairs == ("case",)
    with pytest.raises(IllegalAction):
        spy.play(state, 0, absent)
    assert len(spy.handed) == 3
    assert state not in spy.handed


def test_sight_shows_no_seed():
    shown = {sight.sight(DRAFTS, DRAFTS.new(seats=2, seed=seed), "public") for seed in range(9)}
    assert len(shown) == 1


def test_refusals_leave_the_state_untouched():
    state = ECHOES.new(seats=2, seed=3)
    before = state.encode()
    with pytest.raises(OutOfTurn, match="owed by: seat 0"):
        ECHOES.play(state, 1, 0)
    with pytest.raises(IllegalAction) as caught:
        ECHOES.play(state, 0, ECHO)
    assert (caught.value.seat, caught.value.action) == (0, "echo")
    with pytest.raises(IllegalAction, match="is no action of Echoes"):
        ECHOES.play(state, 0, 99)
    assert state.encode() == before


def test_answer_after_the_end_is_refused():
    state = ECHOES.new(seats=2, seed=3)
    while to_act := state.to_act():
        ECHOES.play(state, to_act[0], state.legal_actions(to_act[0])[0])
    with pytest.raises(MatchOver):
        ECHOES.play(state, 0, 0)


FACTS = [
    Fact(KEPT, (0, 7)),
    Fact(BURIED, (0,), (3,), only(0)),
    Fact(DREW, (0,), (9,), only(0), only(0) | only(1)),
    Fact(PASSED, (1,), (4, 5), only(1), only(1)),
]


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (0, [(0, 7), (0, 3), (0, 9)]),
        (1, [(0, 7), (0,), (0,), (1, 4, 5)]),
        ("public", [(0, 7), (0,)]),
        ("all", [(0, 7), (0, 3), (0, 9), (1, 4, 5)]),
    ],
)
def test_facts_are_cut_for_those_who_do_not_see_them(at, expected):
    kept = sight.filtered(FACTS, at)
    assert [fact.arguments + fact.secret for fact in kept] == expected


def test_seats_do_not_learn_who_else_saw_a_fact():
    masks = {(fact.sees, fact.audience) for fact in sight.filtered(FACTS, 1)}
    assert masks == {(0, 0)}
    assert sight.filtered(FACTS, "all") == FACTS


def test_story_tells_what_the_viewpoint_may_hear():
    assert sight.story(DRAFTS, FACTS, "public") == ["Seat 0 kept: 7.", "Seat 0 buried: face down."]
    assert sight.story(DRAFTS, FACTS, 0)[1] == "Seat 0 buried: 3."


def test_facts_of_set_up_reach_the_trace_that_was_handed_in():
    trace = Trace()
    DRAFTS.new(seats=3, seed=1, trace=trace)
    dealt = trace.take()
    assert [fact.sees for fact in dealt] == [only(0), only(1), only(2)]
    assert sight.story(DRAFTS, dealt, "public")[0] == "Seat 0 dealt: face down."
