"""The heuristic: what it prefers, and that it is far better than chance."""

from ludarena.core.rng import stream
from ludarena.games.century import CENTURY
from ludarena.games.century.cubes import cubes_from
from ludarena.games.century.scores import trimmed
from tests.games.century.positions import Player, legal, letters, play, position


def favourite(state):
    actions = state.legal_actions(state.active())
    scores = state.action_scores(state.active(), actions)
    return CENTURY.action_id(actions[scores.index(max(scores))])


def scores_of(state):
    actions = state.legal_actions(state.active())
    return dict(zip(legal(state), state.action_scores(state.active(), actions), strict=True))


def test_a_claim_comes_before_everything_else():
    state = position(Player("yyrr", hand="gain-yyyy"), Player())
    assert favourite(state) == "claim:6-yyrr"


def test_of_two_claims_the_one_with_more_points_and_coin_comes_first():
    # 10 points and gold (3 + 10) against 12 without a coin.
    state = position(Player("rrggbb"), Player(), points="10-rrgg 16-bbbb 12-rrbb")
    assert favourite(state) == "claim:10-rrgg"


def test_the_play_that_completes_a_point_card_is_preferred():
    # Two red turned into green pay for 14-ggbb; other plays do not.
    state = position(
        Player("rrbb", hand="rr-to-gg gain-yy upgrade-2"), Player(), points="14-ggbb", row=""
    )
    assert favourite(state) in ("trade:rr-to-gg:1", "upgrade:upgrade-2:rr")


def test_the_cheapest_cube_pays_for_passing_a_card():
    state = position(Player("ybbb"), Player(), points="20-bbbbb")
    play(state, "acquire:gain-b")
    assert favourite(state) == "pay:yellow"


def test_cubes_that_no_card_asks_for_are_returned():
    state = position(Player("rrrrrbbbbb", hand="gain-g"), Player(), points="20-bbbbb", row="")
    play(state, "play:gain-g")
    assert favourite(state) in ("return:red:1", "return:green:1")
    assert scores_of(state)["return:red:1"] > scores_of(state)["return:brown:1"]


def test_trimming_drops_the_cheapest_cubes():
    assert letters(trimmed(cubes_from("yyyrgb"), 4)) == "yrgb"
    assert letters(trimmed(cubes_from("yrrb"), 1)) == "b"


def placement_against_random(matches):
    """Return the mean placement score of the heuristic against a random player, 2 seats."""
    total = 0.0
    for seed in range(matches):
        state = CENTURY.new(seats=2, seed=seed)
        chance = stream(seed, "random player")
        own = seed % 2
        while state.to_act():
            seat = state.to_act()[0]
            actions = state.legal_actions(seat)
            choice = chance.below(len(actions))
            if seat == own:
                scores = state.action_scores(seat, actions)
                choice = scores.index(max(scores))
            state.apply(seat, actions[choice])
        total += CENTURY.outcome(state).payoffs[own]
    return total / matches


def test_the_heuristic_beats_random_play_in_nine_of_ten_matches():
    assert placement_against_random(200) >= 0.9
