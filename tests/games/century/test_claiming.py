"""R5: point cards and coins."""

import pytest

from tests.games.century.positions import (
    Player,
    caravan,
    legal,
    play,
    points_of,
    position,
    reason,
    scores,
    told,
)

ROW = "12-rrgb 16-bbbb 8-rrrr 6-yyrr 7-yyyrr"


def coins(state, seat=0):
    return state.boards[seat].gold, state.boards[seat].silver


def test_claims_are_listed_in_one_order_wherever_the_cards_lie():
    state = position(Player("yyyrrrr"), Player(), points="8-rrrr 6-yyrr")
    assert legal(state, "claim") == ["claim:6-yyrr", "claim:8-rrrr"]


def test_a_claim_costs_all_cubes_shown_and_gives_its_points():
    state = position(Player("yyyrr"), Player(), points=ROW)
    play(state, "claim:7-yyyrr")
    assert caravan(state) == ""
    assert scores(state)[0] == 7
    assert state.active() == 1


def test_only_point_cards_that_the_caravan_pays_for_can_be_claimed():
    state = position(Player("rrrr"), Player(), points=ROW)
    assert legal(state, "claim") == ["claim:8-rrrr"]
    assert reason(state, "claim:6-yyrr") == (
        "6-yyrr costs 2 yellow and 2 red, and you lack 2 yellow"
    )
    assert reason(state, "claim:14-ggbb") == "14-ggbb is not face up"


def test_position_1_gives_gold_and_position_2_silver():
    state = position(Player("rrgb"), Player("bbbbb"), points=ROW)
    play(state, "claim:12-rrgb")
    assert coins(state) == (1, 0)
    # 16-bbbb has moved to position 1.
    play(state, "claim:16-bbbb")
    assert coins(state, 1) == (1, 0)
    assert (state.gold, state.silver) == (2, 4)
    state = position(Player("bbbb"), Player(), points=ROW)
    play(state, "claim:16-bbbb")
    assert coins(state) == (0, 1)
    assert scores(state)[0] == 17


def test_positions_3_to_5_give_no_coin():
    for cubes, card in (("rrrr", "8-rrrr"), ("yyrr", "6-yyrr"), ("yyyrr", "7-yyyrr")):
        state = position(Player(cubes), Player(), points=ROW)
        play(state, f"claim:{card}")
        assert (coins(state), scores(state)[0]) == ((0, 0), int(card.split("-")[0]))
        assert (state.gold, state.silver) == (4, 4)


def test_the_last_gold_coin_moves_the_silver_pile_for_the_next_claim():
    state = position(Player("rrgb"), Player("bbbb", gold=3), points=ROW, gold=1)
    play(state, "claim:12-rrgb")
    assert coins(state) == (1, 0)
    assert told(state)[1:3] == [("took_coin", 0, 1), ("silver_moved", 4)]
    # 16-bbbb lies at position 1 now, and silver with it.
    play(state, "claim:16-bbbb")
    assert coins(state, 1) == (3, 1)


@pytest.mark.parametrize(("gold", "silver", "moves"), [(2, 4, False), (1, 4, True), (1, 0, False)])
def test_the_silver_pile_moves_with_the_last_gold_coin_only(gold, silver, moves):
    state = position(Player("rrgb"), Player(), points=ROW, gold=gold, silver=silver)
    play(state, "claim:12-rrgb")
    assert (("silver_moved", silver) in told(state)) == moves


def test_position_2_gives_nothing_once_gold_is_gone():
    state = position(Player("bbbb"), Player(gold=4), points=ROW, gold=0)
    play(state, "claim:16-bbbb")
    assert coins(state) == (0, 0)
    assert state.silver == 4


def test_gold_stays_at_position_1_when_silver_runs_out_first():
    state = position(Player("bbbb"), Player("rrgb", silver=4), points=ROW, silver=0)
    assert [state.coin_at(place) for place in (0, 1)] == [2, 0]
    play(state, "claim:16-bbbb")
    assert coins(state) == (0, 0)
    play(state, "claim:12-rrgb")
    assert coins(state, 1) == (1, 4)


@pytest.mark.parametrize(
    ("card", "cubes", "gold", "silver", "taken"),
    [
        ("12-rrgb", "rrgb", 0, 1, (0, 1)),
        ("16-bbbb", "bbbb", 1, 1, (0, 1)),
        ("12-rrgb", "rrgb", 1, 0, (1, 0)),
    ],
)
def test_the_last_coin_of_a_pile_is_taken(card, cubes, gold, silver, taken):
    state = position(Player(cubes), Player(), points=ROW, gold=gold, silver=silver)
    play(state, f"claim:{card}")
    assert coins(state) == taken
    assert (state.gold, state.silver) == (gold - taken[0], silver - taken[1])


def test_without_coins_a_claim_gives_none():
    state = position(Player("rrgb"), Player(gold=4, silver=4), points=ROW, gold=0, silver=0)
    play(state, "claim:12-rrgb")
    assert coins(state) == (0, 0)


def test_the_row_slides_and_is_filled_from_the_deck():
    state = position(Player("bbbb"), Player(), points=ROW, point_deck="9-yyrb")
    play(state, "claim:16-bbbb")
    assert points_of(state) == ["12-rrgb", "8-rrrr", "6-yyrr", "7-yyyrr", "9-yyrb"]
    assert told(state)[-1] == ("point_card_shown", 6)


def test_an_empty_point_deck_makes_the_row_shorter():
    state = position(Player("bbbb"), Player(), points=ROW, point_deck="")
    play(state, "claim:16-bbbb")
    assert points_of(state) == ["12-rrgb", "8-rrrr", "6-yyrr", "7-yyyrr"]
