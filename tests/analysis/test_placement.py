"""Pairwise placement scores, worked by hand."""

import pytest

from ludarena.analysis.placement import Placement, placements


def scores(ranks, roster):
    return [place.score for place in placements(ranks, roster)]


def test_four_seats_without_ties_score_by_thirds():
    assert scores([3, 1, 4, 2], "abcd") == [1 / 3, 1.0, 0.0, 2 / 3]


def test_two_tied_for_first_of_three_beat_one_and_share_one():
    # mean rank 1.5 of 3: (3 - 1.5) / 2 = 0.75
    assert scores([1, 1, 3], "abc") == [0.75, 0.75, 0.0]


def test_tie_of_everybody_is_one_half():
    assert scores([1, 1, 1, 1], "abcd") == [0.5] * 4


def test_score_equals_the_formula_of_mean_ranks():
    ranks = [2, 2, 1, 4, 5]
    mean_ranks = [2.5, 2.5, 1, 4, 5]
    assert scores(ranks, "abcde") == [(5 - mean) / 4 for mean in mean_ranks]


def test_seats_of_one_participant_do_not_meet():
    # a holds seats 0 and 1; each of them has b alone as opponent
    assert placements([1, 3, 2], ["a", "a", "b"]) == [
        Placement(2, 1),
        Placement(0, 1),
        Placement(2, 2),
    ]


def test_half_points_are_whole_numbers():
    assert placements([1, 1, 3], "abc")[0] == Placement(3, 2)


def test_participant_alone_at_the_table_scores_one_half():
    assert scores([1, 2], "aa") == [0.5, 0.5]


def test_ranks_and_roster_of_different_length_are_refused():
    with pytest.raises(ValueError, match="2 ranks for 3 seats"):
        placements([1, 2], "abc")
