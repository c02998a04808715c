"""Matched scenarios: differences within a scenario, every resample counted, exact tests."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarena.analysis import matched_contrasts as module
from ludarena.analysis.leaderboard import Result
from ludarena.analysis.matched import (
    FocalScore,
    NothingMatched,
    RepeatedScenario,
    difference_of_pairs,
    focal_scores,
    matched_study,
    paired,
    paired_between_games,
)
from ludarena.analysis.matched_contrasts import every_resample, matched_family, sign_test

QUARTERS = st.lists(st.integers(-4, 4).map(lambda one: Fraction(one, 4)), min_size=1, max_size=5)


def study_of(**games):
    """Return a study of focals a, b, ...: for each game a row of quarters a scenario."""
    return matched_study(
        FocalScore(game, f"{game}/{number}", focal, Fraction(quarters, 4))
        for game, rows in games.items()
        for number, row in enumerate(rows)
        for focal, quarters in zip("abcd", row, strict=False)
    )


SIX = [(4, 2), (4, 0), (3, 1), (2, 2), (1, 2), (4, 3)]
"""Scores of a and b in quarters: differences 2, 4, 2, 0, -1, 1."""


def test_focal_seat_is_scored_against_every_other_seat():
    results = [
        Result("azul", ("a", "x", "y"), (1, 2, 2), scenario="s", part="matched", focal=0),
        Result("azul", ("b", "x", "b"), (1, 1, 3), scenario="s", part="matched", focal=0),
        Result("azul", ("a", "x", "y"), (1, 2, 3), scenario="t", part="cohort", focal=0),
        Result("azul", ("a", "x", "y"), (1, 2, 3)),
    ]
    assert focal_scores(results) == [
        FocalScore("azul", "s", "a", Fraction(1)),
        FocalScore("azul", "s", "b", Fraction(3, 4)),  # an anchor of its own name counts too
    ]


def test_study_has_the_complete_scenarios_and_names_the_others():
    scores = [
        FocalScore("x", "x/1", "a", Fraction(1)),
        FocalScore("x", "x/1", "b", Fraction(0)),
        FocalScore("x", "x/2", "b", Fraction(1)),
    ]
    study = matched_study(scores)
    assert (study.focals, study.games, len(study.scenarios)) == (("a", "b"), ("x",), 1)
    assert study.incomplete == (("x/2", ("b",)),)
    assert study.mean("a", "x") == 1
    with pytest.raises(RepeatedScenario, match="a was focal twice in scenario x/1"):
        matched_study([*scores, scores[0]])
    with pytest.raises(NothingMatched, match="none of 2 scenarios was finished by all"):
        matched_study(scores[1:2] + [FocalScore("x", "x/2", "a", Fraction(1))])
    with pytest.raises(NothingMatched, match="none of 0 scenarios"):
        matched_study([])


def test_paired_contrast_by_hand():
    study = study_of(x=SIX)
    family = matched_family(study, [paired(study, "a", "b", "x")])
    [found] = family.contrasts
    assert (found.name, found.value, found.scenarios) == ("a - b in x", Fraction(8, 24), 6)
    assert (found.above, found.equal, found.below) == (4, 1, 1)
    # of 32 outcomes of five signs 12 are at least as uneven as 4 to 1
    assert found.sign_p == found.bonferroni_p == pytest.approx(12 / 32)
    assert (family.resamples, family.draws) == ((("x", 6**6),), None)


def test_interval_is_the_percentile_of_all_ordered_resamples():
    study = study_of(x=SIX)
    [found] = matched_family(study, [paired(study, "a", "b")]).contrasts
    every = [sum(one) / 24 for one in product((2, 4, 2, 0, -1, 1), repeat=6)]
    assert len(every) == 46_656
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(every, [0.025, 0.975])))


def test_several_questions_have_wider_intervals_and_larger_p_values():
    study = study_of(x=SIX, y=SIX[:5])
    questions = [paired(study, "a", "b", game) for game in ("x", "y")]
    questions += [paired(study, "a", "b"), paired_between_games(study, "a", "b", "x", "y")]
    alone = matched_family(study, questions[:1]).contrasts[0]
    first, _, both, between = matched_family(study, questions).contrasts
    assert (first.low, first.high) == (alone.low, alone.high)
    every = [sum(one) / 24 for one in product((2, 4, 2, 0, -1, 1), repeat=6)]
    ends = np.quantile(every, [0.05 / 8, 1 - 0.05 / 8])
    assert (first.bonferroni_low, first.bonferroni_high) == pytest.approx(tuple(ends))
    assert first.bonferroni_p == 1.0 and alone.bonferroni_p == pytest.approx(0.375)
    # x: 8/24, y: 7/20
    assert both.value == (Fraction(1, 3) + Fraction(7, 20)) / 2
    assert (both.above, both.equal, both.below) == (7, 2, 2)
    assert between.value == Fraction(1, 3) - Fraction(7, 20)
    assert (between.above, between.sign_p, between.bonferroni_p) == (None, None, None)


def test_games_are_resampled_independently_of_one_another():
    study = study_of(x=[(4, 0), (0, 4)], y=[(4, 0), (0, 4), (4, 0)])
    [found] = matched_family(study, [paired(study, "a", "b")]).contrasts
    every = [
        (sum(one) / 2 + sum(two) / 3) / 2
        for one in product((1, -1), repeat=2)
        for two in product((1, -1, 1), repeat=3)
    ]
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(every, [0.025, 0.975])))


def test_difference_of_pairs_by_hand():
    study = study_of(x=[(4, 2, 3, 1), (2, 2, 0, 4), (4, 3, 2, 2)])
    question = difference_of_pairs(study, ("a", "b"), ("c", "d"), "x")
    [found] = matched_family(study, [question]).contrasts
    # (2 - 2), (0 + 4), (1 - 0) quarters
    assert found.value == Fraction(5, 12)
    assert (found.above, found.equal, found.below) == (2, 1, 0)
    assert found.name == "(a - b) - (c - d) in x"
    shared = difference_of_pairs(study, ("a", "b"), ("c", "b"))
    assert matched_family(study, [shared]).contrasts[0].value == Fraction(1 + 2 + 2, 12)


def test_many_scenarios_are_drawn_from_the_seed():
    rows = [(4, number % 5) for number in range(9)]
    study = study_of(x=rows)
    question = [paired(study, "a", "b")]
    family = matched_family(study, question, seed=3, draws=20_000)
    assert (family.resamples, family.draws) == ((), 20_000)
    assert family == matched_family(study, question, seed=3, draws=20_000)
    few, other = (matched_family(study, question, seed=seed, draws=7) for seed in (3, 4))
    assert few != other
    [found] = family.contrasts
    exact = module._counted_ends(
        question[0], module.scenario_values(study, question[0]), (module.ALPHA,)
    )
    assert (found.low, found.high) == pytest.approx(exact[0], abs=0.03)


@settings(max_examples=40, deadline=None)
@given(QUARTERS)
def test_every_resample_is_counted_once(values):
    counted = every_resample(values)
    listed: dict[Fraction, int] = {}
    for one in product(values, repeat=len(values)):
        mean = sum(one) / Fraction(len(values))
        listed[mean] = listed.get(mean, 0) + 1
    assert counted == listed


@pytest.mark.parametrize(
    ("above", "below", "p"),
    [(0, 0, 1.0), (1, 0, 1.0), (6, 0, 2 / 64), (9, 0, 2 / 512), (4, 4, 1.0), (1, 7, 18 / 256)],
)
def test_sign_test_by_hand(above, below, p):
    assert sign_test(above, below) == pytest.approx(p)
    assert sign_test(below, above) == pytest.approx(p)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(*[st.integers(0, 4)] * 2), min_size=1, max_size=5), st.randoms())
def test_order_of_scenarios_and_names_of_sides_do_not_matter(rows, chance):
    study = study_of(x=rows)
    [found] = matched_family(study, [paired(study, "a", "b")]).contrasts
    [mirrored] = matched_family(study, [paired(study, "b", "a")]).contrasts
    assert mirrored.value == -found.value
    assert (mirrored.low, mirrored.high) == pytest.approx((-found.high, -found.low))
    assert (mirrored.above, mirrored.below) == (found.below, found.above)
    chance.shuffle(rows)
    study = study_of(x=rows)
    [again] = matched_family(study, [paired(study, "a", "b")]).contrasts
    assert again == found


def test_everything_tied_is_no_difference():
    study = study_of(x=[(2, 2)] * 4)
    [found] = matched_family(study, [paired(study, "a", "b")]).contrasts
    assert found.value == found.low == found.high == 0
    assert (found.equal, found.sign_p) == (4, 1.0)


def test_unknown_focal_or_game_is_told():
    study = study_of(x=SIX)
    with pytest.raises(NothingMatched, match="no focal participant of the study is called 'z'"):
        paired(study, "a", "z")
    with pytest.raises(NothingMatched, match="no game of the study is called 'y'; there are: x"):
        paired(study, "a", "b", "y")
