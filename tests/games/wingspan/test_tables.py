"""The cards, and what pays for them (R1, R5)."""

import pytest

from ludarena.core.bits import counted
from ludarena.games.wingspan.effects import read_power
from ludarena.games.wingspan.payments import PAYMENT_LABELS, covers, payments
from ludarena.games.wingspan.tables import (
    BIRD_LABELS,
    BIRDS,
    BONUS_CARDS,
    COLOUR,
    EGG_LIMIT,
    GOALS,
    POINTS,
    POWER,
    WINGSPAN,
)
from ludarena.games.wingspan.words import FOODS
from tests.games.wingspan.positions import bird


def supply(**tokens: int) -> int:
    return sum(counted(FOODS.index(food), number) for food, number in tokens.items())


def paid(label: str, **tokens: int) -> list[str]:
    return [PAYMENT_LABELS[row] for row in payments(bird(label), supply(**tokens))]


def test_there_are_52_birds_12_bonus_cards_and_16_goals():
    assert (BIRDS, BONUS_CARDS, GOALS) == (52, 12, 16)


def test_every_colour_of_power_and_every_operation_is_there():
    assert set(COLOUR) == {0, 1, 2, 3}
    operations = {effect.operation for power in POWER for effect in power}
    assert operations == set(range(19))


def test_golden_eagle_is_as_printed():
    eagle = bird("golden-eagle")
    assert (POINTS[eagle], EGG_LIMIT[eagle], WINGSPAN[eagle]) == (8, 1, 201)
    assert POWER[eagle][0].number == 100


def test_labels_have_no_apostrophes():
    assert "annas-hummingbird" in BIRD_LABELS


def test_unknown_words_of_a_power_are_refused():
    with pytest.raises(ValueError, match="unknown words"):
        read_power("gain fod=seed")


def test_listed_cost_is_paid_exactly_when_it_is_there():
    # American Goldfinch costs two seeds.
    assert paid("american-goldfinch", seed=3) == ["seed+seed"]


def test_two_other_tokens_stand_for_one_listed_token():
    assert paid("american-goldfinch", seed=1, fish=1, fruit=1) == ["seed+fish+fruit"]


def test_substitution_may_use_two_equal_tokens():
    assert paid("american-goldfinch", fish=4) == ["fish+fish+fish+fish"]


def test_a_payment_that_holds_a_smaller_one_is_not_offered():
    # One seed and two fish pay for Mourning Dove (one seed) as the seed, or as two fish.
    assert paid("mourning-dove", seed=1, fish=2) == ["seed", "fish+fish"]


def test_one_of_cost_takes_one_listed_token_or_two_others():
    # Mallard costs one invertebrate or one seed.
    assert paid("mallard", invertebrate=1, seed=1, fish=1, fruit=1) == [
        "invertebrate",
        "seed",
        "fish+fruit",
    ]


def test_wild_is_paid_by_any_single_token():
    assert paid("american-crow", fish=2, rodent=1) == ["fish", "rodent"]


def test_a_free_bird_is_paid_with_nothing():
    assert paid("black-vulture", seed=2) == ["nothing"]


def test_wild_and_listed_costs_add_up():
    # Common Loon costs one fish and one food of any type.
    assert paid("common-loon", fish=1, seed=1) == ["seed+fish"]
    assert paid("common-loon", seed=2) == []
    assert covers(bird("common-loon"), supply(seed=3))


def test_three_substitutions_cost_six_tokens():
    # Golden Eagle costs three rodents.
    assert not covers(bird("golden-eagle"), supply(seed=5))
    assert paid("golden-eagle", seed=6) == ["seed+seed+seed+seed+seed+seed"]
