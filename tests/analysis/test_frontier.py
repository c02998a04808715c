"""Frontiers by hand, and two algorithms that must agree in every cell."""

import numpy as np
import pytest

from ludarena.analysis.draws import joint_draws
from ludarena.analysis.frontier import (
    frontier,
    frontier_coverage,
    frontiers_by_game,
    nondominated,
    nondominated_by_sweep,
)
from ludarena.analysis.leaderboard import Result

NAN = float("nan")
NAMES = ("a", "b", "c", "d", "e")
ELO = np.array([1600.0, 1500, 1550, 1450, NAN])
COST = np.array([3.0, 1, 3, 2, 0])


def test_dominated_is_who_is_no_better_at_no_lower_cost():
    # c costs what a costs and is worse; d costs more than b and is worse; e has no rating
    assert nondominated(ELO, COST).tolist() == [True, True, False, False, False]


def test_equal_value_at_equal_cost_dominates_nobody():
    value, cost = np.array([5.0, 5, 5, 4]), np.array([1.0, 1, 2, 1])
    assert nondominated(value, cost).tolist() == [True, True, False, False]
    assert nondominated_by_sweep(value, cost).tolist() == [True, True, False, False]


def test_staircase_is_the_best_that_a_budget_affords():
    found = frontier(NAMES, ELO, COST)
    assert [point.participant for point in found.points] == ["b", "d", "a", "c"]
    assert found.unknown == ("e",)
    assert [(step.cost, step.value) for step in found.steps] == [(1, 1500), (3, 1600)]
    assert found.best_within(0.5) is None
    assert found.best_within(1) == found.best_within(2.9) == 1500
    assert found.best_within(3) == 1600
    assert {point.membership for point in found.points} == {None}


def test_two_at_one_corner_are_one_step():
    found = frontier(("b", "a"), np.array([5.0, 5]), np.array([1.0, 1]))
    assert [point.on_frontier for point in found.points] == [True, True]
    assert [step.participant for step in found.steps] == ["a"]


def test_membership_is_the_share_of_draws():
    drawn = (
        np.array([[2.0, 1], [1, 2], [1, 2], [1, 1]]),  # values
        np.array([[1.0, 1], [1, 1], [2, 3], [1, 2]]),  # costs
    )
    a, b = frontier(("a", "b"), np.array([1.5, 1.5]), np.array([1.0, 2]), drawn=drawn).points
    # a alone, b alone, both, a alone
    assert (a.membership, b.membership) == (0.75, 0.5)


def test_sweep_agrees_with_all_pairs_in_every_cell():
    generator = np.random.Generator(np.random.PCG64(3))
    value = generator.integers(0, 5, size=(4_000, 7)).astype(float)
    cost = generator.integers(0, 4, size=(4_000, 7)).astype(float)
    value[generator.random(value.shape) < 0.05] = NAN
    cost[generator.random(cost.shape) < 0.05] = NAN
    assert np.array_equal(nondominated(value, cost), nondominated_by_sweep(value, cost))


def test_sweep_agrees_over_joint_draws_with_costs():
    generator = np.random.Generator(np.random.PCG64(4))
    people = ("a", "b", "c", "d")
    results, costs = [], []
    for number in range(60):
        roster = tuple(people[one] for one in generator.permutation(4)[:3])
        ranks = tuple(int(one) for one in generator.permutation(3) + 1)
        results.append(Result(f"game {number % 2}", roster, ranks))
        costs.append(tuple(float(one) for one in generator.integers(1, 4, size=3)))
    drawn = joint_draws(results, draws=500, amounts={"cost": costs})
    for value, cost in (
        (drawn.drawn_elo, drawn.amounts["cost"][1]),
        (drawn.drawn_pooled, drawn.mean_amount("cost")[1]),
    ):
        on = nondominated(value, cost)
        assert np.array_equal(on, nondominated_by_sweep(value, cost))
        assert on.any(axis=-1).all()


def test_nobody_has_an_empty_frontier():
    found = frontier((), np.zeros(0), np.zeros(0))
    assert (found.points, found.steps, found.best_within(9)) == ((), (), None)


@pytest.mark.parametrize("algorithm", [nondominated, nondominated_by_sweep])
def test_infinite_cost_is_a_cost(algorithm):
    value, cost = np.array([2.0, 1, NAN]), np.array([np.inf, 1, np.inf])
    assert algorithm(value, cost).tolist() == [True, True, False]


def test_frontiers_of_games_and_how_many_each_is_on():
    results, cost = [], []
    for game, winner in (("azul", "a"), ("splendor", "b")):
        for other in ("a", "b"):
            if other != winner:
                results += [Result(game, (winner, other), (1, 2))] * 6
                cost += [tuple({"a": 1.0, "b": 3.0}[name] for name in (winner, other))] * 6
    draws = joint_draws(results, draws=50, amounts={"cost": cost})
    found = frontiers_by_game(draws, "cost")
    # where the dear one wins both are on the frontier, where the cheap one wins it is alone
    assert [[point.on_frontier for point in one.points] for one in found.values()] == [
        [True, False],
        [True, True],
    ]
    first, second = frontier_coverage(found)
    assert (first.participant, first.on_frontier, first.games, first.membership) == ("a", 2, 2, 1.0)
    assert (second.participant, second.on_frontier, second.membership) == ("b", 1, 0.5)
