"""Boards, tokens and cards: counts known from the components, and what habitats look like."""

from collections import Counter

import pytest

from ludarena.games.harmonies.actions import ACTIONS
from ludarena.games.harmonies.grid import BOARD, LABELS, around, hexes_in
from ludarena.games.harmonies.tables import (
    ANIMALS,
    CARD_ROWS,
    LANDSCAPE_NAMES,
    OTHER_CELLS,
    PATTERN,
    TOKENS,
    turned,
)
from tests.games.harmonies.positions import hexes, land_of
from tests.games.harmonies.second_scorer import Hex, place_of

ANIMAL_ROWS = CARD_ROWS[: int(ANIMALS)]
SPIRIT_ROWS = CARD_ROWS[int(ANIMALS) :]


@pytest.mark.parametrize(("side", "hexes", "pairs"), [(0, 23, 50), (1, 25, 54)])
def test_a_side_has_its_hexes_and_neighbouring_pairs(side, hexes, pairs):
    numbers = hexes_in(BOARD[side])
    assert len(numbers) == hexes
    joined = sum(place != "-" for number in numbers for place in around(side, number))
    assert joined == 2 * pairs


def test_neighbours_are_mutual_and_opposite():
    for side in range(2):
        for number in hexes_in(BOARD[side]):
            for turn, place in enumerate(around(side, number)):
                if place != "-":
                    other = around(side, LABELS.index(place))
                    assert other[(turn + 3) % 6] == LABELS[number]


def test_tokens_are_120():
    assert TOKENS == (23, 23, 21, 19, 19, 15)
    assert sum(TOKENS) == 120


def test_cards_have_the_counts_of_the_box():
    assert (len(ANIMAL_ROWS), len(SPIRIT_ROWS)) == (32, 10)
    assert sum(len(card.ladder) for card in ANIMAL_ROWS) == 96
    assert sum(card.ladder[0] for card in ANIMAL_ROWS) == 136
    assert sum(card.ladder[-1] for card in ANIMAL_ROWS) == 467
    shapes = Counter(card.shape for card in ANIMAL_ROWS)
    assert shapes == {"line": 7, "triangle": 7, "pair": 10, "bent": 6, "diamond": 2}
    kinds = Counter(
        LANDSCAPE_NAMES[card.habitat[0].landscape].rstrip("123") for card in ANIMAL_ROWS
    )
    assert kinds == {"water": 7, "building": 5, "tree": 8, "mountain": 6, "field": 6}


def test_ladders_rise():
    assert all(list(card.ladder) == sorted(set(card.ladder)) for card in ANIMAL_ROWS)


STACKS = {"water": "W", "field": "F", "building": "BB"}
STACKS |= {"tree1": "L", "tree2": "TL", "tree3": "TTL"}
STACKS |= {"mountain1": "M", "mountain2": "MM", "mountain3": "MMM"}


def settled(card, times: int) -> tuple[dict[str, str], str]:
    """Return stacks of side B that show a habitat turned back so often, and the cube's hex."""
    labels = {place_of(LABELS[number]): LABELS[number] for number in hexes_in(BOARD[1])}
    cells: dict[Hex, str] = {}
    for cell in card.habitat:
        q, r = cell.q, cell.r
        for _ in range(times):
            q, r = q + r, -q
        cells[q, r] = STACKS[LANDSCAPE_NAMES[cell.landscape]]
    for at, label in labels.items():
        places = {(at[0] + q, at[1] + r): stack for (q, r), stack in cells.items()}
        if places.keys() <= labels.keys():
            return {labels[place]: stack for place, stack in places.items()}, label
    raise AssertionError(card.id)


@pytest.mark.parametrize("number", range(len(CARD_ROWS)), ids=lambda row: CARD_ROWS[row].id)
def test_a_habitat_is_found_in_all_six_ways_it_can_lie(number):
    for times in range(6):
        stacks, label = settled(CARD_ROWS[number], times)
        land = land_of(stacks, "B")
        assert land.homes(number) & hexes(label)
        for hidden in stacks:
            partly = {place: stack for place, stack in stacks.items() if place != hidden}
            assert land_of(partly, "B").homes(number) == 0


def test_no_two_animals_share_a_habitat():
    def looks(card):
        return min(
            tuple(sorted((c.q, c.r, c.landscape) for c in turned(card.habitat, times)))
            for times in range(6)
        )

    assert len({looks(card) for card in ANIMAL_ROWS}) == 32
    assert len({looks(card) for card in SPIRIT_ROWS}) == 10


def test_no_habitat_changes_when_it_is_mirrored():
    def looks(cells):
        return min(
            tuple(sorted((c.q, c.r, c.landscape) for c in turned(cells, times)))
            for times in range(6)
        )

    for card in CARD_ROWS:
        mirror = tuple(type(c)(c.r, c.q, c.landscape) for c in card.habitat)
        assert looks(mirror) == looks(card.habitat), card.id


def test_a_habitat_that_looks_equal_after_half_a_turn_is_listed_three_times():
    # The dragonfly, tree - water - tree, is the one symmetric card.
    ways = {
        card.id: len(PATTERN[number]) // (2 * OTHER_CELLS[number])
        for number, card in enumerate(CARD_ROWS)
    }
    assert ways.pop("dragonfly") == 3
    assert set(ways.values()) == {6}


def test_codes_of_actions_are_1539():
    # 56 groups, 6 x 30 placements, 32 animals, 42 x 30 cubes, 10 spirits and the end.
    assert ACTIONS.size == 56 + 180 + 32 + 1260 + 10 + 1
