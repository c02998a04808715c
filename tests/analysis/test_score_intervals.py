"""Score intervals against closed forms, their symmetries, and where they are chosen."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarena.analysis.leaderboard import Result, leaderboard
from ludarena.analysis.score_intervals import overall_intervals, score_intervals
from ludarena.analysis.student import student_quantile
from ludarena.arena.participant import built_in
from tests.arena.helpers import plan, run
from tests.cli.run import run as ludarena


def wins(times, losses, game="azul"):
    won = [Result(game, ("a", "b"), (1, 2))] * times
    return won + [Result(game, ("a", "b"), (2, 1))] * losses


@pytest.mark.parametrize(
    ("share", "freedom", "quantile"),
    [
        (0.975, 1, 12.7062),
        (0.975, 2, 4.30265),
        (0.975, 11, 2.20099),
        (0.975, 85, 1.98827),
        (0.995, 5, 4.03214),
        (0.9, 3, 1.63774),
        (0.975, 1e9, 1.95996),
        (0.5, 7, 0.0),
    ],
)
def test_quantiles_are_those_of_the_tables(share, freedom, quantile):
    assert student_quantile(share, freedom) == pytest.approx(quantile, abs=1e-5)


def test_quantile_of_two_degrees_has_a_closed_form():
    for share in (0.6, 0.95, 0.999):
        odds = 2 * share - 1
        assert student_quantile(share, 2) == pytest.approx(odds * math.sqrt(2 / (1 - odds**2)))


def test_quantiles_that_do_not_exist_are_refused():
    for share, freedom in ((1.0, 3), (0.2, 3), (0.9, 0), (math.nan, 3)):
        with pytest.raises(ValueError, match="no quantile of Student's t"):
            student_quantile(share, freedom)


def unlikely(won, number, share):
    """Return Blaker's P of a proportion, of the number itself half: by the binomial law."""
    law = [math.comb(number, k) * share**k * (1 - share) ** (number - k) for k in range(number + 1)]
    tails = [
        min(sum(law[:k]) + law[k] / 2, sum(law[k + 1 :]) + law[k] / 2) for k in range(number + 1)
    ]
    less = sum(one for one, tail in zip(law, tails) if tail < tails[won] - 1e-9)
    return less + sum(one for one, tail in zip(law, tails) if abs(tail - tails[won]) < 1e-9) / 2


@pytest.mark.parametrize(("won", "lost"), [(7, 5), (11, 1), (12, 0), (6, 6), (60, 30)])
def test_two_participants_have_the_exact_interval_of_a_proportion(won, lost):
    found = score_intervals(wins(won, lost), ["a", "b"])
    number = won + lost
    assert found.freedom == number - 1
    reach = student_quantile(0.975, found.freedom) * math.sqrt(found.dispersion)
    chance = math.erfc(reach / math.sqrt(2))
    for end, outwards in ((float(found.low[0]), -1), (float(found.high[0]), 1)):
        if 0 < end < 1:
            assert unlikely(won, number, end - outwards * 1e-4) >= chance
            assert unlikely(won, number, end + outwards * 1e-4) < chance
    assert found.low.tolist() == pytest.approx((1 - found.high[::-1]).tolist(), abs=1e-4)


def test_many_matches_have_the_score_interval_of_a_proportion():
    found = score_intervals(wins(1000, 500), ["a", "b"])
    number, share = 1500, 2 / 3
    k = found.dispersion * student_quantile(0.975, found.freedom) ** 2 / number
    middle, half = share + k / 2, math.sqrt(k * share * (1 - share) + k * k / 4)
    low, high = (middle - half) / (1 + k), (middle + half) / (1 + k)
    assert found.low.tolist() == pytest.approx([low, 1 - high], abs=1e-5)
    assert found.high.tolist() == pytest.approx([high, 1 - low], abs=1e-5)


def test_exact_and_normal_ends_agree_where_both_can_be_had(monkeypatch):
    exact = score_intervals(wins(300, 150), ["a", "b"])
    monkeypatch.setattr("ludarena.analysis.match_table._MOST_SCORES", 10)
    normal = score_intervals(wins(300, 150), ["a", "b"])
    assert exact.low.tolist() == pytest.approx(normal.low.tolist(), abs=2e-3)
    assert exact.high.tolist() == pytest.approx(normal.high.tolist(), abs=2e-3)


def test_dispersion_of_decided_pairs_is_about_one():
    found = score_intervals(wins(200, 100), ["a", "b"])
    assert found.dispersion == pytest.approx(1, abs=0.01)
    assert found.deviation[0] == pytest.approx(math.sqrt(2 / 9 / 300), rel=0.01)


def test_participant_that_never_loses_has_a_lower_end_and_no_upper_one():
    found = score_intervals(wins(12, 0), ["a", "b"])
    assert found.high.tolist()[0] == 1.0 and found.low.tolist()[1] == 0.0
    assert 0.7 < found.low[0] < 0.85


def test_everything_tied_is_surer_than_decided_pairs_but_not_certain():
    found = score_intervals([Result("azul", ("a", "b"), (1, 1))] * 12, ["a", "b"])
    assert found.mean.tolist() == [0.5, 0.5]
    assert found.dispersion == pytest.approx(1 / 7)  # 0 of 6, and 1 of 1 that is added
    assert found.low[0] == pytest.approx(1 - found.high[0])
    assert 0.3 < found.low[0] < 0.45


def test_without_ties_results_are_not_taken_to_vary_much_less_than_the_law_says():
    assert score_intervals(wins(12, 0), ["a", "b"]).dispersion == 0.9
    half_tied = wins(6, 0) + [Result("azul", ("a", "b"), (1, 1))] * 6
    assert 0.45 <= score_intervals(half_tied, ["a", "b"]).dispersion < 0.9


def test_one_match_of_two_and_a_participant_alone_have_no_ends():
    found = score_intervals(wins(1, 0), ["a", "b"])
    assert np.isnan(found.low).all() and found.mean.tolist() == [1, 0]
    found = score_intervals([Result("azul", ("a", "a"), (1, 2))] * 3, ["a"])
    assert np.isnan(found.mean).all() and np.isnan(found.high).all()


def test_strength_of_opponents_is_no_part_of_the_width():
    # a loses every match against c and wins every one against b: nothing is left to chance
    certain = [Result("azul", ("a", "b"), (1, 2)), Result("azul", ("a", "c"), (2, 1))] * 10
    open_ = [Result("azul", ("a", who), ranks) for who in "bc" for ranks in ((1, 2), (2, 1))] * 5
    narrow, wide = (score_intervals(one, ["a", "b", "c"]) for one in (certain, open_))
    assert narrow.mean[0] == wide.mean[0] == 0.5
    assert narrow.high[0] - narrow.low[0] < 0.7 * (wide.high[0] - wide.low[0])


MATCHES = st.lists(
    st.tuples(st.permutations("abcd"), st.integers(2, 4), st.lists(st.integers(1, 2), min_size=4)),
    min_size=4,
    max_size=12,
).map(
    lambda rows: [Result("azul", tuple(who[:size]), tuple(rank[:size])) for who, size, rank in rows]
)


@settings(max_examples=25, deadline=None)
@given(MATCHES, st.randoms(use_true_random=False))
def test_names_and_order_do_not_matter_and_ends_hold_the_mean(results, chance):
    found = score_intervals(results, list("abcd"))
    shuffled = list(results)
    chance.shuffle(shuffled)
    again = score_intervals(shuffled, list("dcba"))
    for end in ("mean", "low", "high"):
        one, two = getattr(found, end), getattr(again, end)[::-1]
        assert np.allclose(one, two, atol=1e-7, equal_nan=True)
    known = ~np.isnan(found.low)
    assert (found.low[known] <= found.mean[known] + 1e-9).all()
    assert (found.mean[known] <= found.high[known] + 1e-9).all()


def test_over_games_deviations_are_added_up():
    games = [score_intervals(wins(14, 6), ["a", "b"]), score_intervals(wins(9, 11), ["a", "b"])]
    low, high = overall_intervals(games)
    first, second = (float(one.deviation[0]) for one in games)
    whole = first**2 + second**2
    freedom = whole**2 / (first**4 / 19 + second**4 / 19)
    reach = student_quantile(0.975, freedom) * math.sqrt(whole) / 2
    assert (low[0], high[0]) == pytest.approx((0.575 - reach, 0.575 + reach), abs=0.02)
    assert 0.575 - low[0] == pytest.approx(reach, rel=0.05)


def test_two_equal_games_have_the_score_interval_of_all_their_matches():
    games = [score_intervals(wins(110, 10), ["a", "b"])] * 2
    low, high = overall_intervals(games)
    number, share = 240, 11 / 12
    k = games[0].dispersion * student_quantile(0.975, 238) ** 2 / number
    middle, half = share + k / 2, math.sqrt(k * share * (1 - share) + k * k / 4)
    assert (low[0], high[0]) == pytest.approx(
        ((middle - half) / (1 + k), (middle + half) / (1 + k)), abs=1e-5
    )


def test_seats_of_several_numbers_have_one_scale():
    three = [Result("azul", tuple(who), (1, 2, 3)) for who in ("abc", "bca", "cab")] * 3
    two = [Result("azul", tuple(who), (1, 2)) for who in ("ab", "bc", "ca", "ba", "cb", "ac")]
    found = score_intervals(three + two, list("abc"))
    assert found.mean.tolist() == pytest.approx([0.5] * 3)
    assert (found.low + found.high).tolist() == pytest.approx([1.0] * 3, abs=1e-3)
    assert (
        found.high - found.low
        < score_intervals(three, list("abc")).high - score_intervals(three, list("abc")).low
    ).all()


def test_leaderboard_with_score_intervals():
    results = wins(14, 6) + wins(3, 1, "splendor") + [Result("splendor", ("c", "a"), (1, 2))]
    overall, azul, _ = leaderboard(results, method="score")
    assert {board.method for board in (overall, azul)} == {"score"}
    found = score_intervals(results[:20], ["a", "b", "c"])
    assert (azul.standings[0].low, azul.standings[0].high) == (found.low[0], found.high[0])
    percentile = leaderboard(results, resamples=20)
    assert [one.score for one in overall.standings] == [
        one.score for one in percentile[0].standings
    ]
    assert percentile[0].method == "percentile"


def test_one_game_has_the_same_ends_overall():
    overall, azul = leaderboard(wins(12, 0), method="score")
    assert overall.standings == azul.standings


def test_command_takes_the_method_of_intervals(capsys, tmp_path):
    people = [built_in(name, "random") for name in "ab"]
    run(tmp_path, plan([people, people[::-1]], game="azul"))
    found = ludarena(capsys, "leaderboard", tmp_path, "--intervals", "score", "--json").json
    assert found["intervals"] == "score"
    assert ludarena(capsys, "leaderboard", tmp_path, "--json").json["intervals"] == "percentile"
    assert ludarena(capsys, "leaderboard", tmp_path, "--intervals", "exact").code == 2
