"""Differences of participants by game and by kind of game, worked by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarena.analysis.contrasts import (
    UnknownParticipant,
    contrast,
    group_contrast,
    group_contrast_where,
    group_means,
)
from ludarena.analysis.draws import JointDraws, joint_draws
from ludarena.analysis.leaderboard import Result
from ludarena.analysis.profile_terms import (
    MECHANISMS,
    NoSuchGames,
    UnreadableTerm,
    games_where,
    parse_term,
    profiles_of,
)
from ludarena.core.profile import Mechanism, Profile

NAN = float("nan")


def profile(**values):
    return Profile(**{name: Mechanism(values.get(name, 0), "so") for name in MECHANISMS})


PROFILES = {
    "w": profile(SP=2, HI=0),
    "x": profile(SP=2, HI=2),
    "y": profile(SP=1, HI=1),
    "z": profile(OC=2, HI=2),
}


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("SP=2", "wx"),
        ("SP = 2 & HI = 0", "w"),
        ("SP=2|HI=2", "wxz"),
        ("!SP=2", "yz"),
        ("SP>=1", "wxy"),
        ("SP!=2", "yz"),
        ("HI<1", "w"),
        ("HI<=1", "wy"),
        ("HI>1", "xz"),
        ("!(SP=2 | HI=1)", "z"),
        ("SP=0 | SP=2 & HI=0", "wz"),  # & binds more
        ("(SP=0 | SP=2) & HI=0", "w"),
        ("!!SP=2 & !HI=0", "x"),
        ("EC=2", ""),
    ],
)
def test_expression_chooses_games(text, games):
    assert games_where(text, PROFILES) == tuple(games)


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("SP=3", 4, "a value is expected, one of 0 1 2, but found '3'"),
        ("SQ=2", 1, "a mechanism is expected, one of EC SP AS OC HI SC, but found 'SQ'"),
        ("SP=2 & ", 8, "a mechanism is expected, one of EC SP AS OC HI SC, but it ends"),
        ("", 1, "a mechanism is expected"),
        ("SP", 3, "a comparison is expected"),
        ("SP=2 HI=0", 6, "'HI' is not expected after a whole expression"),
        ("(SP=2", 6, "a closing parenthesis is missing"),
        ("SP=2)", 5, "')' is not expected"),
        ("SP=2 ? HI=0", 6, "'?' means nothing"),
        ("SP==2", 4, "a value is expected"),
    ],
)
def test_expression_that_cannot_be_read_names_the_place(text, position, reason):
    with pytest.raises(UnreadableTerm) as error:
        parse_term(text)
    assert error.value.position == position
    assert reason in error.value.reason
    assert f"at character {position}" in str(error.value)


TERMS = st.recursive(
    st.builds(
        lambda name, sign, value: f"{name}{sign}{value}",
        st.sampled_from(MECHANISMS),
        st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
        st.integers(0, 2),
    ),
    lambda inner: st.one_of(
        st.builds(lambda one: f"!({one})", inner),
        st.builds(lambda one, two: f"({one}) & ({two})", inner, inner),
        st.builds(lambda one, two: f"({one}) | ({two})", inner, inner),
    ),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(TERMS, st.lists(st.integers(0, 2), min_size=6, max_size=6))
def test_expression_means_what_the_same_text_means_in_python(text, values):
    named = dict(zip(MECHANISMS, values, strict=True))
    python = text.replace("!(", "not (").replace("&", " and ").replace("|", " or ")
    for name in MECHANISMS:
        python = python.replace(f"{name}=", f"{name}==")
    assert parse_term(text)(profile(**named)) is bool(eval(python, {}, named))


def test_profiles_of_installed_games_by_label():
    found = profiles_of(["azul", "azul (wall=grey)", "seven_wonders"])
    assert games_where("SP=2 & HI=0", found) == ("azul", "azul (wall=grey)")
    assert games_where("HI=2", found) == ("seven_wonders",)


def drawn_like(placement, drawn):
    placement, drawn = np.array(placement, float), np.array(drawn, float)
    games = tuple("wxyz"[: len(placement)])
    names = tuple("abc"[: placement.shape[1]])
    elo = 1000 * placement
    return JointDraws(
        names,
        games,
        placement,
        elo,
        elo[0],
        drawn,
        1000 * drawn,
        drawn[:, 0],
        {},
        (0,) * len(games),
    )


WHOLE = [[0.9, 0.4], [0.8, 0.5], [0.3, 0.6], [0.6, 0.5]]
"""Games w to z: a is ahead of b by 0.5, 0.3, -0.3, 0.1."""

DRAWS = drawn_like(WHOLE, [WHOLE, np.array(WHOLE) + [0.2, 0.0], np.array(WHOLE) - [0.2, 0.0]])
"""Three draws: as it is, a better by 0.2, a worse by 0.2."""


def test_contrast_by_hand():
    found = contrast(DRAWS, "a", "b", level=1)
    assert [one.game for one in found.games] == list("wxyz")
    assert [one.difference.value for one in found.games] == pytest.approx([0.5, 0.3, -0.3, 0.1])
    first = found.games[0].difference
    assert (first.low, first.high) == pytest.approx((0.3, 0.7))
    mean = found.mean
    assert (mean.value, mean.low, mean.high) == pytest.approx((0.15, -0.05, 0.35))
    # without w: 0.1 / 3, without x: 0.3 / 3, without y: 0.9 / 3, without z: 0.5 / 3
    assert [one.value for one in found.deletions] == pytest.approx([0.1 / 3, 0.1, 0.3, 0.5 / 3])
    assert found.deletion_range == pytest.approx((0.1 / 3, 0.3))


def test_ratings_are_contrasted_as_placements_are():
    found = contrast(DRAWS, "b", "a", measure="elo", level=1)
    assert (found.mean.value, found.mean.low, found.mean.high) == pytest.approx((-150, -350, 50))


def test_group_contrast_by_hand():
    found = group_contrast_where(DRAWS, "a", "b", "SP=2", PROFILES, level=1)
    assert (found.inside, found.outside) == (("w", "x"), ("y", "z"))
    assert [one.value for one in found.means] == pytest.approx([0.4, -0.1])
    assert found.difference.value == pytest.approx(0.5)
    # what moves both groups alike does not move the contrast
    assert (found.difference.low, found.difference.high) == pytest.approx((0.5, 0.5))
    # without w: 0.3 + 0.1; without x: 0.5 + 0.1; without y: 0.4 - 0.1; without z: 0.4 + 0.3
    assert [one.value for one in found.deletions] == pytest.approx([0.4, 0.6, 0.3, 0.7])
    assert found.deletion_range == pytest.approx((0.3, 0.7))


def test_group_of_one_game_cannot_lose_it():
    found = group_contrast(DRAWS, "a", "b", ["w"], ["x", "y"])
    assert [one.game for one in found.deletions] == ["x", "y"]
    assert group_contrast(DRAWS, "a", "b", ["w"], ["x"]).deletion_range is None


def test_group_means_by_hand():
    one, two = group_means(DRAWS, ["x", "y"], level=1)
    assert (one.participant, two.participant) == ("a", "b")
    assert (one.mean.value, two.mean.value) == pytest.approx((0.55, 0.55))
    assert (one.mean.low, one.mean.high) == pytest.approx((0.35, 0.75))
    assert two.games == ("x", "y")


def test_games_that_one_did_not_play_are_left_out():
    whole = [[0.9, 0.4, NAN], [0.8, NAN, 0.5]]
    draws = drawn_like(whole, [whole])
    found = contrast(draws, "a", "b")
    assert ([one.game for one in found.games], found.deletion_range) == (["w"], None)
    with pytest.raises(NoSuchGames, match="b and c played no game in common: nothing"):
        contrast(draws, "b", "c")
    with pytest.raises(NoSuchGames, match=r"no game in common outside the group; .*: w$"):
        group_contrast(draws, "a", "b", ["w"], ["x"])


def test_bad_contrasts_are_told():
    with pytest.raises(UnknownParticipant, match="no participant is called 'd'; there are: a, b"):
        contrast(DRAWS, "a", "d")
    with pytest.raises(NoSuchGames, match="no game fulfils EC=2; there are: w, x, y, z"):
        group_contrast_where(DRAWS, "a", "b", "EC=2", PROFILES)
    with pytest.raises(NoSuchGames, match=r"no game fulfils !\(EC=0\)"):
        group_contrast_where(DRAWS, "a", "b", "EC=0", PROFILES)
    with pytest.raises(NoSuchGames, match="w would be on both sides"):
        group_contrast_where(DRAWS, "a", "b", "SP=2", PROFILES, outside="HI=0")


def test_interval_of_a_difference_knows_that_seats_of_a_match_are_rivals():
    # only two seats: b loses what a wins, so the difference varies twice as much as a does
    results = [Result("azul", ("a", "b"), ranks) for ranks in [(1, 2)] * 12 + [(2, 1)] * 8]
    draws = joint_draws(results, draws=400)
    found = contrast(draws, "a", "b")
    own = draws.drawn_placement[:, 0, 0]
    low, high = np.quantile(own, [0.025, 0.975])
    assert found.mean.value == pytest.approx(0.2)
    assert found.mean.high - found.mean.low == pytest.approx(2 * (high - low))
