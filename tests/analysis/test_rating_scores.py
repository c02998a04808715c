"""Score intervals of ratings: closed forms, symmetries, what cannot be known, the command."""

import math

import numpy as np
import pytest

from ludarena.analysis.coverage import coverage, rating_score_ends
from ludarena.analysis.leaderboard import Result
from ludarena.analysis.rating_scores import _Held, rating_intervals, score_rating_boards
from ludarena.analysis.ratings import CENTRE, PENALTY, SCALE, fit, rate
from ludarena.analysis.score_intervals import score_intervals
from ludarena.analysis.student import student_quantile
from ludarena.arena.participant import built_in
from tests.analysis.studies import published_model
from tests.arena.helpers import plan, run
from tests.cli.run import run as ludarena


def wins(times, losses, game="azul"):
    won = [Result(game, ("a", "b"), (1, 2))] * times
    return won + [Result(game, ("a", "b"), (2, 1))] * losses


@pytest.mark.parametrize(("won", "lost"), [(14, 6), (12, 0), (300, 200)])
def test_two_participants_have_ends_by_hand(won, lost):
    # the other's rating is the opposite, so that points of a count twice and the penalty too
    found, number = rating_intervals(wins(won, lost)), won + lost
    law = score_intervals(wins(won, lost), ["a", "b"])
    reach = student_quantile(0.975, law.freedom) * math.sqrt(law.dispersion)
    fitted = (found.elo[1, 0] - CENTRE) / SCALE
    for end in (found.low[1, 0], found.high[1, 0]):
        own = (end - CENTRE) / SCALE
        slope = 2 * (won - number / (1 + math.exp(-2 * own)) - PENALTY * own)
        gap = law.theta[0] - law.theta[1] + 2 * (own - fitted)
        chance = 1 / (1 + math.exp(-gap))
        deviation = 2 * math.sqrt(number * chance * (1 - chance))
        assert abs(slope) == pytest.approx(reach * deviation, rel=2e-3)
    assert found.low[1, 0] < found.elo[1, 0] < found.high[1, 0]


def test_ends_of_many_matches_are_those_of_the_log_odds():
    found = rating_intervals(wins(3000, 2000))
    deviation = SCALE / 2 * math.sqrt(1 / 3000 + 1 / 2000)
    half = (found.high[1, 0] - found.low[1, 0]) / 2
    assert half == pytest.approx(1.96 * deviation, rel=0.01)


def test_ratings_are_those_of_the_fit():
    results = wins(14, 6) + wins(3, 1, "splendor") + [Result("splendor", ("c", "a"), (1, 2))]
    found = rating_intervals(results)
    assert found.games == ("azul", "splendor")
    assert found.elo[0].tolist() == pytest.approx(rate(results).elo)
    assert found.elo[2].tolist() == pytest.approx(rate(results, game="splendor").elo)
    assert np.isnan(found.elo[1, 2]) and np.isnan(found.low[1, 2])


def test_ratings_beside_one_that_is_held_are_fitted_with_the_mean_of_all():
    won = np.array([[0.0, 5, 3, 0], [2, 0, 4, 0], [1, 2, 0, 0], [0, 0, 0, 0]])
    held = _Held(won, np.array([1, 1]))
    free = fit(won)
    at, slope, direction = held.fit(np.tile(free, (2, 1)), np.array([free[1], 1.5]))
    assert at[0] == pytest.approx(free)
    assert slope[0] == pytest.approx(0, abs=1e-8)
    assert at[1, 1] == 1.5 and at[1].sum() == pytest.approx(0) and at[1, 3] == 0
    # beside it no exchange between the others makes the fit better
    for step in (0.01, -0.01):
        moved = at[1] + np.array([step, 0, -step, 0])
        assert loss(won, moved) > loss(won, at[1])
    # the direction and the slope are those of the way there
    near, _, _ = held.fit(at, np.array([free[1], 1.5 + 1e-4]))
    assert (near[1] - at[1]) / 1e-4 == pytest.approx(direction[1], abs=1e-3)
    assert (loss(won, at[1]) - loss(won, near[1])) / 1e-4 == pytest.approx(slope[1], rel=1e-3)


def loss(won, theta):
    chance = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
    return -(won * np.log(chance)).sum() + PENALTY * (theta**2).sum() / 2


def test_symmetric_results_have_symmetric_ends_whatever_the_names():
    results = [Result("azul", tuple(who), (1, 2, 3)) for who in ("abc", "bca", "cab")] * 4
    found = rating_intervals(results)
    assert found.elo[1].tolist() == pytest.approx([CENTRE] * 3)
    assert (found.low[1] + found.high[1]).tolist() == pytest.approx([2 * CENTRE] * 3, abs=0.1)
    assert np.allclose(found.low, found.low[:, :1], atol=0.1)


def test_who_wins_or_loses_everything_has_finite_ends_beyond_the_rating():
    found = rating_intervals(wins(12, 0))
    for elo, low, high in zip(found.elo[1], found.low[1], found.high[1]):
        assert CENTRE - 3000 < low < elo < high < CENTRE + 3000
    assert found.low[1, 0] > found.high[1, 1]


def test_one_match_leaves_no_ends_and_a_participant_alone_no_rating():
    (pooled, azul) = score_rating_boards([Result("azul", ("a", "b"), (1, 2))])
    assert [(one.low, one.high) for one in (*pooled.rated, *azul.rated)] == [(None, None)] * 4
    (pooled, azul) = score_rating_boards([Result("azul", ("a", "a"), (1, 2))] * 3)
    assert (pooled.rated, azul.rated) == ((), ())
    assert score_rating_boards([]) == []


def test_ends_hold_the_truth_about_as_often_as_they_say():
    model = published_model(games=1)
    found = coverage(model, model.elo(), rating_score_ends(), studies=12, seed=1)
    assert found.shares.mean() == pytest.approx(0.95, abs=0.06)
    assert found.shares.min() > 0.5


def test_command_shows_score_intervals_of_ratings(capsys, tmp_path):
    people = [built_in(name, "random") for name in "ab"]
    run(tmp_path, plan([people, people[::-1]] * 2, game="azul"))
    words = ("leaderboard", tmp_path, "--ratings", "--intervals", "score")
    pooled, azul = ludarena(capsys, *words, "--json").json["ratings"]
    assert (pooled["game"], azul["game"], azul["redrawn"]) == (None, "azul", 0)
    first = azul["rated"][0]
    assert first["low"] < first["elo"] < first["high"]
    assert first["best_rank"] is None
    shown = ludarena(capsys, *words)
    assert "ratings of azul: 4 matches" in shown.out
