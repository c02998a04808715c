"""Placements by game, number of seats and seat, counted by hand."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarena.analysis.agreement import stratum_agreement
from ludarena.analysis.leaderboard import Result, leaderboard
from ludarena.analysis.strata import exact_means, placement_lines

RESULTS = [
    Result("azul", ("a", "b", "c"), (1, 2, 3)),  # a 1, b 1/2, c 0
    Result("azul", ("c", "a", "b"), (1, 1, 3)),  # c 3/4, a 3/4, b 0
    Result("azul", ("a", "b"), (2, 1)),  # a 0, b 1
    Result("splendor", ("b", "a"), (1, 1)),  # halves
]


def line(lines, participant, **where):
    [found] = [
        one
        for one in lines
        if one.participant == participant
        and all(getattr(one, name) == value for name, value in where.items())
    ]
    return found


def test_lines_of_a_game_are_means_over_matches():
    lines = placement_lines(RESULTS)
    a = line(lines, "a", game="azul")
    assert (a.share, a.matches, a.appearances) == (Fraction(7, 12), 3, 3)
    assert (a.firsts, a.seconds, a.thirds) == (2, 1, 0)
    assert [one.participant for one in lines] == ["a", "b", "c", "a", "b"]
    assert (a.seats, a.seat) == (None, None)


def test_over_games_every_game_has_the_same_weight():
    lines = placement_lines(RESULTS, by=())
    a = line(lines, "a")
    assert (a.share, a.matches, a.places) == ((Fraction(7, 12) + Fraction(1, 2)) / 2, 4, (3, 1, 0))
    assert line(lines, "c").share == Fraction(3, 8)


def test_lines_by_number_of_seats_and_by_seat():
    lines = placement_lines(RESULTS, by=("game", "seats"))
    assert line(lines, "a", game="azul", seats=3).share == Fraction(7, 8)
    assert line(lines, "a", game="azul", seats=2).share == 0
    lines = placement_lines(RESULTS, by=("game", "seat"))
    a = line(lines, "a", game="azul", seat=0)
    assert (a.share, a.matches, a.places) == (Fraction(1, 2), 2, (1, 1, 0))
    assert line(lines, "a", game="azul", seat=1).share == Fraction(3, 4)
    assert line(placement_lines(RESULTS, by=("seat",)), "b", seat=0).share == Fraction(1, 2)


def test_seats_of_one_participant_are_apart_by_seat_and_one_share_of_the_match():
    results = [Result("azul", ("a", "a", "b"), (1, 3, 2))]
    assert line(placement_lines(results), "a").share == Fraction(1, 2)
    assert line(placement_lines(results), "a").places == (1, 0, 1)
    lines = placement_lines(results, by=("game", "seat"))
    assert [line(lines, "a", seat=seat).share for seat in (0, 1)] == [1, 0]


def test_who_met_nobody_has_no_line():
    assert placement_lines([Result("azul", ("a", "a"), (1, 2))]) == []
    assert placement_lines([]) == []


def test_thirds_are_exact_where_floats_are_not():
    results = [Result("azul", tuple("abcd"), (1, 2, 3, 4))] * 3
    assert exact_means(results)["azul", "b"] == Fraction(2, 3)


ROSTERS = st.lists(
    st.tuples(st.permutations("abcd"), st.integers(2, 4), st.lists(st.integers(1, 2), min_size=4)),
    min_size=1,
    max_size=8,
)


@settings(max_examples=40, deadline=None)
@given(ROSTERS)
def test_leaderboard_shows_the_exact_means(rows):
    results = [Result("azul", tuple(who[:size]), tuple(ranks[:size])) for who, size, ranks in rows]
    exact = exact_means(results)
    for one in leaderboard(results, resamples=2)[1].standings:
        assert one.score == float(exact["azul", one.participant])


@settings(max_examples=40, deadline=None)
@given(ROSTERS)
def test_placements_of_full_tables_add_up_to_half_the_seats(rows):
    results = [Result("azul", tuple(who), (1, *ranks[:3])) for who, _, ranks in rows]
    assert sum(exact_means(results).values()) == 2


@settings(max_examples=40, deadline=None)
@given(ROSTERS, st.randoms(use_true_random=False))
def test_names_and_order_do_not_matter(rows, chance):
    results = [Result("azul", tuple(who[:size]), tuple(ranks[:size])) for who, size, ranks in rows]
    other = str.maketrans("abcd", "cdba")
    renamed = [
        Result(one.game, tuple(name.translate(other) for name in one.roster), one.ranks)
        for one in results
    ]
    chance.shuffle(renamed)
    again = exact_means(renamed)
    assert {
        (game, name.translate(other)): share for (game, name), share in exact_means(results).items()
    } == again


def test_numbers_of_seats_are_compared_over_games_and_by_game():
    results = []
    for game, order in (("azul", (1, 2, 3)), ("splendor", (2, 1, 3))):
        results += [Result(game, ("a", "b", "c"), order)]
        results += [Result(game, pair, (1, 2)) for pair in (("a", "b"), ("a", "c"), ("b", "c"))]
    over, azul, splendor = stratum_agreement(results)
    assert (over.game, over.first, over.second, over.participants) == (None, 2, 3, 3)
    assert (azul.spearman, azul.tau_b) == pytest.approx((1, 1))
    assert (splendor.spearman, splendor.tau_b) == pytest.approx((0.5, 1 / 3))
    # at three seats a and b tie over both games: 3/4, 3/4, 0 against 1, 1/2, 0
    assert over.tau_b == pytest.approx(2 / math.sqrt(2 * 3))


def test_games_with_one_number_of_seats_compare_nothing():
    assert stratum_agreement(RESULTS[:2] + RESULTS[3:]) == []
    assert stratum_agreement([]) == []
