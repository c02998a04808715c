"""The match loop: logs, sealed blocks, what a seat is told, forfeits, time."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarena.agents import Failure, ModelResponse, Reply, Request, build_agent
from ludarena.arena.protocol import Protocol
from ludarena.arena.store import read_store
from ludarena.arena.verify import verify
from ludarena.core.trace import EVERYBODY, only
from tests.arena.helpers import (
    HEURISTIC,
    RANDOM,
    Spy,
    Waiting,
    acts,
    canonical,
    log_of,
    plan,
    results_of,
    run,
    scripted,
)


def spies(spied: dict[str, list[Spy]]):
    """Return a builder that puts a spy around every player, by the agent type."""

    def build(kind, settings):
        spy = Spy(build_agent(kind, settings))
        spied.setdefault(kind, []).append(spy)
        return spy

    return build


def test_a_match_is_logged_from_set_up_to_result(tmp_path: Path) -> None:
    report = run(tmp_path, plan([[RANDOM, HEURISTIC, RANDOM]]))
    assert (report.planned, report.finished, report.complete) == (1, 1, True)
    with read_store(tmp_path) as reader:
        events = log_of(reader)
        results = results_of(reader)
        assert verify(reader).ok
    assert [one.number for one in events] == list(range(len(events)))
    assert acts(events) == [("setup", -1)]
    # Every one of 3 x 6 tokens earns its points; the seats' decisions are all the events but one.
    assert sum(one.engine_decisions for one in results) == len(events) - 1
    assert [one.controller_decisions for one in results] == [
        one.engine_decisions for one in results
    ]
    assert {one.rank for one in results} <= {1, 2, 3}
    assert all(len(one.digest) == 16 for one in events)


def test_same_plan_gives_the_same_canonical_export(tmp_path: Path) -> None:
    one = plan([[RANDOM, HEURISTIC], [HEURISTIC, RANDOM]], game="bids")
    run(tmp_path / "a", one)
    run(tmp_path / "b", one)
    assert canonical(tmp_path / "a") == canonical(tmp_path / "b")


def test_another_seed_gives_another_match(tmp_path: Path) -> None:
    run(tmp_path / "a", plan([[RANDOM, RANDOM]], seed=1))
    run(tmp_path / "b", plan([[RANDOM, RANDOM]], seed=2))
    logs = []
    for name in ("a", "b"):
        with read_store(tmp_path / name) as reader:
            logs.append([one.action for one in log_of(reader)])
    assert logs[0] != logs[1]


def test_same_participant_in_two_seats_does_not_mirror_itself(tmp_path: Path) -> None:
    run(tmp_path, plan([[RANDOM, RANDOM]], game="bids"))
    with read_store(tmp_path) as reader:
        bids = [[one.action for one in log_of(reader) if one.seat == seat] for seat in (0, 1)]
    assert bids[0] != bids[1]


@pytest.mark.parametrize("game", ["bids", "drafts"])
def test_order_of_arrival_in_a_sealed_block_reaches_neither_log_nor_views(
    tmp_path: Path, game: str
) -> None:
    of = plan([[RANDOM, HEURISTIC, RANDOM]], game=game)
    run(tmp_path / "at once", of)

    def late_first_seat(kind, settings):
        return Waiting(build_agent(kind, settings), lambda request: 0.002 * (3 - request.seat))

    def late_last_seat(kind, settings):
        return Waiting(build_agent(kind, settings), lambda request: 0.002 * request.seat)

    run(tmp_path / "a", of, build=late_first_seat)
    run(tmp_path / "b", of, build=late_last_seat)
    assert canonical(tmp_path / "a") == canonical(tmp_path / "b") == canonical(tmp_path / "at once")


def test_answers_of_a_sealed_block_stand_in_order_of_block_seat_and_step(tmp_path: Path) -> None:
    firm = ["bid:1", "stance:firm"]
    of = plan([[scripted("a", *firm), scripted("b", "bid:2", "stance:mild")]], game="bids", seed=3)
    run(tmp_path, of)
    with read_store(tmp_path) as reader:
        events = log_of(reader)
    first = [(one.seat, one.action_id) for one in events if one.block == 0 and one.act == "action"]
    assert first == [(0, "bid:1"), (0, "stance:firm"), (1, "bid:2"), (1, "stance:mild")]
    # Facts of the resolution belong to the block's last event; earlier ones are the seat's own.
    assert [fact.audience for one in events[1:4] for fact in one.facts] == [
        only(0),
        only(0),
        only(1),
    ]
    assert [fact.audience for fact in events[4].facts] == [only(1), *[EVERYBODY] * 4]


def test_a_seat_hears_what_it_may_know_since_its_own_last_decision(tmp_path: Path) -> None:
    spied: dict[str, list[Spy]] = {}
    of = plan([[scripted("a", "bid:1", "stance:firm"), RANDOM]], game="bids", seed=3)
    run(tmp_path, of, build=spies(spied))
    first, second, third = spied["scripted"][0].requests[:3]
    assert [one.number for one in (first, second, third)] == [0, 1, 2]
    assert len(first.story) == 1
    assert first.story[0].startswith("Round 1: the prize is")
    assert second.story == ["You answer bid:1."]
    assert third.story[0] == "You answer stance:firm."
    assert any(line.startswith("Seat 1 bid") for line in third.story)
    assert any(line.startswith("Round 2") for line in third.story)
    assert not any("You answer bid" in line for line in third.story[1:])


def test_a_request_holds_the_redraw_and_never_the_true_state(tmp_path: Path) -> None:
    spied: dict[str, list[Spy]] = {}
    run(tmp_path, plan([[RANDOM, RANDOM]], game="drafts"), build=spies(spied))
    for spy in spied["random"]:
        assert spy.closed
        for request in spy.requests:
            again = request.position.determinize(request.seat, 0)
            assert request.position.encode() == again.encode()
            assert request.position.trace is None
            assert request.legal_actions == request.position.legal_actions(request.seat)
            assert [one.action for one in request.sight.choices] == request.legal_actions


def test_the_cap_is_an_act_in_the_log(tmp_path: Path) -> None:
    run(tmp_path, plan([[scripted("a"), scripted("b")]], game="bids", options={"round_limit": 2}))
    with read_store(tmp_path) as reader:
        events = log_of(reader)
        (result,) = reader.results()
        assert verify(reader).ok
    assert acts(events) == [("setup", -1), ("cap", -1)]
    assert (result.ended_by, result.turns) == ("cap", 2)


def test_snapshots_are_kept_every_fifty_events(tmp_path: Path) -> None:
    run(tmp_path, plan([[RANDOM, RANDOM, RANDOM]], game="bids", options={"round_limit": 30}))
    with read_store(tmp_path) as reader:
        attempt = reader.current_attempt(reader.find("0"))
        assert attempt is not None
        last = len(reader.events(attempt.key)) - 1
        assert list(reader.snapshots(attempt.key)) == list(range(0, last + 1, 50))


def test_concurrent_matches_are_stored_as_if_played_one_by_one(tmp_path: Path) -> None:
    of = plan([[RANDOM, HEURISTIC]] * 6, game="bids")

    def waiting(kind, settings):
        return Waiting(build_agent(kind, settings), lambda request: 0.0005 * (request.seed % 3))

    run(tmp_path / "a", of)
    run(tmp_path / "b", of, build=waiting, concurrency=4)
    assert canonical(tmp_path / "a") == canonical(tmp_path / "b")


class Model:
    """A player that answers with reasoning, usage and tool calls, as a model's harness would."""

    immediate = False

    async def decide(self, request: Request) -> Reply:
        response = ModelResponse(
            id=f"r{request.seat}-{request.number}-{request.tries}",
            provider="test",
            model="model-2026-01-01",
            prompt=request.sight.text,
            reply="I play the first one.",
            input_tokens=100,
            output_tokens=20,
            reasoning_tokens=5,
        )
        if request.tries == 0 and request.number == 0:
            return Reply(failure=Failure("truncated", "cut at 20 tokens"), responses=(response,))
        return Reply(
            text=request.sight.choices[0].id.upper(),
            reasoning="The first one looks good.",
            rationale={"visits": [3, 1]},
            responses=(response,),
            tool_calls={"observe": 1, "act": 1},
        )

    async def close(self) -> None:
        return


def test_usage_reasoning_tools_and_repairs_are_stored_and_counted_apart(tmp_path: Path) -> None:
    run(
        tmp_path,
        plan([[RANDOM, HEURISTIC]], game="echoes"),
        build=lambda kind, settings: Model() if kind == "random" else build_agent(kind, settings),
    )
    with read_store(tmp_path) as reader:
        attempt = reader.current_attempt(reader.find("0"))
        assert attempt is not None
        result = reader.seat_results(attempt.key)[0]
        answers = [one for one in reader.answers(attempt.key) if one.seat == 0]
        responses = reader.responses(attempt.key)
        assert verify(reader).ok
    made = result.engine_decisions
    assert result.controller_decisions == made
    assert result.model_responses == made + 1  # the failed try had one too
    assert result.tool_calls == {"observe": made, "act": made}
    assert (result.failed_tries, result.repairs) == (1, made)
    assert answers[0].tries == 2
    assert answers[0].reasoning == "The first one looks good."
    assert answers[0].rationale == {"visits": [3, 1]}
    assert answers[0].repairs == ("case",)
    assert sum(int(str(one["output_tokens"])) for one in responses) == 20 * (made + 1)
    assert responses[0]["reply"] == "I play the first one."


def test_one_response_reported_twice_counts_once(tmp_path: Path) -> None:
    class Twice(Model):
        async def decide(self, request: Request) -> Reply:
            response = ModelResponse(id="same", provider="test", model="m", output_tokens=9)
            return Reply(action=request.legal_actions[0], responses=(response, response))

    run(tmp_path, plan([[RANDOM, RANDOM]]), build=lambda kind, settings: Twice())
    with read_store(tmp_path) as reader:
        attempt = reader.current_attempt(reader.find("0"))
        assert attempt is not None
        assert len(reader.responses(attempt.key)) == 1
        assert reader.response_counts(attempt.key, 2) == [1, 0]
        assert [one.model_responses for one in reader.seat_results(attempt.key)] == [1, 0]


def test_default_protocol_voids_and_never_repairs_silently() -> None:
    assert Protocol().on_failure == "void"
