"""Redrawing hidden cards: groups are kept, and where a card lay before makes no difference."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ludarena.core.hidden import redeal
from ludarena.core.rng import Stream, mix

SEEDS = st.integers(0, 2**63 - 1)


@st.composite
def tables(draw):
    """Draw places of distinct cards and a label for each card."""
    cards = draw(st.permutations(range(draw(st.integers(0, 14)))))
    label_of = {card: draw(st.integers(0, 2)) for card in cards}
    places: list[list[int]] = [[] for _ in range(draw(st.integers(1, 4)))]
    for card in cards:
        places[draw(st.integers(0, len(places) - 1))].append(card)
    return places, label_of


def labelled(places, label_of):
    return [[label_of[card] for card in place] for place in places]


@given(tables(), SEEDS)
def test_every_place_keeps_how_many_cards_of_a_label_it_holds(table, seed):
    places, label_of = table
    before = [Counter(marks) for marks in labelled(places, label_of)]
    redeal(places, labelled(places, label_of), Stream(seed))
    assert [Counter(marks) for marks in labelled(places, label_of)] == before


@given(tables(), SEEDS)
def test_no_card_is_lost_or_made(table, seed):
    places, label_of = table
    redeal(places, labelled(places, label_of), Stream(seed))
    assert sorted(card for place in places for card in place) == sorted(label_of)


@given(tables(), SEEDS)
def test_places_end_ascending(table, seed):
    places, label_of = table
    redeal(places, labelled(places, label_of), Stream(seed))
    assert all(place == sorted(place) for place in places)


@given(tables(), SEEDS, SEEDS)
def test_result_does_not_depend_on_where_cards_lay(table, first, second):
    places, label_of = table
    other = [place.copy() for place in places]
    redeal(other, labelled(other, label_of), Stream(first))
    for copy in (places, other):
        redeal(copy, labelled(copy, label_of), Stream(second))
    assert places == other


@given(tables(), SEEDS)
def test_result_does_not_depend_on_the_order_inside_a_place(table, seed):
    places, label_of = table
    other = [place[::-1] for place in places]
    for copy in (places, other):
        redeal(copy, labelled(copy, label_of), Stream(seed))
    assert places == other


def test_card_that_is_alone_in_its_group_stays():
    places = [[3, 8], [5]]
    redeal(places, [[0, 1], [0]], Stream(1))
    assert 8 in places[0]


def test_every_deal_of_two_cards_over_two_places_occurs():
    seen = set()
    for seed in range(40):
        places = [[1], [2]]
        redeal(places, [[0], [0]], Stream(mix(seed, 0)))
        seen.add((places[0][0], places[1][0]))
    assert seen == {(1, 2), (2, 1)}
