"""Whole matches of real games under each preset of the protocol, played by a scripted model."""

from __future__ import annotations

import re

import pytest

from ludarena.agents.controller import Request
from ludarena.agents.llm.agent import LlmAgent
from ludarena.arena.participant import built_in
from ludarena.arena.presets import PRESETS
from ludarena.testing.provider import Reply, ScriptedProvider, refusal, unreadable
from tests.agents.llm.table import Played, model_at, plan_of


class Knowing:
    """A script that may look at the request which the prompt was made from.

    The seat finds its action although the prompt does not list it. `before` gives the replies of
    the first tries of a decision, None for the action; `log` holds every prompt with its request.
    """

    def __init__(self, before=lambda request: None):
        self._before = before
        self._request: Request
        self.log = []

    def watch(self, monkeypatch):
        """Look at every request of the native loop from now on."""
        decide = LlmAgent.decide

        async def watched(agent, request):
            self._request = request
            return await decide(agent, request)

        monkeypatch.setattr(LlmAgent, "decide", watched)
        return self

    def __call__(self, asked):
        request = self._request
        self.log.append((request, f"{asked.system}\n{asked.user}"))
        said = self._before(request)
        if said is not None:
            return said
        actions = request.legal_actions
        scores = request.position.action_scores(request.seat, actions)
        best = request.game.action_id(actions[scores.index(max(scores))])
        return Reply(text=f"I know what I may.\nFinal Answer: {best}")


def illegal(request):
    """Return an answer with a real id that is not offered now."""
    offered = {one.id for one in request.sight.choices}
    ids = (request.game.action_id(code) for code in range(request.game.actions.size))
    return Reply(text=f"Final Answer: {next(one for one in ids if one not in offered)}")


def played(folder, provider, preset, game, **settings):
    roster = [model_at(provider, **settings), built_in("heuristic", "heuristic")]
    protocol = PRESETS[preset].settings
    return Played(folder, plan_of(roster, game=game, options={}, **protocol))


@pytest.mark.parametrize(("game", "memory"), [("azul", "own"), ("splendor", "log")])
def test_game_arena_hides_the_list_and_says_no_reason_in_a_whole_match(
    tmp_path, monkeypatch, game, memory
):
    def before(request):
        """Fail three times at every fifth decision: once in each of three ways."""
        if request.number % 5 or request.tries > 2:
            return None
        return (illegal(request), unreadable(), refusal())[request.tries]

    script = Knowing(before).watch(monkeypatch)
    with ScriptedProvider(script) as provider:
        done = played(tmp_path, provider, "game-arena", game, memory=memory)
    assert done.report.complete
    assert not done.results[0].forfeited
    own = [one for one in done.answers if one.seat == 0]
    assert [one.tries for one in own] == [1 if one.number % 5 else 4 for one in own]
    kinds = [one.kind for one in done.failed]
    assert kinds == ["illegal", "unreadable", "refused"] * len(own[::5])
    assert done.results[0].failed_tries == len(kinds)
    assert len(done.responses) == len(own) + 3 * len(own[::5])
    for request, prompt in script.log:
        nothing_of_the_list(request, prompt)


def nothing_of_the_list(request, prompt):
    """Check that a prompt tells neither the legal actions nor why a reply was not accepted."""
    assert "Legal actions" not in prompt
    assert "The legal actions are not listed." in prompt
    assert not [one for one in request.sight.choices if one.description in prompt]
    decision = prompt.rpartition("# Your decision")[2]
    quoted = decision.partition("Your reply was:")[2]
    listed = [one.id for one in request.sight.choices if one.id in decision]
    assert all(one in quoted for one in listed)
    told = re.findall(r"^Your last reply was not accepted.*$", prompt, re.MULTILINE)
    assert told == ([request.feedback] if request.tries else [])
    assert "Reason:" not in prompt
    if request.tries:
        kind = ("illegal", "unreadable", "refused")[request.tries - 1]
        assert told == [f"Your last reply was not accepted ({kind})."]


@pytest.mark.parametrize("game", ["azul", "splendor"])
def test_forfeit_of_game_arena_never_pays(tmp_path, monkeypatch, game):
    """By the rules the seat would have won; it is last all the same."""

    def before(request):
        late = request.position.progress() > 0.6
        return illegal(request) if late else None

    script = Knowing(before).watch(monkeypatch)
    with ScriptedProvider(script) as provider:
        roster = [model_at(provider), built_in("random", "random"), built_in("other", "random")]
        plan = plan_of(roster, game=game, options={}, seed=9, **PRESETS["game-arena"].settings)
        done = Played(tmp_path, plan)
    assert done.report.complete
    last = [one for one in done.answers if one.reason == "illegal"]
    assert [(one.act, one.tries, one.stand_in) for one in last] == [("forfeit", 4, True)]
    assert [one.kind for one in done.failed] == ["illegal"] * 4
    seat, *others = done.results
    assert (seat.rules_rank, seat.forfeited, seat.rank, seat.payoff) == (1, True, 3, 0.0)
    assert sum(one.payoff for one in others) == 1.5
    after = [one for one in done.answers if one.seat == 0 and one.number > last[0].number]
    assert all(one.stand_in and one.tries == 0 for one in after)
    assert done.results[0].model_responses == len(done.responses) == len(script.log)


def test_dece_sets_a_failed_match_aside_and_repeats_it_whole(tmp_path, monkeypatch):
    spoilt: list[Request] = []

    def before(request):
        if request.number == 4 and not spoilt:
            spoilt.append(request)
            return unreadable()
        return None

    script = Knowing(before).watch(monkeypatch)
    with ScriptedProvider(script) as provider:
        done = played(tmp_path, provider, "dece", "azul")
        served = provider.served()
    assert done.report.complete
    assert [one.status for one in done.attempts] == ["void", "finished"]
    assert [(one.kind, one.number, one.tries) for one in done.failed] == [("unreadable", 4, 0)]
    assert all(one.tries == 1 and not one.stand_in for one in done.answers)
    assert len(done.responses) == len(served)
    for request, prompt in script.log:
        lines = [f"- {one.id}: {one.description}" for one in request.sight.choices]
        assert "\n".join(lines) in prompt
        assert "was not accepted" not in prompt
        assert request.seconds_left == 1_200


def test_lenient_tells_reasons_and_stands_in_for_one_decision(tmp_path, monkeypatch):
    def before(request):
        """Never find an action at decision 3; find one at the last try of decision 6."""
        hopeless = request.number == 3 or (request.number == 6 and request.tries < 5)
        return illegal(request) if hopeless else None

    script = Knowing(before).watch(monkeypatch)
    with ScriptedProvider(script) as provider:
        done = played(tmp_path, provider, "lenient", "splendor")
    assert done.report.complete
    tries = {one.number: (one.tries, one.stand_in) for one in done.answers if one.seat == 0}
    assert tries.pop(3) == (6, True)
    assert tries.pop(6) == (6, False)
    assert set(tries.values()) == {(1, False)}
    seat = done.results[0]
    assert (seat.forfeited, seat.stand_in_decisions, seat.failed_tries) == (
        False,
        1,
        11,
    )
    again = [prompt for request, prompt in script.log if request.tries]
    assert len(again) == 10
    assert all("Your last reply was not accepted (illegal). Reason: " in one for one in again)
