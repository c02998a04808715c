"""Counters, lengths and points by route of a real run, and usage that cannot be true."""

import math

import pytest

from ludarena.analysis.appearances import Appearance, stored_appearances
from ludarena.analysis.resources import (
    appearance_counts,
    match_lengths,
    quartiles,
    usage_faults,
)
from ludarena.analysis.results import stored_results
from ludarena.analysis.route_profiles import concentration, pivots, route_profiles, shares_of
from ludarena.arena.errors import NothingPlayed
from ludarena.arena.route_history import route_history
from ludarena.arena.store import open_store, read_store
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    run(folder, plan([[HEURISTIC, RANDOM], [RANDOM, HEURISTIC, RANDOM]], game="azul"))
    with read_store(folder) as reader:
        yield reader


def test_appearances_are_those_of_the_stored_seats(played):
    found = stored_appearances(played)
    results = stored_results(played)
    assert [(one.match, one.seat) for one in found] == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]
    for one in found:
        assert results[one.match].roster[one.seat] == one.participant
        assert results[one.match].ranks[one.seat] == one.rank
        assert sum(one.routes.values()) == one.score
        assert one.engine_decisions >= one.controller_decisions > 0
    attempt = played.current_attempt(played.matches()[0])
    assert attempt is not None
    assert found[0].turns == attempt.turns
    assert len(stored_appearances(played, played)) == 2 * len(found)


def test_length_of_matches_by_hand(played):
    found = stored_appearances(played)
    two, three = match_lengths(found)
    decisions = [
        sum(one.engine_decisions for one in found if one.match == match) for match in (0, 1)
    ]
    assert (two.seats, three.seats) == (2, 3)
    assert (two.decisions.median, three.decisions.median) == tuple(decisions)
    assert three.per_seat.median == decisions[1] / 3
    assert two.turns.number == 1


def test_quartiles_are_interpolated():
    found = quartiles([1, 2, 3, 10])
    assert (found.low, found.median, found.high) == (1.75, 2.5, 4.75)
    assert (found.range, found.number) == (3.0, 4)


def test_counts_of_appearances_keep_the_counters_apart(played):
    heuristic, rand = appearance_counts(stored_appearances(played))
    assert (heuristic.participant, rand.participant) == ("heur", "rand")
    assert rand.counts["controller_decisions"].number == 3
    assert heuristic.counts["model_responses"].median == 0
    assert heuristic.counts["engine_decisions"].median > 0


def call(**tokens):
    zero = dict.fromkeys(("input", "cached", "cache_written", "output", "reasoning"), 0)
    counts = {f"{name}_tokens": number for name, number in {**zero, **tokens}.items()}
    return {"match": "m", "seat": 1, "id": "r", "status": "ok", "extra": {}, **counts}


@pytest.mark.parametrize(
    ("tokens", "reason"),
    [
        ({"input": 5, "cached": 4, "cache_written": 2}, "6 cached and cache-written tokens of 5"),
        ({"input": 5, "output": 1, "reasoning": 2}, "2 reasoning tokens of 1 output tokens"),
        ({"input": -5, "cached": -9}, "input tokens are -5"),
    ],
)
def test_counts_that_contradict_each_other_are_told(tokens, reason):
    faults = usage_faults([call(input=9, cached=4, output=3, reasoning=3), call(**tokens)])
    assert {one.response for one in faults} == {"r"}
    assert any(reason in one.reason for one in faults)


def test_reported_usage_without_input_is_told():
    known = {**call(output=3), "extra": {"usage_known": True}}
    assert [one.reason for one in usage_faults([known])] == ["it reports its tokens, but no input"]
    assert usage_faults([call(output=3)]) == []


def appeared(**routes):
    return Appearance(
        match=0,
        game="x",
        part="",
        seats=2,
        seat=0,
        participant="a",
        rank=1,
        score=sum(routes.values()),
        routes=routes,
        turns=1,
        engine_decisions=1,
        controller_decisions=1,
        tool_calls={},
        model_responses=0,
        seconds=0.0,
    )


def test_profile_of_routes_by_hand():
    [found] = route_profiles(
        [appeared(rows=6, columns=2, floor=-3), appeared(rows=0, columns=4, floor=0)]
    )
    assert [(one.route, one.share, one.points) for one in found.routes] == [
        ("columns", 0.625, 3.0),
        ("rows", 0.375, 3.0),
        ("floor", 0.0, -1.5),
    ]
    assert found.concentration == pytest.approx((0.625 + 1) / 2)


def test_appearance_without_points_has_no_shares():
    [found] = route_profiles([appeared(rows=0, floor=-2)])
    assert (found.appearances, found.counted, found.concentration) == (1, 0, None)
    assert shares_of({"rows": 0}) == {} and concentration({}) is None


def test_equal_routes_have_the_least_concentration():
    assert concentration({"a": 2, "b": 2, "c": 2, "d": 2}) == 0.25
    assert concentration({"a": 5}) == 1.0


def test_pivots_are_changes_of_the_lead():
    history = [{"a": 1, "b": 0}, {"a": 1, "b": 1}, {"a": 1, "b": 3}, {"a": 4, "b": 3}]
    found = pivots(history)
    assert found.leaders == ((0, "a"), (2, "b"), (3, "a"))
    assert (found.number, found.last) == (2, 3)
    assert (pivots([]).number, pivots([{"a": 0}]).last) == (0, None)


def test_history_ends_with_the_stored_routes(played):
    found = stored_appearances(played)
    for number, match in enumerate(played.matches()):
        histories = route_history(played, match)
        assert len(histories) == match.cell.setup.seats
        for seat, history in enumerate(histories):
            own = next(one for one in found if (one.match, one.seat) == (number, seat))
            assert history[-1] == own.routes
            assert len(history) == len(histories[0]) >= 5
            placed = [routes["placement"] for routes in history]
            assert placed == sorted(placed) and not math.isnan(pivots(history).number)


def test_match_that_has_not_begun_has_no_history(tmp_path):
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, RANDOM]], game="azul"))
    with read_store(tmp_path) as reader, pytest.raises(NothingPlayed):
        route_history(reader, reader.matches()[0])
