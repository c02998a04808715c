"""Playing a bird (R4.1, R5)."""

from ludarena.games.wingspan import WINGSPAN_SLICE as GAME
from tests.games.wingspan.positions import Table

FOREST = ("american-woodcock", "carolina-wren", "baltimore-oriole", "hermit-thrush", "barred-owl")


def test_a_bird_is_offered_for_each_of_its_rows():
    table = Table().hand(0, "mourning-dove").food(0, seed=1)
    assert table.legal()[:3] == [
        "play:mourning-dove:forest",
        "play:mourning-dove:grassland",
        "play:mourning-dove:wetland",
    ]


def test_the_bird_goes_to_the_leftmost_free_place_and_its_food_is_paid():
    table = Table().mat(0, "forest", "carolina-wren").hand(0, "barred-owl")
    table.food(0, rodent=1, fish=1).mat(0, "wetland", "mallard", eggs=1)
    table.play("play:barred-owl:forest")
    assert table.slot(0, "barred-owl") == 1
    assert table.supply(0) == {"fish": 1}
    assert table.eggs(0, "mallard") == 0
    assert table.cards(0) == []


def test_egg_costs_are_0_1_1_2_2_by_place():
    for birds, eggs in enumerate((0, 1, 1, 2, 2)):
        table = Table().mat(0, "forest", *FOREST[:birds]).mat(0, "wetland", "mallard", eggs=eggs)
        table.hand(0, "blue-gray-gnatcatcher").food(0, invertebrate=1)
        assert "play:blue-gray-gnatcatcher:forest" in table.legal()
        if eggs:
            table.player(0).add_eggs(table.slot(0, "mallard"), -1)
            assert "play:blue-gray-gnatcatcher:forest" not in table.look().legal()


def test_two_eggs_may_come_from_two_birds_in_ascending_order():
    table = Table().mat(0, "forest", *FOREST[:3])
    table.mat(0, "wetland", "mallard", "killdeer", eggs=1)
    table.hand(0, "blue-gray-gnatcatcher").food(0, invertebrate=1)
    table.play("play:blue-gray-gnatcatcher:forest")
    # Both eggs are needed and killdeer comes before mallard: nothing to choose.
    assert table.player(0).all_eggs() == 0
    assert table.seat == 1


def test_eggs_are_paid_before_food():
    table = Table().mat(0, "forest", "carolina-wren").mat(0, "wetland", "mallard", eggs=1)
    table.player(0).add_eggs(table.slot(0, "carolina-wren"), 1)
    table.hand(0, "blue-gray-gnatcatcher").food(0, invertebrate=1, fish=1, seed=1)
    table.play("play:blue-gray-gnatcatcher:forest")
    assert table.legal() == ["egg-from:carolina-wren", "egg-from:mallard"]
    table.play("egg-from:mallard")
    assert table.legal() == ["pay:invertebrate", "pay:seed+fish"]


def test_a_full_row_takes_no_bird():
    table = Table().mat(0, "forest", *FOREST).mat(0, "wetland", "mallard", eggs=4)
    table.hand(0, "blue-gray-gnatcatcher").food(0, invertebrate=1)
    assert table.legal() == ["gain-food", "lay-eggs", "draw-cards"]
    action = GAME.action_code("play:blue-gray-gnatcatcher:forest")
    assert GAME.why_not(table.state, 0, action) == "the forest is full"


def test_reasons_name_the_rule_that_a_play_breaks():
    table = Table().hand(0, "barred-owl").mat(0, "forest", "carolina-wren").food(0, seed=1)

    def reason(text):
        return GAME.why_not(table.state, 0, GAME.action_code(text))

    assert reason("play:osprey:wetland") == "Osprey is not in your hand"
    assert reason("play:barred-owl:wetland") == "Barred Owl does not live in the wetland"
    assert reason("play:barred-owl:forest") == (
        "the next place in the forest costs 1 eggs; you have 0"
    )
    table.player(0).add_eggs(0, 1)
    assert reason("play:barred-owl:forest") == "your food does not pay for Barred Owl"
    assert reason("reroll") == (
        "a turn begins with one of the four actions; expected: gain-food, lay-eggs or draw-cards"
    )


def test_brown_powers_do_not_run_when_a_bird_is_played():
    table = Table().mat(0, "forest", "carolina-chickadee").mat(0, "wetland", "mallard", eggs=1)
    table.hand(0, "barred-owl").food(0, rodent=1).play("play:barred-owl:forest")
    assert table.cached(0, "carolina-chickadee") == 0


def test_the_bird_that_is_being_played_is_known_to_all():
    table = Table().hand(0, "barred-owl", "osprey").food(0, seed=4, rodent=1)
    table.play("play:barred-owl:forest")
    assert table.kind() == "pay_bird"
    for seed in range(5):
        redrawn = table.state.determinize(1, seed)
        redrawn.apply(0, redrawn.legal_actions(0)[0])
        assert redrawn.players[0].slots[0] == table.state.top().mark
