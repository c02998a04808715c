"""The three row actions, the exchange of the mat, and the birdfeeder (R4.2 to R4.5, R6)."""

import pytest

from tests.games.wingspan.positions import Table

FOREST_BIRDS = (
    "american-woodcock",
    "carolina-wren",
    "downy-woodpecker",
    "northern-flicker",
    "house-wren",
)


@pytest.mark.parametrize(("birds", "dice"), [(0, 1), (2, 2), (4, 3)])
def test_forest_yields_dice_by_its_birds(birds, dice):
    table = Table().mat(0, "forest", *FOREST_BIRDS[:birds]).play("gain-food")
    for _ in range(dice):
        assert table.kind() == "take_dice"
        table.play(table.legal()[0])
    assert table.seat == 1


@pytest.mark.parametrize(("birds", "dice"), [(1, 1), (3, 2), (5, 3)])
def test_forest_with_an_odd_number_of_birds_gives_a_die_for_a_card(birds, dice):
    table = Table().mat(0, "forest", *FOREST_BIRDS[:birds]).hand(0, "mallard")
    table.play("gain-food")
    for _ in range(dice):
        table.play(table.legal()[0])
    assert table.legal() == ["discard:mallard", "decline"]
    table.play("discard:mallard")
    table.play(table.legal()[0])
    assert sum(table.supply(0).values()) == dice + 1
    assert table.cards(0) == []
    assert table.seat == 1


def test_exchange_is_not_asked_without_a_card_to_give():
    table = Table().mat(0, "forest", "american-woodcock").play("gain-food", "take:seed")
    assert table.seat == 1


@pytest.mark.parametrize(
    ("birds", "eggs"), [((), 2), (("bobolink", "inca-dove"), 3), (FOREST_BIRDS[:1], 2)]
)
def test_grassland_yields_eggs_by_its_birds(birds, eggs):
    table = Table().mat(0, "forest", "carolina-wren").mat(0, "grassland", *birds)
    table.play("lay-eggs")
    while table.seat == 0:
        table.play(table.legal()[0])
    assert table.player(0).all_eggs() == eggs


def test_exchange_of_the_grassland_gives_an_egg_for_a_food():
    table = Table().mat(0, "grassland", "inca-dove").food(0, fish=1)
    table.play("lay-eggs")
    assert table.legal() == ["spend:fish", "decline"]
    table.play("spend:fish")
    assert table.eggs(0, "inca-dove") == 3
    assert table.supply(0) == {}


def test_eggs_that_do_not_fit_are_lost():
    # Bald Eagle holds one egg; two are laid.
    table = Table().mat(0, "wetland", "bald-eagle").play("lay-eggs")
    assert table.eggs(0, "bald-eagle") == 1
    assert table.seat == 1


def test_of_several_eggs_later_birds_may_not_come_earlier():
    table = Table().mat(0, "forest", "carolina-wren", "house-wren").play("lay-eggs")
    assert table.legal() == ["lay:carolina-wren", "lay:house-wren"]
    table.play("lay:house-wren")
    assert table.seat == 1
    assert table.eggs(0, "house-wren") == 2


def test_a_bird_that_leaves_no_room_for_the_rest_is_not_offered():
    # Carolina Wren has room for five; Woodcock comes earlier and has none left.
    table = Table().mat(0, "forest", "american-woodcock", eggs=2)
    table.mat(0, "wetland", "bald-eagle", "mallard").play("lay-eggs")
    assert table.legal() == ["lay:bald-eagle", "lay:mallard"]
    table.play("lay:bald-eagle")
    assert table.eggs(0, "mallard") == 1


def test_wetland_draws_from_tray_and_deck_seeing_each_card_first():
    table = Table().tray("mallard", "osprey", "killdeer")
    table.mat(0, "wetland", "bald-eagle", "atlantic-puffin").play("draw-cards")
    assert table.legal() == ["draw:killdeer", "draw:mallard", "draw:osprey", "draw-deck"]
    table.play("draw:mallard")
    assert table.legal() == ["draw:killdeer", "draw:osprey", "draw-deck"]
    table.play("draw-deck")
    assert len(table.cards(0)) == 2


def test_tray_is_refilled_at_the_end_of_the_turn():
    table = Table().tray("mallard", "osprey", "killdeer").play("draw-cards", "draw:osprey")
    assert len(table.state.cards.tray) == 3


def test_exchange_of_the_wetland_gives_a_card_for_an_egg():
    table = Table().mat(0, "wetland", "bald-eagle", eggs=1).tray("mallard", "osprey", "killdeer")
    table.play("draw-cards", "draw:osprey")
    assert table.legal() == ["egg-from:bald-eagle", "decline"]
    table.play("egg-from:bald-eagle", "draw:killdeer")
    assert table.cards(0) == ["killdeer", "osprey"]
    assert table.eggs(0, "bald-eagle") == 0


def test_a_die_of_two_foods_gives_one_by_choice():
    table = Table().feeder("either", "fish").play("gain-food")
    assert table.legal() == ["take:fish", "take:either-as-invertebrate", "take:either-as-seed"]
    table.play("take:either-as-seed")
    assert table.supply(0) == {"seed": 1}


def test_an_emptied_feeder_is_filled_at_once():
    table = Table().feeder("fish", "rodent").mat(0, "forest", *FOREST_BIRDS[:2])
    table.throws("seed", "seed", "fruit", "fish", "either")
    table.play("gain-food", "take:fish", "take:rodent")
    assert table.state.feeder.inside() == 5
    assert table.supply(0) == {"fish": 1, "rodent": 1}


def test_equal_dice_may_be_rerolled_before_each_die():
    table = Table().feeder("fish", "fish").throws("seed", "fruit", "rodent", "fish", "either")
    table.play("gain-food")
    assert table.legal() == ["take:fish", "reroll"]
    table.play("reroll")
    assert table.legal() == [
        "take:seed",
        "take:fish",
        "take:fruit",
        "take:rodent",
        "take:either-as-invertebrate",
        "take:either-as-seed",
    ]


def test_the_two_food_face_is_a_face_of_its_own_for_the_reroll():
    table = Table().feeder("either", "seed").play("gain-food")
    assert "reroll" not in table.legal()
    table = Table().feeder("either", "either").play("gain-food")
    assert "reroll" in table.legal()


def test_brown_powers_run_from_right_to_left():
    table = Table().mat(0, "forest", "blue-gray-gnatcatcher", "carolina-chickadee")
    table.facts()
    table.play("gain-food", "take:seed", "take:seed")
    assert table.facts()[:5] == ["row_used", "took_die", "took_die", "cached", "gained"]
    assert table.cached(0, "carolina-chickadee") == 1
    assert table.supply(0) == {"invertebrate": 1, "seed": 2}


def test_powers_of_other_rows_do_not_run():
    table = Table().mat(0, "wetland", "mallard").mat(0, "forest", "blue-gray-gnatcatcher")
    table.play("gain-food", "take:fish")
    assert table.supply(0) == {"fish": 1, "invertebrate": 1}
    assert table.cards(0) == []
