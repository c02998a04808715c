"""Every way in which a reply can fail, played through the whole arena."""

import pytest

from ludarena.testing.provider import (
    Fault,
    Reply,
    ScriptedProvider,
    ToolUse,
    broken,
    empty,
    long_text,
    rate_limited,
    refusal,
    truncated,
    two_calls,
    unreadable,
)
from tests.agents.llm.table import first_listed, play

ILLEGAL = "draft:factory-1:blue:line-1"
WRONG = Reply(text="Final Answer: draft:factory-99:blue:line-1")


def illegal_move(asked):
    """Name an action that is never offered: a colour that the first factory lacks."""
    listed = {line.split(": ")[0][2:] for line in asked.user.splitlines() if line[:2] == "- "}
    colours = ("blue", "yellow", "red", "black", "white")
    ids = [f"draft:factory-1:{colour}:line-1" for colour in colours]
    return next(one for one in ids if one not in listed)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (truncated(), "truncated"),
        (empty(), "empty"),
        (refusal(), "refused"),
        (unreadable(), "unreadable"),
        (WRONG, "unreadable"),
        (long_text(), "unreadable"),
        (Reply(text="Final Answer: "), "empty"),
    ],
    ids=["truncated", "empty", "refused", "prose", "no-such-id", "megabyte", "blank"],
)
def test_failed_reply_has_its_class_and_the_next_try_is_played(tmp_path, reply, kind):
    with ScriptedProvider(first_listed, faults={2: reply}) as provider:
        played = play(tmp_path, provider, rethinks=1)
        served = provider.served()
    assert played.report.complete
    assert [(one.kind, one.number, one.tries) for one in played.failed] == [(kind, 1, 0)]
    assert all(not answer.stand_in for answer in played.answers)
    assert len(played.responses) == len(served)


def test_illegal_action_is_told_with_its_reason_and_never_replaced(tmp_path):
    chosen = []

    def script(asked):
        if asked.number == 1:
            chosen.append(illegal_move(asked))
            return Reply(text=f"Final Answer: {chosen[0]}")
        return first_listed(asked)

    with ScriptedProvider(script) as provider:
        played = play(tmp_path, provider, rethinks=1)
        second = provider.served()[1].asked.user
    assert [one.kind for one in played.failed] == ["illegal"]
    assert played.failed[0].text == chosen[0]
    assert "Your last reply was not accepted (illegal). Reason: " in second
    assert f"Final Answer: {chosen[0]}" in second
    assert played.answers[0].tries == 2


def test_feedback_without_reason_tells_the_class_alone(tmp_path):
    with ScriptedProvider(first_listed, faults={1: unreadable()}) as provider:
        play(tmp_path, provider, rethinks=3, feedback="illegal")
        second = provider.served()[1].asked.user
    assert "Your last reply was not accepted (unreadable)." in second
    assert "Reason:" not in second


@pytest.mark.parametrize(
    "reply",
    [
        Reply(text="I look around.", calls=(ToolUse("observe"),)),
        two_calls("act", {"action": ILLEGAL}, {"action": "draft:centre:red:floor"}),
        Reply(text=f"Final Answer: {ILLEGAL}"),
    ],
    ids=["wrong-tool", "two-calls-at-once", "words-without-a-call"],
)
def test_only_one_call_of_the_tool_is_an_action(tmp_path, reply):
    with ScriptedProvider(first_listed, faults={1: reply}) as provider:
        played = play(tmp_path, provider, settings={"reply": "tool"}, rethinks=1)
    assert [one.kind for one in played.failed] == ["unreadable"]
    assert played.answers[0].tool_calls == {"act": 1}


def test_refusals_of_the_transport_are_retried_and_never_reach_the_seat(tmp_path):
    faults = {1: rate_limited(0.01), 2: broken(), 5: rate_limited(0.01)}
    with ScriptedProvider(first_listed, faults=faults) as provider:
        played = play(tmp_path, provider, rethinks=0)
        whole = [one for one in provider.served() if one.sent == "whole"]
    assert played.report.complete
    assert played.failed == []
    assert len(played.responses) == len(whole)


def test_provider_that_stays_down_is_a_provider_error(tmp_path):
    with ScriptedProvider([broken()]) as provider:
        played = play(tmp_path, provider, rethinks=0, on_failure="stand_in")
    assert played.report.complete
    assert {one.kind for one in played.failed} == {"provider_error"}
    assert played.results[0].model_responses == 0
    assert played.results[0].stand_in_decisions == len(played.failed)


def test_stream_that_breaks_off_is_no_move(tmp_path):
    with ScriptedProvider(first_listed, faults={1: Fault(cut_after=2)}) as provider:
        played = play(tmp_path, provider, rethinks=1)
    assert [one.kind for one in played.failed] == ["provider_error"]
    assert "cut" in {row["status"] for row in played.responses}


def test_hanging_provider_is_a_timeout_and_ends_in_time(tmp_path):
    with ScriptedProvider(first_listed, faults={1: Fault(delay_s=600)}) as provider:
        played = play(tmp_path, provider, rethinks=2, decision_seconds=1.0, on_failure="stand_in")
    assert (played.failed[0].kind, played.failed[0].number) == ("timeout", 0)
    assert played.answers[0].stand_in
    assert played.report.complete


def test_seat_that_never_moves_is_set_aside_after_all_attempts(tmp_path):
    with ScriptedProvider([empty()]) as provider:
        played = play(tmp_path, provider, rethinks=1, attempts=2)
    assert (played.report.set_aside, played.report.finished) == (1, 0)
    assert [one.status for one in played.attempts] == ["void", "void"]
    assert len(played.failed) == 4


def test_forfeit_places_the_seat_last_and_the_match_goes_on(tmp_path):
    with ScriptedProvider(first_listed, faults={3: refusal()}) as provider:
        played = play(tmp_path, provider, rethinks=0, on_failure="forfeit")
    assert played.report.complete
    assert (played.results[0].forfeited, played.results[0].payoff) == (True, 0.0)
    assert played.results[1].payoff == 1.0


def test_wrong_key_stops_the_run_and_keeps_the_match(tmp_path):
    with ScriptedProvider([Reply(fault=Fault(status=401))]) as provider:
        played = play(tmp_path, provider, rethinks=0)
        assert "rejects the request" in played.report.stopped
    assert not played.report.complete
    assert played.failed == []
    assert [one.status for one in played.attempts] == ["running"]
    with ScriptedProvider(first_listed, port=int(provider.url.rpartition(":")[2])) as mended:
        again = play(tmp_path, mended, rethinks=0)
    assert again.report.complete
