"""R1, R2 and R5: set-up, turns, cards, and the end."""

import pytest

from ludarena.core.bits import popcount, total
from ludarena.core.trace import Trace
from ludarena.games.harmonies import HARMONIES
from ludarena.games.harmonies.state import put_in_order
from ludarena.games.harmonies.tables import CARD_ROWS
from tests.games.harmonies.positions import (
    Seat,
    fact_names,
    facts_of,
    filled,
    legal,
    legal_of,
    new_match,
    play,
    position,
    reason,
)

# --- R1 set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up_fills_five_spaces_and_shows_five_animals(seats):
    state = new_match(seats, 3)
    assert len(state.spaces) == 5
    assert total(state.pouch) == 105
    assert (len(state.row), popcount(state.deck)) == (5, 27)
    assert state.to_act() == [0]
    assert len(legal_of(state, "card")) == 5
    assert not HARMONIES.view(state, 0).last_round


@pytest.mark.parametrize(("items", "item"), [([5, 7], 3), ([3, 7], 5), ([3, 5], 7), ([], 4)])
def test_an_item_is_put_into_its_place_of_an_ascending_list(items, item):
    whole = [*items]
    put_in_order(whole, item)
    assert whole == sorted([*items, item])


@pytest.mark.parametrize(("side", "hexes"), [("A", 23), ("B", 25)])
def test_all_players_use_the_same_side(side, hexes):
    state = new_match(3, 3, side=side)
    view = HARMONIES.view(state, "public")
    assert [player.empty for player in view.players] == [hexes] * 3
    assert [len(player.hexes) for player in view.players] == [hexes] * 3


def test_with_spirits_each_seat_chooses_at_its_first_turn():
    seats = Seat(offered=["cat", "owl"]), Seat(offered=["deer", "lion"])
    state = position(*seats, spaces="WWW MMM")
    assert legal(state) == ["spirit:owl", "spirit:cat"]
    play(state, "spirit:cat")
    assert HARMONIES.view(state, 0).players[0].above[0].card == "cat"
    assert HARMONIES.view(state, 0).players[0].returned == "owl"
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2", "place:blue:a3")
    assert legal(state) == ["spirit:lion", "spirit:deer"]
    play(state, "spirit:lion", "take:gray+gray+gray", "place:gray:a1", "place:gray:a1")
    play(state, "place:gray:a1", "end")
    assert state.active() == 0
    assert legal_of(state, "spirit") == []


def test_each_seat_is_dealt_two_spirits_and_no_two_seats_the_same():
    state = new_match(4, 3, spirits="on")
    assert [len(board.offered) for board in state.boards] == [2, 2, 2, 2]
    assert len({card for board in state.boards for card in board.offered}) == 8


def test_different_seeds_fill_spaces_and_row_differently():
    begins = [new_match(2, seed) for seed in range(20)]
    assert len({tuple(state.spaces) for state in begins}) == 20
    assert len({tuple(state.row) for state in begins}) == 20


def test_without_spirits_none_are_dealt():
    state = new_match(2, 3)
    assert HARMONIES.components(state)["spirit_cards"] == 0
    assert legal_of(state, "spirit") == []


# --- R2 a turn ----------------------------------------------------------------------------------


def test_equal_groups_of_tokens_are_one_action():
    state = position(Seat(), Seat(), spaces="MWB MWB TTL")
    assert legal_of(state, "take") == ["take:gray+blue+red", "take:brown+brown+green"]


def test_a_turn_ends_by_itself_when_nothing_else_is_left():
    state = position(Seat(), Seat())
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a3", "place:blue:c1")
    assert state.active() == 1


def test_all_three_tokens_must_be_placed_before_the_turn_ends():
    state = position(Seat(), Seat(), row="otter")
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a3")
    assert "end" not in legal(state)
    assert reason(state, "end") == "all tokens must be placed before the turn ends"
    play(state, "place:blue:c1")
    assert legal(state) == ["card:otter", "end"]


def test_a_cube_may_be_placed_after_the_last_token():
    # The last token makes a tree beside the water of a1, a home for the frog.
    state = position(Seat({"a1": "W"}, cards={"frog": 0}), Seat(), spaces="WWL MMM")
    play(state, "take:blue+blue+green", "place:blue:c1", "place:blue:e1", "place:green:a2")
    assert legal(state) == ["cube:frog:a1", "end"]
    play(state, "cube:frog:a1")
    assert (state.boards[0].animal_points(), state.active()) == (2, 1)


def test_tokens_must_be_taken_in_every_turn():
    state = position(Seat(), Seat(), row="otter")
    play(state, "card:otter")
    assert reason(state, "end") == "tokens must be taken and placed in every turn"


def test_tokens_are_taken_once_in_a_turn():
    state = position(Seat(), Seat())
    play(state, "take:blue+blue+blue")
    assert legal_of(state, "take") == []
    assert reason(state, "take:gray+gray+gray").startswith("tokens are taken once in a turn")


def test_a_card_can_be_taken_between_two_placements():
    state = position(Seat(), Seat(), row="otter frog")
    play(state, "take:blue+blue+blue", "place:blue:a1", "card:otter", "place:blue:a2")
    assert legal_of(state, "card") == []
    assert reason(state, "card:frog") == (
        "one animal card may be taken in a turn, and you have taken yours"
    )


def test_the_empty_space_and_the_row_are_filled_at_the_end_of_the_turn_only():
    state = position(Seat(), Seat(), row="otter frog ray fish duck")
    play(state, "card:otter", "take:blue+blue+blue", "place:blue:a1", "place:blue:a3")
    assert (len(state.spaces), len(state.row)) == (4, 4)
    play(state, "place:blue:c1")
    assert (len(state.spaces), len(state.row)) == (5, 5)


def test_an_empty_deck_makes_the_row_shorter():
    state = position(Seat(), Seat(), row="otter frog")
    state.deck = 0
    play(state, "card:otter", "take:blue+blue+blue", "place:blue:a1", "place:blue:a3")
    play(state, "place:blue:c1")
    assert state.active() == 1
    assert legal_of(state, "card") == ["card:frog"]


def test_an_empty_pouch_leaves_a_space_empty():
    state = position(Seat(), Seat(), spaces="WWW MMM", turns=34, pouch=0)
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a3", "place:blue:c1")
    assert legal_of(state, "take") == ["take:gray+gray+gray"]


FOUR = {"otter": 0, "ray": 0, "fish": 0, "frog": 4}


def test_a_fifth_card_is_refused():
    state = position(Seat(cards=FOUR), Seat(), row="duck")
    assert legal_of(state, "card") == []
    assert reason(state, "card:duck") == "4 cards lie above your board, which is the limit"


def test_a_card_completed_frees_its_place_in_the_same_turn():
    # The frog settles on water beside a tree of height 1; it has one cube left.
    seat = Seat({"a1": "W", "a2": "L"}, cards=FOUR)
    state = position(seat, Seat(), row="duck")
    play(state, "cube:frog:a1", "card:duck")
    player = HARMONIES.view(state, 0).players[0]
    assert [card.card for card in player.above] == ["ray", "fish", "otter", "duck"]
    assert [(card.card, card.worth) for card in player.complete] == [("frog", 15)]


def test_an_open_spirit_counts_among_the_four_cards():
    cards = {"otter": 0, "ray": 0, "fish": 0, "cat": 0}
    state = position(Seat(cards=cards), Seat(), row="duck", spirits="on")
    assert legal_of(state, "card") == []


@pytest.mark.parametrize(
    ("card", "left"),
    [
        ("crocodile", ["frog", "panther"]),
        ("frog", ["crocodile", "panther"]),
        ("panther", ["crocodile", "frog"]),
    ],
)
def test_a_card_taken_leaves_the_row_and_comes_with_its_cubes(card, left):
    state = position(Seat(), Seat(), row="crocodile frog panther")
    play(state, f"card:{card}")
    view = HARMONIES.view(state, 0)
    assert [offer.card for offer in view.row] == left
    cubes = {"crocodile": 3, "frog": 5, "panther": 2}[card]
    assert [(one.card, one.placed, one.cubes) for one in view.players[0].above] == [
        (card, 0, cubes)
    ]


def test_a_card_may_be_served_in_the_turn_in_which_it_is_taken():
    state = position(Seat({"a1": "W", "a2": "L"}), Seat(), row="frog")
    play(state, "card:frog", "cube:frog:a1")
    assert state.boards[0].animal_points() == 2


def test_option_66_cubes_refuses_a_card_that_needs_more_than_are_left():
    # 12 cards of 5, 5 and 4, 4, 4, 4, 4 cubes and seven of 3 take 5+5+20+... = 63 of 66.
    fours = ["fish", "duck", "koala", "bat", "meerkat"]
    threes = ["crocodile", "ray", "otter", "flamingo", "lizard", "shrew", "peacock", "squirrel"]
    threes += ["rabbit", "macaw", "boar"]
    names = ["frog", "ladybug", *fours, *threes]
    cards = {name: len(CARD_ROWS_BY_ID[name].ladder) for name in names}
    assert sum(cards.values()) == 63
    seats = Seat(cards=cards), Seat()
    row = "wolf bee"
    state = position(*seats, row=row, cube_supply="66")
    assert legal_of(state, "card") == ["card:bee", "card:wolf"]
    state = position(Seat(cards=cards | {"bear": 2}), Seat(), row=row, cube_supply="66")
    assert legal_of(state, "card") == []
    assert reason(state, "card:wolf") == "the wolf needs 3 cubes, and the box holds 1 cube"
    state = position(Seat(cards=cards | {"bear": 2}), Seat(), row=row)
    assert legal_of(state, "card") == ["card:bee", "card:wolf"]


def test_spirits_take_no_animal_cubes_from_the_box():
    # The frog has 5 cubes and the bee 2: 59 of 66 are left, with open and complete spirits.
    seats = Seat(cards={"frog": 3, "cat": 0}), Seat(cards={"bee": 2, "turtle": 1})
    assert position(*seats, spirits="on", cube_supply="66").cubes_left() == 59


CARD_ROWS_BY_ID = {card.id: card for card in CARD_ROWS}

# --- R5 the end ---------------------------------------------------------------------------------


def test_others_get_their_turn_after_a_board_is_full_and_nobody_gets_two():
    # Three empty hexes, of which one is filled: 2 are left.
    state = position(Seat({**filled("a1 a2 a3"), "e5": "T"}), Seat(), spaces="MMM TTL WWW", turns=4)
    play(state, "take:gray+gray+gray", *["place:gray:a1"] * 3)
    assert state.ending
    assert state.to_act() == [1]
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2", "place:blue:a3", "end")
    assert state.to_act() == []
    assert HARMONIES.outcome(state).ended_by == "rules"


def test_with_four_seats_the_two_after_the_trigger_have_their_turns():
    full = filled("a1 a2 a3")
    seats = Seat(), Seat(full), Seat(), Seat()
    state = position(*seats, spaces="WWW WWM WWT MMM", turns=5)
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2")
    assert state.to_act() == [2]
    play(state, "take:gray+blue+blue", "place:blue:a1", "place:blue:a3", "place:gray:c1", "end")
    assert state.to_act() == [3]
    play(state, "take:blue+blue+brown", "place:blue:a1", "place:blue:a3", "place:brown:c1", "end")
    assert state.to_act() == []
    assert state.turn() == 8


def test_three_empty_hexes_do_not_end_the_match():
    state = position(Seat({**filled("a1 a2 a3"), "e5": "M", "e4": "M"}), Seat(), spaces="MMB WWW")
    play(state, "take:gray+gray+red", "place:gray:e5", "place:gray:e5", "place:red:e4")
    assert not state.ending


def test_a_board_filled_by_the_last_seat_ends_the_match_at_once():
    state = position(Seat(), Seat(filled("a1 a2 a3")), spaces="WWW MMM", turns=5)
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2")
    assert state.to_act() == []


def test_an_empty_pouch_ends_the_match_with_the_round():
    state = position(Seat(), Seat(), spaces="WWW MMM", turns=34, pouch=0)
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a3", "place:blue:c1")
    assert "pouch_empty" in fact_names(state)
    assert state.to_act() == [1]
    play(state, "take:gray+gray+gray", *["place:gray:a1"] * 3, "end")
    assert state.to_act() == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_tokens_are_120_at_all_times(seats):
    state = new_match(seats, 11)
    while state.to_act():
        counts = HARMONIES.components(state)
        tokens = [n for name, n in counts.items() if name.endswith("_tokens")]
        assert tokens == [23, 23, 21, 19, 19, 15]
        seat = state.to_act()[0]
        state.apply(seat, state.legal_actions(seat)[-1])


def test_a_last_placement_without_a_choice_is_made_by_itself():
    # After two of three the hex a3 is the only one that blue can go to.
    state = position(Seat(filled("a1 a2 a3")), Seat(), spaces="WWW MMM")
    state.trace = Trace()
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2")
    names = [HARMONIES.facts[fact.kind].name for fact in facts_of(state)]
    assert names.count("placed") == 3
    assert state.active() == 1


def test_a_last_token_waits_while_a_card_can_be_taken():
    state = position(Seat(filled("a1 a2 a3")), Seat(), spaces="WWW MMM", row="duck")
    play(state, "take:blue+blue+blue", "place:blue:a1", "place:blue:a2")
    assert legal(state) == ["place:blue:a3", "card:duck"]


def test_the_pouch_is_empty_after_36_turns():
    # 120 tokens are 40 groups: 36 are taken, the pouch is empty and 4 lie on the central board.
    state = new_match(4, 0, side="B")
    while state.to_act():
        seat = state.to_act()[0]
        actions = state.legal_actions(seat)
        marks = state.action_scores(seat, actions)
        state.apply(seat, actions[marks.index(max(marks))])
    assert (state.turn(), total(state.pouch), len(state.spaces)) == (36, 0, 4)
    assert HARMONIES.outcome(state).ended_by == "rules"
