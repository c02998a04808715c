"""Replies that fail: every class, rethinks, feedback, repairs, time, and the three policies."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from ludarena.agents import Failure, Reply, Request, build_agent
from ludarena.arena.asking import Seat
from ludarena.arena.errors import InvalidProtocol
from ludarena.arena.outcome import overlaid_payoffs, overlaid_ranks
from ludarena.arena.protocol import Protocol
from ludarena.arena.store import read_store
from ludarena.arena.verify import verify
from tests.arena.helpers import RANDOM, Spy, Waiting, acts, log_of, plan, results_of, run, scripted

ONE_TRY = Protocol(rethinks=0, on_failure="stand_in")


def failures(where: Path) -> list[tuple[str, str]]:
    """Return (class, detail) of each failed try of match 0, in order."""
    with read_store(where) as reader:
        attempt = reader.current_attempt(reader.find("0"))
        assert attempt is not None
        assert verify(reader).ok
        return [(one.kind, one.detail) for one in reader.failed_tries(attempt.key)]


@pytest.mark.parametrize(
    ("reply", "kind", "detail"),
    [
        ("echo", "illegal", "answer"),
        ("I would rather not.", "unreadable", "no action begins with"),
        ("", "empty", "the reply holds no action"),
        ("   ", "empty", "the reply holds no action"),
        ("!truncated", "truncated", "as scripted"),
        ("!refused", "refused", "as scripted"),
        ("!timeout", "timeout", "as scripted"),
        ("!provider_error", "provider_error", "as scripted"),
        ("!harness_error", "harness_error", "as scripted"),
        ("!budget_exhausted", "budget_exhausted", "as scripted"),
        ("!crash", "harness_error", "RuntimeError: the script says 'crash'"),
    ],
)
def test_each_failed_reply_has_one_class(
    tmp_path: Path, reply: str, kind: str, detail: str
) -> None:
    run(tmp_path, plan([[scripted("a", reply), RANDOM]], protocol=ONE_TRY))
    ((found, said),) = failures(tmp_path)
    assert found == kind
    assert detail in said


def test_stand_in_plays_alike_whoever_failed_and_not_by_the_players_seeds(tmp_path: Path) -> None:
    played = []
    for name, said in (("a", "!refused"), ("b", "!empty")):
        run(tmp_path / name, plan([[scripted(name, *[said] * 40), RANDOM]], protocol=ONE_TRY))
        with read_store(tmp_path / name) as reader:
            assert results_of(reader)[0].stand_in_decisions > 1
            played.append([one.action_id for one in log_of(reader) if one.seat == 0])
    assert played[0] == played[1]
    seats = [Seat(0, build_agent("random", {}), 7, digest) for digest in ("one", "two")]
    assert len({one.decision_seed() for one in seats}) == 2
    assert len({one.stand_in_seed() for one in seats}) == 1
    assert seats[0].stand_in_seed() not in {one.decision_seed() for one in seats}


def answering(reply: object):
    """Return a builder whose scripted players give this reply to their first request."""

    class Odd:
        immediate = True

        async def decide(self, request: Request) -> Reply:
            if request.number == 0:
                return reply  # type: ignore[return-value]
            return Reply(action=request.legal_actions[0])

        async def close(self) -> None:
            return

    return lambda kind, settings: Odd() if kind == "scripted" else build_agent(kind, settings)


@pytest.mark.parametrize(
    ("reply", "kind", "detail"),
    [
        (Reply(action=10_000), "illegal", "10000 is no action"),
        (Reply(action=-1), "illegal", "-1 is no action"),
        (Reply(action=0, answers=4), "illegal", "stale: it answers decision 4, owed is decision 0"),
        (Reply(), "empty", "no action"),
        (Reply(action="play:red"), "harness_error", "cannot be 'play:red'"),  # type: ignore[arg-type]
        (Reply(action=True), "harness_error", "cannot be True"),
        (None, "harness_error", "NoneType is no reply"),
        ("play:red", "harness_error", "str is no reply"),
    ],
)
def test_nonsense_of_a_player_is_a_recorded_failure(
    tmp_path: Path, reply: object, kind: str, detail: str
) -> None:
    run(tmp_path, plan([[scripted("a"), RANDOM]], protocol=ONE_TRY), build=answering(reply))
    ((found, said),) = failures(tmp_path)
    assert found == kind
    assert detail in said


@pytest.mark.parametrize(
    ("feedback", "told"),
    [
        ("nothing", None),
        ("illegal", "Your last reply was not accepted (illegal)."),
        ("reason", "Your last reply was not accepted (illegal). Reason: "),
    ],
)
def test_feedback_tells_as_much_as_the_protocol_says(
    tmp_path: Path, feedback: str, told: str | None
) -> None:
    spied: list[Spy] = []

    def build(kind, settings):
        spied.append(Spy(build_agent(kind, settings)))
        return spied[-1]

    protocol = Protocol(rethinks=1, feedback=feedback)  # type: ignore[arg-type]
    run(
        tmp_path, plan([[scripted("a", ["echo", "!last"]), RANDOM]], protocol=protocol), build=build
    )
    first, second = spied[0].requests[:2]
    assert (first.tries, first.feedback) == (0, None)
    assert (second.tries, second.number) == (1, 0)
    if told is None:
        assert second.feedback is None
    else:
        assert second.feedback is not None
        assert second.feedback.startswith(told)


@pytest.mark.parametrize(("rethinks", "asked"), [(0, 1), (1, 2), (3, 4)])
def test_rethinks_are_the_tries_after_the_first_one(
    tmp_path: Path, rethinks: int, asked: int
) -> None:
    protocol = Protocol(rethinks=rethinks, on_failure="stand_in")
    run(tmp_path, plan([[scripted("a", "nonsense"), RANDOM]], protocol=protocol))
    assert [kind for kind, _ in failures(tmp_path)] == ["unreadable"] * asked


@pytest.mark.parametrize("last", ["!timeout", "!budget_exhausted"])
def test_no_rethink_after_time_or_budget_are_used_up(tmp_path: Path, last: str) -> None:
    protocol = Protocol(rethinks=5, on_failure="stand_in")
    run(tmp_path, plan([[scripted("a", [last, "!first"]), RANDOM]], protocol=protocol))
    assert [kind for kind, _ in failures(tmp_path)] == [last[1:]]


def test_a_repair_is_played_and_counted_where_it_is_allowed(tmp_path: Path) -> None:
    of = plan([[scripted("a", "  'BID:1'. "), RANDOM]], game="bids")
    run(tmp_path, of)
    with read_store(tmp_path) as reader:
        assert log_of(reader)[1].action_id == "bid:1"
        assert [one.repairs for one in results_of(reader)] == [4, 0]
        attempt = reader.current_attempt(reader.find("0"))
        assert attempt is not None
        answer = reader.answers(attempt.key)[0]
    assert answer.repairs == ("spaces", "punctuation", "quotes", "case")
    assert answer.text == "  'BID:1'. "


def test_a_repair_is_a_failure_where_it_is_not_allowed(tmp_path: Path) -> None:
    protocol = Protocol(rethinks=0, repairs=False, on_failure="stand_in")
    run(tmp_path, plan([[scripted("a", "BID:1"), RANDOM]], game="bids", protocol=protocol))
    assert failures(tmp_path) == [("unreadable", "write the id exactly (wrong: case)")]


# --- what follows when the tries are used up -------------------------------------------------


def test_void_sets_the_attempt_aside_and_plays_again(tmp_path: Path) -> None:
    fails = iter([True, False])

    def build(kind, settings):
        if kind == "scripted" and not next(fails):
            return build_agent("random", {})
        return build_agent(kind, settings)

    protocol = Protocol(rethinks=0, on_failure="void")
    report = run(tmp_path, plan([[scripted("a", "x"), RANDOM]], protocol=protocol), build=build)
    assert report.complete
    with read_store(tmp_path) as reader:
        match = reader.find("0")
        first, second = reader.attempts(match)
        voided = reader.events(first.key)
        assert verify(reader).ok
    assert (first.status, second.status) == ("void", "finished")
    assert match.finished == second.key
    assert (match.attempts, match.voids) == (2, 1)
    assert first.reason is not None
    assert first.reason.startswith("seat 0: unreadable (")
    assert acts(voided) == [("setup", -1), ("void", 0)]


def test_a_match_is_left_alone_after_its_attempts(tmp_path: Path) -> None:
    protocol = Protocol(rethinks=0, on_failure="void", attempts=2)
    of = plan([[scripted("a", "x"), RANDOM], [RANDOM, RANDOM]], protocol=protocol)
    report = run(tmp_path, of)
    assert (report.finished, report.set_aside, report.complete) == (1, 1, False)
    again = run(tmp_path, of)
    assert (again.played, again.set_aside) == (0, 1)
    with read_store(tmp_path) as reader:
        assert reader.find("0").status == "set_aside"
        assert reader.find("0").attempts == 2
        assert reader.progress().set_aside == 1


def test_forfeit_puts_the_seat_last_and_a_stand_in_finishes_its_moves(tmp_path: Path) -> None:
    protocol = Protocol(rethinks=0, on_failure="forfeit")
    run(tmp_path, plan([[RANDOM, scripted("a", "!first", "x"), RANDOM]], protocol=protocol))
    with read_store(tmp_path) as reader:
        events = log_of(reader)
        results = results_of(reader)
        assert verify(reader).ok
    assert acts(events) == [("setup", -1), ("forfeit", 1)]
    after = next(one.number for one in events if one.act == "forfeit")
    assert events[after].reason == "unreadable"
    own = [one.stand_in for one in events if one.act == "action" and one.seat == 1]
    assert own == [False] + [True] * (len(own) - 1)
    assert results[1].forfeited
    assert results[1].rank == 3
    assert results[1].payoff == 0.0
    assert (results[1].controller_decisions, results[1].stand_in_decisions) == (1, len(own) - 1)
    assert sorted(one.rank for one in results if not one.forfeited) in ([1, 1], [1, 2])


def test_forfeit_inside_a_sealed_block_stands_in_key_order(tmp_path: Path) -> None:
    protocol = Protocol(rethinks=0, on_failure="forfeit")
    of = plan([[RANDOM, scripted("a", "bid:1", "x"), RANDOM]], game="bids", protocol=protocol)
    run(tmp_path, of)
    with read_store(tmp_path) as reader:
        first = [(one.act, one.seat) for one in log_of(reader) if one.block == 0]
        assert verify(reader).ok
    middle = [one for one in first if one[1] == 1]
    assert middle == [("action", 1), ("forfeit", 1), ("action", 1)]
    assert [seat for _, seat in first[1:]] == sorted(seat for _, seat in first[1:])


def test_stand_in_answers_for_that_decision_alone(tmp_path: Path) -> None:
    run(tmp_path, plan([[scripted("a", "x", "!last"), RANDOM]], protocol=ONE_TRY))
    with read_store(tmp_path) as reader:
        events = log_of(reader)
        results = results_of(reader)
    own = [one.stand_in for one in events if one.act == "action" and one.seat == 0]
    assert own == [True] + [False] * (len(own) - 1)
    assert acts(events) == [("setup", -1), ("stand_in", 0)]
    assert not results[0].forfeited
    assert results[0].stand_in_decisions == 1


def test_resigning_is_an_act_and_places_last(tmp_path: Path) -> None:
    run(tmp_path, plan([[scripted("a", "!resign"), RANDOM]]))
    with read_store(tmp_path) as reader:
        assert acts(log_of(reader)) == [("setup", -1), ("resign", 0)]
        results = results_of(reader)
        assert verify(reader).ok
    assert [(one.rank, one.payoff) for one in results] == [(2, 0.0), (1, 1.0)]


def test_the_effort_behind_a_resignation_is_kept(tmp_path: Path) -> None:
    reply = Reply(resigns=True, reasoning="It is lost.", tool_calls={"observe": 2})
    run(tmp_path, plan([[scripted("a"), RANDOM]]), build=answering(reply))
    with read_store(tmp_path) as reader:
        attempt = reader.current_attempt(reader.find("0"))
        assert attempt is not None
        assert reader.answers(attempt.key)[0].reasoning == "It is lost."
        assert reader.seat_results(attempt.key)[0].tool_calls == {"observe": 2}
        assert verify(reader).ok


@pytest.mark.parametrize(
    ("ranks", "forfeited", "expected"),
    [
        ([1, 2, 3], [False, False, False], (1, 2, 3)),
        ([1, 2, 3], [True, False, False], (3, 1, 2)),
        ([1, 1, 3], [True, False, False], (3, 1, 2)),
        ([1, 2, 2, 4], [False, True, False, True], (1, 3, 2, 3)),
        ([1, 2], [True, True], (1, 1)),
    ],
)
def test_forfeited_seats_share_the_last_place(ranks, forfeited, expected) -> None:
    assert overlaid_ranks(ranks, forfeited) == expected


@pytest.mark.parametrize(
    ("payoffs", "forfeited", "expected"),
    [
        ([1.0, 0.5, 0.0], [False, False, False], (1.0, 0.5, 0.0)),
        # The winner gave up: the second beats both others, the third beats the one who left.
        ([1.0, 0.5, 0.0], [True, False, False], (0.0, 1.0, 0.5)),
        # A tie of two with one gone: each beats the one who left and halves with nobody.
        ([0.75, 0.75, 0.0], [False, False, True], (0.75, 0.75, 0.0)),
        ([1.0, 0.0], [True, True], (0.0, 0.0)),
    ],
)
def test_a_forfeit_never_pays(payoffs, forfeited, expected) -> None:
    assert overlaid_payoffs(payoffs, forfeited) == expected


# --- time ------------------------------------------------------------------------------------


def slow(seconds: float, left: list[float | None] | None = None):
    """Return a builder whose scripted players take `seconds` for every decision.

    The time that a decision is given goes into `left`.
    """

    def wait(request: Request) -> float:
        if left is not None:
            left.append(request.seconds_left)
        return seconds

    def build(kind, settings):
        agent = build_agent(kind, settings)
        return Waiting(agent, wait) if kind == "scripted" else agent

    return build


def test_a_decision_that_takes_too_long_times_out(tmp_path: Path) -> None:
    protocol = Protocol(decision_seconds=0.02, on_failure="forfeit", rethinks=2)
    run(tmp_path, plan([[scripted("a"), RANDOM]], protocol=protocol), build=slow(5.0))
    with read_store(tmp_path) as reader:
        assert acts(log_of(reader)) == [("setup", -1), ("timeout", 0), ("forfeit", 0)]
    assert failures(tmp_path) == [("timeout", "no reply within 0.02 s")]


def test_the_time_of_a_seat_is_that_of_all_its_decisions(tmp_path: Path) -> None:
    left: list[float | None] = []
    protocol = Protocol(seat_seconds=1_000.0, on_failure="stand_in")
    run(tmp_path, plan([[scripted("a"), RANDOM]], protocol=protocol), build=slow(0.02, left))
    given = [seconds for seconds in left if seconds is not None]
    assert given[0] == 1_000.0
    assert len(given) == len(left) > 2
    assert all(before - after > 0.019 for before, after in pairwise(given))


def test_a_seat_without_time_is_not_asked_again(tmp_path: Path) -> None:
    left: list[float | None] = []
    protocol = Protocol(seat_seconds=0.02, on_failure="stand_in")
    run(tmp_path, plan([[scripted("a"), RANDOM]], protocol=protocol), build=slow(600.0, left))
    with read_store(tmp_path) as reader:
        mine = [one.stand_in for one in log_of(reader) if one.act == "action" and one.seat == 0]
    assert len(mine) > 1
    assert all(mine)
    assert left == [0.02]


def test_other_seats_have_their_own_clocks(tmp_path: Path) -> None:
    protocol = Protocol(decision_seconds=5.0, seat_seconds=60.0)
    run(tmp_path, plan([[scripted("a"), RANDOM]], protocol=protocol), build=slow(0.001))
    assert failures(tmp_path) == []


def test_a_timeout_that_a_player_raises_itself_is_its_own_fault(tmp_path: Path) -> None:
    class Impatient:
        immediate = False

        async def decide(self, request: Request) -> Reply:
            async with asyncio.timeout(0.001):
                await asyncio.sleep(1)
            return Reply()

        async def close(self) -> None:
            return

    of = plan([[scripted("a"), RANDOM]], protocol=Protocol(rethinks=0, on_failure="forfeit"))
    run(
        tmp_path,
        of,
        build=lambda kind, given: Impatient() if kind == "scripted" else build_agent(kind, given),
    )
    assert [kind for kind, _ in failures(tmp_path)] == ["harness_error"]


# --- the protocol ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "value", "expected"),
    [
        ("feedback", "all", "one of nothing, illegal, reason"),
        ("on_failure", "retry", "one of void, forfeit, stand_in"),
        ("rules", "short", "one of full, none"),
        ("call", "match", "one of decision, turn"),
        ("rethinks", -1, "an integer from 0 to 1000"),
        ("attempts", 0, "an integer from 1 to 1000"),
        ("rethinks", True, "an integer from 0 to 1000"),
        ("decision_seconds", 0, "a number of seconds above 0, at most 10000000"),
        ("seat_seconds", "60", "a number of seconds above 0, at most 10000000"),
        ("listing", 1, "true or false"),
    ],
)
def test_a_protocol_refuses_values_that_mean_nothing(setting, value, expected) -> None:
    with pytest.raises(InvalidProtocol) as caught:
        Protocol(**{setting: value})
    assert str(caught.value) == f"protocol: {setting!r} cannot be {value!r}; it takes {expected}"


def test_the_id_of_a_protocol_is_the_digest_of_all_its_settings() -> None:
    assert Protocol().id == Protocol(rethinks=1).id
    assert Protocol().id != Protocol(rethinks=2).id
    assert Protocol(**Protocol(rules="none").as_json()) == Protocol(rules="none")  # type: ignore[arg-type]


def test_replies_that_no_database_takes_are_kept_with_escapes(tmp_path: Path) -> None:
    odd = Reply(text="\ud800", reasoning="why \udfff\0?")
    run(tmp_path, plan([[scripted("a"), RANDOM]], protocol=ONE_TRY), build=answering(odd))
    with read_store(tmp_path) as reader:
        attempt = reader.current_attempt(reader.find("0"))
        assert attempt is not None
        failed = reader.failed_tries(attempt.key)[0]
        assert verify(reader).ok
    assert (failed.kind, failed.text, failed.reasoning) == (
        "unreadable",
        "\\ud800",
        "why \\udfff\0?",
    )
    assert "'\\ud800'" in failed.detail


def test_reason_of_a_void_attempt_may_hold_any_character(tmp_path: Path) -> None:
    odd = Reply(failure=Failure("harness_error", "\udc80 and \0"))
    of = plan([[scripted("a"), RANDOM]], protocol=Protocol(rethinks=0, attempts=1))
    run(tmp_path, of, build=answering(odd))
    with read_store(tmp_path) as reader:
        attempt = reader.current_attempt(reader.find("0"))
        assert attempt is not None
        assert "(\\udc80 and \\x00)" in str(attempt.reason)
