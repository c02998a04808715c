"""The built-in players: what they choose, that only the seed moves them, and their settings."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from ludarena.agents import Controller, Reply, Request, agent_type, agent_types, build_agent
from ludarena.agents.errors import InvalidSetting, UnknownAgentType, UnknownSetting
from ludarena.core.rng import mix
from tests.tiny.bids import BIDS


def request(seed: int = 1, *, number: int = 0, tries: int = 0) -> Request:
    state = BIDS.new(seats=2, seed=4)
    return Request(
        game=BIDS,
        position=state.determinize(0, 0),
        seat=0,
        number=number,
        seed=seed,
        legal_actions=state.legal_actions(0),
        tries=tries,
    )


def reply(agent: Controller, asked: Request) -> Reply:
    return asyncio.run(agent.decide(asked))


def chosen(agent: Controller, seeds: range) -> Counter[int]:
    actions = [reply(agent, request(mix(7, seed))).action for seed in seeds]
    return Counter(action for action in actions if action is not None)


def test_random_plays_every_legal_action_about_equally_often() -> None:
    counts = chosen(build_agent("random", {}), range(600))
    assert sorted(counts) == request().legal_actions == [0, 1, 2, 3, 4, 5]
    # 100 each are expected, with a standard deviation of 9.1.
    assert all(60 <= count <= 140 for count in counts.values())


def best_action() -> int:
    asked = request()
    scores = asked.position.action_scores(0, asked.legal_actions)
    assert scores.count(max(scores)) == 1
    return asked.legal_actions[scores.index(max(scores))]


def test_heuristic_plays_the_best_action_but_for_epsilon() -> None:
    counts = chosen(build_agent("heuristic", {}), range(600))
    # A tenth explores, of which a sixth hits the best action too: 550 are expected.
    assert 525 <= counts[best_action()] <= 575
    assert len(counts) == 6


@pytest.mark.parametrize(("epsilon", "actions"), [(0, 1), (1, 6)])
def test_epsilon_reaches_from_never_to_always(epsilon: float, actions: int) -> None:
    assert len(chosen(build_agent("heuristic", {"epsilon": epsilon}), range(200))) == actions


def test_heuristic_breaks_ties_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    state = type(BIDS.new(seats=2, seed=1))
    monkeypatch.setattr(state, "action_scores", lambda self, seat, actions: [0, 5, 0, 5, 0, 0])
    counts = chosen(build_agent("heuristic", {"epsilon": 0}), range(200))
    assert sorted(counts) == [1, 3]
    assert min(counts.values()) > 60


@pytest.mark.parametrize("kind", ["random", "heuristic"])
def test_a_player_is_moved_by_the_seed_alone(kind: str) -> None:
    agent = build_agent(kind, {})
    first = [reply(agent, request(seed)).action for seed in range(40)]
    again = [reply(build_agent(kind, {}), request(seed)).action for seed in reversed(range(40))]
    assert first == again[::-1]


@pytest.mark.parametrize(
    ("number", "tries", "expected"),
    [
        (0, 0, Reply(text="bid:2")),
        (1, 0, Reply(text="a")),
        (1, 1, Reply(text="b")),
        (1, 5, Reply(text="b")),
        (2, 0, Reply(action=5)),
        (3, 0, Reply(resigns=True)),
        (4, 0, Reply(action=0)),
        (9, 0, Reply(action=0)),
    ],
)
def test_scripted_replies_by_number_and_try(number: int, tries: int, expected: Reply) -> None:
    agent = build_agent("scripted", {"replies": ["bid:2", ["a", "b"], "!last", "!resign", []]})
    assert reply(agent, request(number=number, tries=tries)) == expected


def test_scripted_fails_as_told() -> None:
    failed = reply(build_agent("scripted", {"replies": ["!refused"]}), request()).failure
    assert failed is not None
    assert failed.kind == "refused"
    with pytest.raises(RuntimeError, match="the script says 'explode'"):
        reply(build_agent("scripted", {"replies": ["!explode"]}), request())


@pytest.mark.parametrize("kind", ["random", "heuristic", "scripted", "human"])
def test_players_answer_at_once_and_close(kind: str) -> None:
    agent = build_agent(kind, {})
    assert agent.immediate
    asyncio.run(agent.close())


# --- types and settings ----------------------------------------------------------------------


def test_all_types_say_what_they_are() -> None:
    names = [kind.name for kind in agent_types()]
    assert {"random", "heuristic", "scripted", "human"} <= set(names)
    assert len(set(names)) == len(names)
    for kind in agent_types():
        assert kind.note
        assert kind.version
        assert agent_type(kind.name) is kind
    assert [kind.name for kind in agent_types() if kind.interactive] == ["human"]


def test_settings_are_completed_with_defaults() -> None:
    assert agent_type("heuristic").complete({}) == {"epsilon": 0.1}
    assert agent_type("heuristic").complete({"epsilon": 1}) == {"epsilon": 1}


def test_an_unknown_type_is_told_with_the_nearest_one() -> None:
    with pytest.raises(UnknownAgentType, match=r"no agent type is called 'randon' \(did you mean"):
        agent_type("randon")


def test_an_unknown_setting_is_told_with_those_that_exist() -> None:
    with pytest.raises(UnknownSetting) as caught:
        build_agent("heuristic", {"epsilom": 0.2})
    assert str(caught.value) == (
        "agent type 'heuristic' has no setting 'epsilom' (did you mean 'epsilon'?); it has: epsilon"
    )


@pytest.mark.parametrize(
    ("kind", "setting", "value", "expected"),
    [
        ("heuristic", "epsilon", 1.5, "a number from 0 to 1"),
        ("heuristic", "epsilon", -0.1, "a number from 0 to 1"),
        ("heuristic", "epsilon", "0.1", "a number from 0 to 1"),
        ("heuristic", "epsilon", True, "a number from 0 to 1"),
        ("heuristic", "epsilon", float("nan"), "a number from 0 to 1"),
        ("scripted", "replies", "bid:1", "a list of texts, or of lists of texts, one a try"),
        ("scripted", "replies", [1], "a list of texts, or of lists of texts, one a try"),
    ],
)
def test_a_setting_of_a_wrong_value_is_told(kind, setting, value, expected) -> None:
    with pytest.raises(InvalidSetting) as caught:
        build_agent(kind, {setting: value})
    assert str(caught.value) == (
        f"agent type {kind!r}: setting {setting!r} cannot be {value!r}; it takes {expected}"
    )
