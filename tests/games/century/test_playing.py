"""R2 and R3: resting, gains, upgrades, trades."""

import pytest

from ludarena.games.century.cubes import cubes_from
from ludarena.games.century.tables import GET
from tests.games.century.positions import (
    MERCHANT_CODES,
    Player,
    caravan,
    cards,
    legal,
    play,
    position,
    reason,
    told,
)


def test_a_turn_offers_plays_acquisitions_claims_and_rest_and_no_pass():
    state = position(
        Player("yyrr", hand="gain-yy yy-to-g", played="upgrade-2"),
        Player(),
        row="gain-g gain-b",
        points="6-yyrr 8-rrrr",
    )
    assert legal(state) == [
        "play:gain-yy",
        "trade:yy-to-g:1",
        "acquire:gain-g",
        "acquire:gain-b",
        "claim:6-yyrr",
        "rest",
    ]


def test_a_gain_card_brings_its_cubes_and_lies_in_front_of_its_player():
    state = position(Player("y"), Player())
    play(state, "play:gain-yy")
    assert caravan(state) == "yyy"
    assert cards(state.boards[0].played) == ["gain-yy"]
    assert cards(state.boards[0].hand) == ["upgrade-2"]
    assert told(state) == [("gained", 0, 43)]
    assert state.active() == 1


def test_gain_yyr_brings_two_yellow_and_a_red():
    state = position(Player("b", hand="gain-yyr"), Player())
    play(state, "play:gain-yyr")
    assert caravan(state) == "yyrb"


def test_upgrade_2_turns_one_yellow_into_red_or_green():
    state = position(Player("y", hand="upgrade-2"), Player())
    assert legal(state, "upgrade") == ["upgrade:upgrade-2:y", "upgrade:upgrade-2:yr"]
    play(state, "upgrade:upgrade-2:yr")
    assert caravan(state) == "g"


def test_upgrade_2_on_brown_only_is_not_playable():
    state = position(Player("bbb", hand="upgrade-2 gain-b"), Player())
    assert legal(state, "upgrade") == []
    assert "you lack 1 yellow" in reason(state, "upgrade:upgrade-2:y")


def test_steps_of_an_upgrade_can_be_spread_or_fewer_than_allowed():
    # One yellow and one green. One step: y, g. Two: y then red, y and g, g only once.
    state = position(Player("yg", hand="upgrade-2"), Player())
    assert legal(state, "upgrade") == [
        f"upgrade:upgrade-2:{steps}" for steps in ("y", "g", "yr", "yg")
    ]
    play(state, "upgrade:upgrade-2:yg")
    assert caravan(state) == "rb"


def test_upgrade_3_takes_one_cube_from_yellow_to_brown():
    state = position(Player("y", hand="upgrade-3"), Player(), row="gain-g gain-b")
    assert legal(state, "upgrade")[-1] == "upgrade:upgrade-3:yrg"
    play(state, "upgrade:upgrade-3:yrg")
    assert caravan(state) == "b"


def test_upgrade_3_on_a_yellow_and_a_red_cube_has_six_results():
    # One step: the yellow or the red one. Two: both, or one of them twice: yellow to green needs
    # y and r, as both do; red to brown r and g. Three: both to green, or one to brown and a step.
    state = position(Player("yr", hand="upgrade-3"), Player())
    steps = ("y", "r", "yr", "rg", "yrr", "yrg")
    assert legal(state, "upgrade") == [f"upgrade:upgrade-3:{step}" for step in steps]
    play(state, "upgrade:upgrade-3:yrr")
    assert caravan(state) == "gg"


def test_upgrade_3_gives_three_steps_and_upgrade_2_only_two():
    state = position(Player("yyyy", hand="upgrade-2 upgrade-3"), Player())
    assert "upgrade:upgrade-3:yyy" in legal(state)
    assert reason(state, "upgrade:upgrade-2:yyy") == "upgrade-2 gives 2 steps, not 3"


def test_a_trade_is_repeated_as_often_as_the_caravan_pays():
    # 7 yellow pay for 3 times 2 yellow.
    state = position(Player("yyyyyyy", hand="yy-to-g"), Player())
    assert legal(state, "trade") == [f"trade:yy-to-g:{times}" for times in (1, 2, 3)]
    assert reason(state, "trade:yy-to-g:4") == "your caravan pays for yy-to-g 3 times, not 4"
    play(state, "trade:yy-to-g:2")
    assert caravan(state) == "yyygg"
    assert told(state) == [("traded", 0, 18, 2)]


@pytest.fixture
def rr_to_yyr():
    """Let the card rr-to-gg give 2 yellow and a red cube: no printed trade feeds itself."""
    code = MERCHANT_CODES["rr-to-gg"]
    printed = GET[code]
    GET[code] = cubes_from("yyr")
    yield
    GET[code] = printed


def test_cubes_got_in_one_repetition_pay_for_the_next(rr_to_yyr):
    # 3 red pay once; the red cube got pays once more, with the one left over.
    state = position(Player("rrr", hand="rr-to-gg"), Player())
    assert legal(state, "trade") == ["trade:rr-to-gg:1", "trade:rr-to-gg:2"]
    play(state, "trade:rr-to-gg:2")
    assert caravan(state) == "yyyyr"


def test_the_limit_is_not_checked_between_repetitions():
    # 5 green and 5 brown; 5 times a green for 4 yellow and a red: 20 y, 5 r, 5 b = 30 cubes.
    state = position(Player("gggggbbbbb", hand="g-to-yyyyr"), Player())
    play(state, "trade:g-to-yyyyr:5")
    assert caravan(state) == "y" * 20 + "rrrrrbbbbb"
    play(state, "return:yellow:20")
    assert caravan(state) == "rrrrrbbbbb"
    assert state.active() == 1


def test_a_trade_without_its_cubes_is_not_playable():
    state = position(Player("yr", hand="yy-to-g gain-yyy"), Player(), row="gain-g")
    assert legal(state, "trade") == []
    assert reason(state, "trade:yy-to-g:1") == (
        "yy-to-g takes 2 yellow, and you hold 1 yellow and 1 red"
    )


def test_a_played_card_comes_back_only_by_rest():
    state = position(Player("", hand="upgrade-2", played="gain-yy"), Player())
    assert reason(state, "play:gain-yy") == (
        "you have played gain-yy already: rest to take it back in hand"
    )
    play(state, "rest")
    assert cards(state.boards[0].hand) == ["gain-yy", "upgrade-2"]
    assert state.boards[0].played == 0
    assert told(state) == [("rested", 0, 1)]


def test_rest_returns_only_own_cards():
    state = position(Player(played="gain-g"), Player(hand="", played="gain-yy upgrade-2"))
    play(state, "rest")
    assert cards(state.boards[0].hand) == ["gain-g", "gain-yy", "upgrade-2"]
    assert cards(state.boards[1].played) == ["gain-yy", "upgrade-2"]


def test_rest_is_left_when_there_is_nothing_to_play_acquire_or_claim():
    state = position(Player("", hand="", played="gain-yy"), Player(), row="", deck="")
    assert legal(state) == ["rest"]


def test_rest_needs_a_played_card():
    state = position(Player("y"), Player())
    assert "rest" not in legal(state)
    assert reason(state, "rest") == "resting takes played cards back, and you have played none"


def test_option_rest_without_played_allows_an_idle_turn():
    state = position(Player("y"), Player("r"), rest_without_played=True)
    assert "rest" in legal(state)
    play(state, "rest")
    assert (caravan(state), state.active()) == ("y", 1)


def test_option_empty_play_allows_no_trade_and_no_step():
    state = position(Player("b", hand="upgrade-2 yy-to-g"), Player(), empty_play=True)
    assert legal(state, "trade") == ["trade:yy-to-g:0"]
    assert legal(state, "upgrade") == ["upgrade:upgrade-2:none"]
    play(state, "trade:yy-to-g:0")
    assert (caravan(state), cards(state.boards[0].played)) == ("b", ["yy-to-g"])


@pytest.mark.parametrize(
    "action", ["upgrade:upgrade-2:none", "upgrade:upgrade-3:none", "trade:r-to-yyy:0"]
)
def test_an_empty_play_uses_its_card_up(action):
    hand = "upgrade-2 upgrade-3 r-to-yyy"
    state = position(Player("b", hand=hand), Player(), empty_play=True)
    play(state, action)
    assert (caravan(state), cards(state.boards[0].played)) == ("b", [action.split(":")[1]])


def test_by_default_an_empty_play_is_illegal():
    state = position(Player("yy", hand="upgrade-2 yy-to-g"), Player())
    assert "option empty_play" in reason(state, "trade:yy-to-g:0")
    assert "option empty_play" in reason(state, "upgrade:upgrade-2:none")


def test_a_card_that_is_not_in_hand_cannot_be_played():
    state = position(Player("yy"), Player(hand="gain-rr"), row="gain-g")
    assert reason(state, "play:gain-rr") == "gain-rr is not in your hand"
