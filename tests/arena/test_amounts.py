"""Money and tokens of appearances, against what a scripted provider counted."""

import math

from ludarena.agents import build_agent
from ludarena.agents.controller import Failure, ModelResponse, Reply
from ludarena.arena.amounts import appearance_amounts
from ludarena.arena.protocol import Protocol
from ludarena.arena.store import read_store
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run


class Asking:
    """A player that takes the first action and reports what a model would have used."""

    immediate = True

    def __init__(self, extra, fails_at=0):
        self._extra = extra
        self._fails_at = fails_at
        self.asked = 0

    async def decide(self, request):
        self.asked += 1
        response = ModelResponse(
            id=f"{id(self)}-{self.asked}",
            provider="scripted",
            model="scripted-1",
            input_tokens=100,
            output_tokens=7,
            extra=self._extra,
        )
        if self.asked == self._fails_at:
            return Reply(failure=Failure("refused", "no"), responses=(response,))
        return Reply(action=request.legal_actions[0], responses=(response,))

    async def close(self):
        pass


def played(folder, extra):
    """Play two matches in which seat 0, then seat 1, asks a model for every decision."""

    def build(kind, settings):
        return Asking(extra) if kind == "random" else build_agent(kind, settings)

    run(folder, plan([[RANDOM, HEURISTIC], [HEURISTIC, RANDOM]], game="azul"), build=build)
    with read_store(folder) as reader:
        asked = []
        for match in reader.matches():
            attempt = reader.current_attempt(match)
            assert attempt is not None
            asked.append(reader.response_counts(attempt.key, 2))
        return appearance_amounts(reader), asked


def test_each_seat_has_the_sum_of_its_own_responses(tmp_path):
    extra = {"usage_known": True, "cost": "0.25", "currency": "USD"}
    amounts, asked = played(tmp_path, extra)
    (first, none), (nothing, second) = asked
    assert none == nothing == 0 and first > 5 and second > 5
    assert amounts["tokens"] == [(107 * first, 0), (0, 107 * second)]
    assert amounts["cost"] == [(0.25 * first, 0), (0, 0.25 * second)]


def test_response_without_price_or_count_leaves_a_gap(tmp_path):
    amounts, _ = played(tmp_path, {"usage_known": False})
    assert math.isnan(amounts["cost"][0][0]) and math.isnan(amounts["tokens"][1][1])
    assert (amounts["cost"][0][1], amounts["tokens"][1][0]) == (0, 0)


def test_attempts_that_were_set_aside_are_counted_when_asked_for(tmp_path):
    extra = {"usage_known": True, "cost": "1", "currency": "USD"}
    players: list[Asking] = []

    def build(kind, settings):
        if kind != "random":
            return build_agent(kind, settings)
        players.append(Asking(extra, fails_at=0 if players else 3))
        return players[-1]

    roster = [[RANDOM, HEURISTIC]]
    protocol = Protocol(rethinks=0, on_failure="void")
    run(tmp_path, plan(roster, game="azul", protocol=protocol), build=build)
    with read_store(tmp_path) as reader:
        counted = appearance_amounts(reader)
        everything = appearance_amounts(reader, every_attempt=True)
    # the first attempt ended with the third response
    assert len(players) == 2
    assert counted["cost"][0][0] == players[1].asked
    assert everything["cost"][0][0] == players[1].asked + 3
    assert everything["tokens"][0] == (107 * (players[1].asked + 3), 0)
