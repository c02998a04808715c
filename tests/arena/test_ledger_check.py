"""The gateway's ledger against programs' own logs: what is stored, compared and counted."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ludarena.agents import Controller, Reply, Request
from ludarena.agents.controller import Failure, ModelResponse
from ludarena.agents.own_log import LoggedResponse, OwnLog
from ludarena.agents.registry import build_agent
from ludarena.arena.export import export
from ludarena.arena.ledger_check import Comparison, compared, coverage, coverage_of
from ludarena.arena.protocol import Protocol
from ludarena.arena.store import read_store
from ludarena.models.usage import Usage
from tests.arena.helpers import RANDOM, plan, run, scripted

PLAYER = scripted("program")


class Program:
    """A player with a ledger and a log: a response a decision, `n * 100` input the n-th."""

    immediate = False

    def __init__(self, log: Callable[[int], OwnLog | None], fails: bool) -> None:
        self._log = log
        self._fails = fails
        self._asked = 0
        self.ended = False

    async def decide(self, request: Request) -> Reply:
        self._asked += 1
        request.record(
            ModelResponse(
                id=f"r{self._asked}",
                provider="p",
                model="m",
                input_tokens=self._asked * 100,
                cached_tokens=50,
                output_tokens=7,
                extra={"source": "gateway", "usage_known": True, "reasoning_known": True},
            )
        )
        lost = {"source": "gateway"}
        request.record(ModelResponse(id="-", provider="p", model="m", status="http", extra=lost))
        if self._fails:
            return Reply(failure=Failure("empty", "it said nothing"))
        return Reply(action=request.legal_actions[0])

    async def own_log(self) -> OwnLog | None:
        self.ended = True
        return self._log(self._asked)

    async def close(self) -> None:
        assert self.ended, "its log is asked for before it is closed"


def logged(number: int, *, key: str | None = None, more: int = 0) -> LoggedResponse:
    usage = Usage(input=number * 100 + more, output=7, cached=50, reasoning=0)
    return LoggedResponse(id=f"r{number}" if key is None else key, session="s", usage=usage)


def read_log(*responses: LoggedResponse) -> OwnLog:
    return OwnLog(program="codex", status="read", responses=responses)


def checked(
    folder: Path,
    log: Callable[[int], OwnLog | None],
    *,
    fails: bool = False,
    game: str = "bids",
    options: Mapping[str, int] | None = None,
) -> list[Comparison]:
    """Play a match of a program with such a log against a random player; compare."""

    def build(name: str, settings: Mapping[str, object]) -> Controller:
        return Program(log, fails) if name == "scripted" else build_agent(name, settings)

    protocol = Protocol(on_failure="void", attempts=1) if fails else Protocol()
    of = plan([[PLAYER, RANDOM]], game=game, protocol=protocol, options=options)
    run(folder, of, build=build)
    with read_store(folder) as reader:
        return compared(reader)


def test_log_that_saw_the_same_responses_agrees_to_the_token(tmp_path):
    (one,) = checked(tmp_path, lambda n: read_log(*map(logged, range(1, n + 1))))
    assert (one.verdict, one.differences) == ("equal", {})
    assert (one.seat, one.participant, one.program) == (0, "program", "codex")
    assert one.ledger == one.log
    assert one.ledger_responses == one.log_responses > 1


def test_response_that_a_log_lacks_is_named(tmp_path):
    (one,) = checked(tmp_path, lambda n: read_log(*map(logged, range(2, n + 1))))
    assert one.verdict == "different"
    assert one.differences == {"responses": -1, "input": -100, "cached": -50, "output": -7}
    assert (one.only_in_ledger, one.only_in_log, one.differing) == (("r1",), (), ())


def test_response_that_both_count_otherwise_is_named(tmp_path):
    (one,) = checked(tmp_path, lambda n: read_log(logged(1, more=3), *map(logged, range(2, n + 1))))
    assert (one.verdict, one.differences, one.differing) == ("different", {"input": 3}, ("r1",))


def test_errors_that_cancel_out_are_found(tmp_path):
    (one,) = checked(
        tmp_path,
        lambda n: read_log(logged(1, more=3), logged(2, more=-3), *map(logged, range(3, n + 1))),
    )
    assert one.differences == {}
    assert (one.verdict, one.differing) == ("different", ("r1", "r2"))


def test_log_without_the_providers_ids_is_compared_by_its_sums(tmp_path):
    (one,) = checked(tmp_path, lambda n: read_log(*(logged(i, key="") for i in range(1, n + 1))))
    assert (one.verdict, one.only_in_ledger, one.only_in_log) == ("equal", (), ())


@pytest.mark.parametrize("status", ["absent", "unreadable"])
def test_log_that_was_not_read_is_told_and_not_compared(tmp_path, status):
    (one,) = checked(
        tmp_path, lambda _: OwnLog(program="codex", status=status, detail="it is\0 broken")
    )
    assert (one.verdict, one.differences) == (status, {})
    assert one.detail == "it is\\x00 broken"


def test_program_that_never_began_has_no_log(tmp_path):
    assert checked(tmp_path, lambda _: None) == []


def test_log_of_an_attempt_that_was_set_aside_is_kept(tmp_path):
    (one,) = checked(tmp_path, lambda n: read_log(*map(logged, range(1, n + 1))), fails=True)
    assert one.verdict == "equal"


def test_coverage_counts_appearances_responses_and_agreement(tmp_path):
    comparisons = checked(tmp_path, lambda n: read_log(*map(logged, range(1, n + 1))))
    with read_store(tmp_path) as reader:
        (one,) = coverage(reader.calls(), comparisons)
        assert coverage_of([reader]) == [one]
        assert coverage_of([reader, reader]) == [one + one]
        assert one.as_json() == {
            "participant": "program",
            "source": "gateway",
            "appearances": 1,
            "responses": comparisons[0].ledger_responses,
            "counted": comparisons[0].ledger_responses,
            "logged": 1,
            "equal": 1,
        }


def test_export_holds_own_logs_and_its_canonical_form_does_not(tmp_path):
    checked(tmp_path, lambda n: read_log(*map(logged, range(1, n + 1))))
    with read_store(tmp_path) as reader:
        whole, canonical = io.StringIO(), io.StringIO()
        export(reader, whole)
        export(reader, canonical, canonical=True)
    (line,) = [one for one in map(json.loads, whole.getvalue().splitlines()) if is_own_log(one)]
    assert (line["seat"], line["program"], line["status"]) == (0, "codex", "read")
    assert line["responses"][0]["input_tokens"] == 100
    assert not any(is_own_log(json.loads(one)) for one in canonical.getvalue().splitlines())


def is_own_log(line: dict) -> bool:
    return line["type"] == "own_log"
