"""Copies, bytes and what is hidden."""

import struct

import pytest

from ludarena.core.errors import CorruptState
from ludarena.core.rng import stream
from ludarena.games.century import CENTURY
from ludarena.games.century.storage import fault_in
from tests.games.century.positions import Player, new, play, position, seen, text_of


def middle(seed=4, seats=3, decisions=60, **options):
    state = new(seats=seats, seed=seed, options=options)
    chance = stream(seed, "middle")
    for _ in range(decisions):
        actions = state.legal_actions(state.active())
        state.apply(state.active(), actions[chance.below(len(actions))])
    return state


def test_bytes_are_read_back():
    state = middle()
    assert CENTURY.decode(state.encode()).encode() == state.encode()


def test_bytes_in_the_middle_of_a_payment_are_read_back():
    state = position(Player("yyrg"), Player(hand="gain-yy upgrade-2"))
    play(state, "acquire:gain-yg", "pay:green")
    again = CENTURY.decode(state.encode())
    assert again.encode() == state.encode()
    assert again.legal_actions(0) == state.legal_actions(0)


# Where numbers lie in the bytes: seats, 8 options, owed, turns, answers, target, paid, returned,
# gold, silver, then the merchant row with its length.
OWED, GOLD, ROW = 9, 15, 18


@pytest.mark.parametrize(
    ("place", "value", "fault"),
    [
        (0, 6, "seats is 6, not 2 to 5"),
        (OWED, 3, "owed decision is 3"),
        (OWED, 1, "the card that is being acquired is unclear"),
        (GOLD, 1, "there are not 6 gold coins"),
        (ROW, 43, "a merchant card is missing, doubled or unknown"),
    ],
)
def test_impossible_bytes_are_refused(place, value, fault):
    numbers = list(struct.unpack(f"<{len(middle().encode()) // 8}q", middle().encode()))
    numbers[place] = value
    with pytest.raises(CorruptState, match=fault):
        CENTURY.decode(struct.pack(f"<{len(numbers)}q", *numbers))


def test_an_overfull_caravan_outside_its_return_is_refused():
    state = middle()
    state.boards[0].caravan = 11
    assert fault_in(state) == "the caravan of seat 0 is over the limit"


def test_a_cube_of_no_colour_is_refused():
    state = middle()
    state.row_cubes[0] = 1 << 40
    assert fault_in(state) == "a pile of cubes is impossible"


def test_cards_are_counted_over_all_places():
    # 43 of the market and 2 for each of 3 seats.
    state = middle()
    assert CENTURY.components(state) == {
        "merchant_cards": 49,
        "point_cards": 36,
        "gold_coins": 6,
        "silver_coins": 6,
    }


def test_a_redraw_changes_the_order_of_the_decks_and_nothing_else():
    state = middle()
    shown = set()
    for seed in range(20):
        redrawn = state.determinize(0, seed)
        assert CENTURY.view(redrawn, "all") == CENTURY.view(state, "all")
        assert redrawn.merchant_deck.cards == state.merchant_deck.cards
        shown.add((redrawn.merchant_deck.draw(), redrawn.point_deck.draw()))
    assert len(shown) > 15


def test_all_viewpoints_see_the_same_table():
    state = middle()
    views = [seen(state, at) for at in (0, 1, 2, "public", "all")]
    assert len({tuple(player.hand for player in view.players) for view in views}) == 1
    assert len({view.merchants for view in views}) == 1


def test_option_hands_public_false_shows_hands_to_their_owners_only():
    state = position(Player(hand="gain-b"), Player(hand="gain-rr yy-to-g"), hands_public=False)
    assert [seen(state, at).players[1].hand is None for at in (0, 1, "public")] == [
        True,
        False,
        True,
    ]
    assert "- Hand: 2 cards, hidden" in text_of(state, 0)
    assert "- Hand: gain-rr (gain 2 red); yy-to-g (trade" in text_of(state, 1)
    assert seen(state, 0).players[1].hand_size == 2


def test_option_claimed_public_false_hides_cards_and_scores_until_the_end():
    state = position(
        Player("rrgg", claimed="8-rrrr"),
        Player("r", claimed="6-yyrr"),
        points="10-rrgg",
        claimed_public=False,
        end_cards=2,
    )
    rival = seen(state, 0).players[1]
    assert (rival.score, rival.claimed, rival.claims) == (None, None, 1)
    assert "point_cards" not in CENTURY.score_routes(state, 1, 0)
    assert CENTURY.score_routes(state, 1, 1)["point_cards"] == 6
    play(state, "claim:10-rrgg", "play:gain-yy")
    rival = seen(state, 0).players[1]
    assert (rival.score, rival.claimed) == (7, ("6-yyrr",))


def test_metrics_can_be_read_off_the_table():
    state = position(Player("yyrb", claimed="8-rrrr", gold=1, played="gain-b"), Player())
    assert CENTURY.metrics(state, 0) == {
        "claims": 1.0,
        "claims_to_end": 5.0,
        "gold": 1.0,
        "silver": 0.0,
        "cubes": 4.0,
        "spice_value": 8.0,
        "brown": 1.0,
        "merchants": 3.0,
        "in_hand": 2.0,
        "claimable": 0.0,
    }


def test_turn_counts_player_turns_and_block_decisions():
    state = position(Player("yyrg"), Player())
    play(state, "acquire:gain-yr", "pay:green", "pay:yellow")
    assert (state.turn(), state.block()) == (1, 3)


def test_a_match_is_never_longer_than_its_bound():
    # 2 seats with 3 turns each, at most 9 decisions in a turn.
    assert CENTURY.max_decisions(2, {"turn_limit": 3}) == 54
