"""The goal and the end (R8, R9)."""

import pytest

from ludarena.games.wingspan import WINGSPAN_SLICE as GAME
from ludarena.games.wingspan.scoring import bonus_points, goal_items, goal_points
from ludarena.games.wingspan.tables import BONUS_LABELS, GOAL_NAMES
from tests.games.wingspan.positions import Table


@pytest.mark.parametrize(
    ("items", "points"),
    [
        ([3, 2, 1], [4, 1, 0]),
        ([2, 2], [2, 2]),  # (4 + 1) / 2, rounded down
        ([2, 2, 1], [2, 2, 0]),  # those tied take two places, the next one takes the third
        ([3, 1, 1], [4, 0, 0]),  # (1 + 0) / 2, rounded down
        ([1, 1, 1], [1, 1, 1]),  # (4 + 1 + 0) / 3
        ([1, 1, 1, 1], [1, 1, 1, 1]),  # (4 + 1 + 0 + 0) / 4
        ([5, 0, 0], [4, 0, 0]),  # no items, no place
        ([0, 0], [0, 0]),
    ],
)
def test_green_goal_ranks_and_shares(items, points):
    assert goal_points(items, False) == points


def test_blue_goal_pays_each_item_up_to_five():
    assert goal_points([0, 3, 5, 9], True) == [0, 3, 5, 5]


def items(table: Table, goal: str) -> int:
    return goal_items(table.player(0), GOAL_NAMES.index(goal))


def test_goals_count_what_they_name():
    table = Table().mat(0, "forest", "carolina-wren", eggs=2)  # cavity
    table.mat(0, "grassland", "bobolink", eggs=3)  # ground
    table.mat(0, "wetland", "black-tern", eggs=1).mat(0, "wetland", "osprey")  # star, platform
    assert items(table, "all-birds") == 4
    assert items(table, "birds-in-wetland") == 2
    assert items(table, "eggs-in-grassland") == 3
    assert items(table, "egg-sets") == 1
    assert items(table, "cavity-birds-with-eggs") == 2  # with the star nest
    assert items(table, "eggs-in-cavity-nests") == 3
    assert items(table, "platform-birds-with-eggs") == 1  # the star nest; Osprey has no egg
    assert items(table, "eggs-in-bowl-nests") == 1


def points(table: Table, card: str) -> int:
    return bonus_points(table.player(0), BONUS_LABELS.index(card))


def test_bonus_cards_pay_by_bird():
    table = Table().mat(0, "forest", "american-robin", "cedar-waxwing", eggs=4)
    table.mat(0, "grassland", "canada-goose").mat(0, "wetland", "common-loon")
    assert points(table, "bird-counter") == 6  # three flocking birds
    assert points(table, "breeding-manager") == 1  # Robin has four eggs, Waxwing three
    assert points(table, "ecologist") == 2  # one bird in the smallest row
    assert points(table, "omnivore-specialist") == 2  # Loon has a wild cost


def test_food_web_expert_wants_invertebrates_alone():
    table = Table().mat(0, "forest", "blue-gray-gnatcatcher", "bells-vireo", "american-robin")
    # Robin costs a fruit or an invertebrate: it does not count.
    assert points(table, "food-web-expert") == 4


def test_banded_bonus_cards_pay_the_band_reached():
    table = Table().mat(0, "forest", "barred-owl", "carolina-wren")
    assert points(table, "forester") == 0
    table.mat(0, "forest", "downy-woodpecker")
    assert points(table, "forester") == 4  # three birds that live in forests alone
    table.mat(0, "forest", "baltimore-oriole", "hermit-thrush")
    assert points(table, "forester") == 8


def test_one_of_costs_count_each_listed_food():
    table = Table().mat(0, "grassland", "american-kestrel", "loggerhead-shrike")
    table.mat(0, "wetland", "mallard")
    assert points(table, "rodentologist") == 4


def test_star_nests_count_for_nest_cards():
    table = Table().mat(0, "forest", "carolina-wren", "downy-woodpecker", "barred-owl")
    assert points(table, "nest-box-builder") == 0
    table.mat(0, "wetland", "black-tern")
    assert points(table, "nest-box-builder") == 4


def test_visionary_leader_counts_cards_in_hand():
    table = Table().hand(0, "mallard", "osprey", "killdeer", "anhinga", "barred-owl")
    assert points(table, "visionary-leader") == 4


def last_turns(table: Table) -> Table:
    table.state.turns = 15
    return table.play("draw-cards", "draw-deck", "draw-cards", "draw-deck")


def test_points_add_up_by_route():
    table = Table(goal="birds-in-forest").bonus(0, "ecologist").bonus(1, "forester")
    table.mat(0, "forest", "acorn-woodpecker", "barred-owl", eggs=1)  # 5 + 3 points, 2 eggs
    table.player(0).cached[0] = 3
    table.player(0).tucked[1] = 2
    last_turns(table)
    assert GAME.score_routes(table.state, 0, "all") == {
        "birds": 8,
        "bonus_cards": 0,
        "goal": 4,
        "eggs": 2,
        "cached_food": 3,
        "tucked_cards": 2,
    }
    assert GAME.outcome(table.state).scores == (19, 0)


def test_unused_food_breaks_ties():
    table = last_turns(Table().food(1, seed=2))
    outcome = GAME.outcome(table.state)
    assert outcome.scores == (0, 0)
    assert outcome.tie_breaks == ((0,), (2,))
    assert outcome.ranks == (2, 1)


def test_equal_points_and_food_share_the_victory():
    outcome = GAME.outcome(last_turns(Table().food(0, fish=2).food(1, seed=2)).state)
    assert outcome.ranks == (1, 1)
    assert outcome.payoffs == (0.5, 0.5)


def test_the_round_has_eight_turns_a_player():
    table = Table(3)
    for turn in range(24):
        assert table.seat == turn % 3
        assert table.state.turn() == turn + 1
        table.play("draw-cards", "draw-deck")
    assert table.state.to_act() == []
