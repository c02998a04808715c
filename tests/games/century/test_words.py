"""Words: views as text, questions, descriptions, narration, the rules text."""

import pytest

from ludarena.core.errors import UnreadableAction
from ludarena.core.sight import sight, story
from ludarena.core.trace import Fact
from ludarena.games.century import CENTURY
from ludarena.games.century.actions import ACTIONS
from ludarena.games.century.tables import MERCHANT_ROWS, POINT_ROWS
from tests.games.century.positions import Player, facts_of, play, position, text_of


def table(**options):
    return position(
        Player("yyrrb", played="yy-to-g", claimed="8-rrrr", gold=1),
        Player("ggg", hand="gain-yy"),
        points="12-rrgb 16-bbbb 14-ggbb",
        row="gain-g rr-to-gg upgrade-3",
        on_row={"rr-to-gg": "yr"},
        gold=3,
        **options,
    )


TABLE = table()


def describe(action, state=TABLE, seat=0):
    return CENTURY.describe(state, seat, CENTURY.action_code(action))


def test_the_text_shows_point_cards_with_coins_and_what_is_missing():
    text = text_of(TABLE, 0)
    assert "## Point cards (32 cards in the deck)" in text
    assert "| 1 | 12-rrgb | 12 | gold | 2 red, 1 green, 1 brown | 1 green |" in text
    assert "| 2 | 16-bbbb | 16 | silver | 4 brown | 3 brown |" in text
    assert "| 3 | 14-ggbb | 14 | - | 2 green, 2 brown | 2 green, 1 brown |" in text
    assert "Coins left: 3 gold, 4 silver." in text


def test_the_text_shows_the_merchant_row_with_prices_and_cubes():
    text = text_of(TABLE, 0)
    assert "| 1 | gain-g | gain 1 green | 0 | - |" in text
    assert "| 2 | rr-to-gg | trade 2 red for 2 green, repeatable | 1 | 1 yellow, 1 red |" in text
    assert "| 3 | upgrade-3 | up to 3 upgrade steps | 2 | - |" in text


def test_the_text_shows_players():
    text = text_of(TABLE, 0)
    # 8 points, gold 3, 2 red and a brown: 14.
    assert "| 0 (you) | 14 | 1 | 1 | 0 | 2 | 2 | 0 | 1 | 5 |" in text
    assert "| 1 | 3 | 0 | 0 | 0 | 0 | 0 | 3 | 0 | 3 |" in text
    assert "- Hand: gain-yy (gain 2 yellow); upgrade-2 (up to 2 upgrade steps)" in text
    assert "- Played, back after a rest: yy-to-g (trade 2 yellow for 1 green, repeatable)" in text
    assert "- Claimed: 8-rrrr" in text


def test_a_bystander_is_not_told_what_is_missing():
    text = text_of(TABLE, "public")
    assert "your caravan lacks" not in text
    assert "(you)" not in text
    assert "Seat 0 is to take a turn." in text


def test_the_heading_says_who_moves_and_what_ends_the_match():
    text = text_of(TABLE, 0)
    assert "You are seat 0 of 2.\nYou are to take a turn." in text
    assert (
        "The match ends with the round in which a player comes to 6 point cards, or after 300 "
        "turns of each player." in text
    )
    assert "A caravan keeps at most 10 cubes at the end of a turn." in text


def test_options_that_change_the_play_are_named():
    assert "Option: " not in text_of(TABLE, 0)
    text = text_of(
        table(
            hands_public=False,
            claimed_public=False,
            empty_play=True,
            rest_without_played=True,
            tie="shared",
        ),
        0,
    )
    assert text.count("Option: ") == 5


def test_the_text_announces_the_last_round_and_the_end():
    five = "6-yyrr 7-yyyrr 8-yyrrr 8-yygg 8-rrrr"
    state = position(Player("bbbb", claimed=five), Player(), points="16-bbbb")
    play(state, "claim:16-bbbb")
    assert "The end is called: this is the last round." in text_of(state, 1)
    play(state, "play:gain-yy")
    assert "The match is over." in text_of(state, 1)


def test_the_text_tells_of_payments_and_returns():
    state = position(Player("yyrg"), Player("y" * 7 + "rrr"))
    play(state, "acquire:gain-yr")
    assert "You are acquiring gain-yr; the next cube goes onto gain-g." in text_of(state, 0)
    assert "Seat 0 is acquiring gain-yr" in text_of(state, 1)
    play(state, "pay:yellow", "pay:yellow", "play:gain-yy")
    assert "You are to return cubes, having 12." in text_of(state, 1)


def test_empty_rows_are_called_none():
    state = position(
        Player(), Player(), row="", deck="", points="", point_deck="", gold=0, silver=0
    )
    text = text_of(state, 0)
    assert "Coins: none left." in text
    assert text.count("\n\nnone\n\n") == 2


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("play:gain-yyr", "Play gain-yyr: gain 2 yellow and 1 red."),
        ("upgrade:upgrade-2:yr", "Play upgrade-2: raise 1 yellow to red and 1 red to green."),
        ("upgrade:upgrade-3:none", "Play upgrade-3: raise no cube."),
        ("trade:yy-to-g:1", "Play yy-to-g once: give 2 yellow, get 1 green."),
        ("trade:yyg-to-bb:2", "Play yyg-to-bb 2 times: give 4 yellow and 2 green, get 4 brown."),
        ("trade:yy-to-g:0", "Play yy-to-g without a trade."),
        ("acquire:gain-g", "Acquire gain-g (gain 1 green) for nothing."),
        (
            "acquire:rr-to-gg",
            "Acquire rr-to-gg (2 red for 2 green) for 1 cube, with 1 yellow and 1 red on it.",
        ),
        ("acquire:gain-b", "Acquire gain-b (gain 1 brown)."),
        (
            "claim:12-rrgb",
            "Claim 12-rrgb (12 points for 2 red, 1 green and 1 brown) and take 1 gold coin.",
        ),
        ("claim:16-bbbb", "Claim 16-bbbb (16 points for 4 brown) and take 1 silver coin."),
        ("claim:14-ggbb", "Claim 14-ggbb (14 points for 2 green and 2 brown)."),
        ("rest", "Rest: take your 1 played card back in hand."),
        ("pay:red", "Put 1 red onto the next card."),
        ("return:yellow:2", "Return 2 yellow to the supply."),
    ],
)
def test_descriptions(action, sentence):
    assert describe(action) == sentence


def test_an_idle_rest_says_so():
    assert describe("rest", seat=1) == "Rest: you have played no card that could come back."


def test_the_question_of_a_turn():
    decision = sight(CENTURY, TABLE, 0).decision
    assert decision is not None
    assert decision.kind == "turn"
    assert decision.question == (
        "Play a merchant card from your hand, acquire one from the row, rest, or claim a point "
        "card."
    )
    assert sight(CENTURY, TABLE, 1).decision is None


def test_the_question_of_a_payment_names_the_card_and_its_place():
    state = position(Player("yyrg"), Player())
    play(state, "acquire:gain-yr", "pay:red")
    decision = sight(CENTURY, state, 0).decision
    assert decision is not None
    assert decision.question.startswith("Which cube do you put onto gain-b, cube 2 of 2?")
    assert decision.cause == "you acquire gain-yr and pass 2 cards to its left"
    assert describe("pay:green", state) == "Put 1 green onto gain-b."


def test_the_question_of_a_return_says_what_is_done():
    state = position(Player("yyyyrrrrgg", hand="gain-yyyy"), Player())
    play(state, "play:gain-yyyy", "return:yellow:1")
    decision = sight(CENTURY, state, 0).decision
    assert decision is not None
    assert decision.question.startswith("Return 3 cubes. Name a colour and its number")
    assert decision.cause == (
        "your caravan holds 13 cubes at the end of your turn, and 10 is the limit"
    )
    assert decision.steps == ("return:yellow:1",)


def test_an_acquisition_is_told_to_its_player_and_to_others():
    state = position(Player("y"), Player(), on_row={"gain-b": "r"}, deck="yy-to-g")
    play(state, "acquire:gain-b")
    facts = facts_of(state)
    assert story(CENTURY, facts, 0) == [
        "You choose gain-b (gain 1 brown), passing 1 card.",
        "You put 1 yellow onto gain-g.",
        "You acquire gain-b (gain 1 brown), and 1 red from it.",
        "yy-to-g (2 yellow for 1 green) comes into the merchant row.",
    ]
    assert (
        story(CENTURY, facts, 1)[2] == "Seat 0 acquires gain-b (gain 1 brown), and 1 red from it."
    )


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (("started", (1, 4, 0, 0, 0)), "Seat 1 begins with 4 yellow."),
        (("merchant_shown", (0,)), "gain-g (gain 1 green) comes into the merchant row."),
        (
            ("point_card_shown", (0,)),
            "6-yyrr (6 points for 2 yellow and 2 red) comes into the row of point cards.",
        ),
        (("gained", (0, 43)), "You play gain-yy: gain 2 yellow."),
        (
            ("upgraded", (1, 44, 1, 1, 0)),
            "Seat 1 plays upgrade-2: raise 1 yellow to red and 1 red to green.",
        ),
        (("traded", (1, 18, 2)), "Seat 1 plays yy-to-g, 2 times: 4 yellow for 2 green."),
        (("acquiring", (1, 0, 0)), None),
        (("acquired", (1, 0, 0, 0, 0, 0)), "Seat 1 acquires gain-g (gain 1 green)."),
        (("claimed", (0, 0, 6)), "You claim 6-yyrr (6 points for 2 yellow and 2 red)."),
        (("took_coin", (0, 1)), "You take 1 gold coin."),
        (("took_coin", (1, 0)), "Seat 1 takes 1 silver coin."),
        (
            ("silver_moved", (3,)),
            "The gold coins are gone: the pile of 3 silver coins moves to position 1.",
        ),
        (("rested", (1, 1)), "Seat 1 rests and 1 card comes back in hand."),
        (("rested", (0, 3)), "You rest and 3 cards come back in hand."),
        (("returned", (0, 1, 2)), "You return 2 red to the supply."),
        (("last_round", (1, 6)), "Seat 1 has 6 point cards: this is the last round."),
        (("ended", (0,)), "The match ends."),
        (("ended", (1,)), "The turn limit is reached: the match ends."),
    ],
)  # fmt: skip
def test_narration(fact, sentence):
    names = [kind.name for kind in CENTURY.facts]
    assert CENTURY.narrate(Fact(names.index(fact[0]), fact[1]), 0) == sentence


def test_every_number_of_the_rules_is_filled_in():
    text = CENTURY.rules_text()
    assert "{{" not in text
    assert "| 4 | 5 |" in text
    assert "more than 10 cubes" in text
    assert all(f"| {card.id} |" in text for card in [*MERCHANT_ROWS])
    assert all(f"| {card.id} |" in text for card in POINT_ROWS)
    assert "| yyg-to-bb | 2 yellow and 1 green for 2 brown | yes |" in text
    assert "| 3 | 3 yellow and 1 red |" in text


def test_ids_are_a_bijection_with_codes():
    # 9 gains, 2 x 20 upgrades, 34 x 21 trades, 43 to acquire, 36 to claim, rest, 4, 4 x 80.
    assert ACTIONS.size == 9 + 40 + 714 + 43 + 36 + 1 + 4 + 320
    for code in range(ACTIONS.size):
        assert CENTURY.action_code(CENTURY.action_id(code)) == code


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("trade:yy-to-g", "the form is trade:<card>:<times>"),
        ("trade:yy-to-g:21", "times cannot be '21'"),
        ("acquire:gain-yy", "card cannot be 'gain-yy'"),
        ("steal:red", "no action begins with 'steal'"),
    ],
)
def test_texts_that_name_no_action_are_refused(text, words):
    with pytest.raises(UnreadableAction, match=words):
        CENTURY.action_code(text)


@pytest.mark.parametrize(
    ("text", "action", "repairs"),
    [
        ("upgrade:upgrade-2:ry", "upgrade:upgrade-2:yr", ("order",)),
        ("upgrade:upgrade-3:gyr", "upgrade:upgrade-3:yrg", ("order",)),
        ("upgrade:upgrade-3:yyr", "upgrade:upgrade-3:yyr", ()),
        (" Claim: 12-RRGB. ", "claim:12-rrgb", ("spaces", "punctuation", "case")),
    ],
)
def test_reading_repairs(text, action, repairs):
    reading = CENTURY.read(TABLE, 0, text)
    assert CENTURY.action_id(reading.action) == action
    assert reading.repairs == repairs
