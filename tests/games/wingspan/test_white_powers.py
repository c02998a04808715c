"""White powers: once, when the bird is played (R7.1)."""

from ludarena.games.wingspan.tables import BONUS_LABELS
from tests.games.wingspan.positions import Scripted, Table


def test_gain_three_seeds():
    table = Table().hand(0, "american-goldfinch").food(0, seed=2)
    table.play("play:american-goldfinch:grassland")
    assert table.supply(0) == {"seed": 3}


def test_draw_two_cards_of_tray_or_deck():
    table = Table().hand(0, "carolina-wren").food(0, fruit=1).tray("mallard", "osprey", "killdeer")
    table.play("play:carolina-wren:forest", "draw:mallard", "draw:killdeer")
    assert table.cards(0) == ["killdeer", "mallard"]
    assert table.seat == 1


def test_drawing_may_stop_after_one_card():
    table = Table().hand(0, "carolina-wren").food(0, fruit=1).tray("mallard", "osprey", "killdeer")
    table.play("play:carolina-wren:forest", "draw:mallard", "decline")
    assert table.cards(0) == ["mallard"]
    assert table.seat == 1


def test_egg_on_each_bird_of_the_nest_class_includes_the_bird_itself_and_stars():
    table = Table().mat(0, "wetland", "mallard", "black-tern", "osprey")
    table.hand(0, "bobolink").food(0, invertebrate=1, seed=2)
    table.play("play:bobolink:grassland")
    assert table.eggs(0, "bobolink") == 1  # ground
    assert table.eggs(0, "mallard") == 1  # ground
    assert table.eggs(0, "black-tern") == 1  # star
    assert table.eggs(0, "osprey") == 0  # platform


def test_egg_on_each_bird_respects_the_limit():
    table = Table().mat(0, "wetland", "mallard", eggs=4)
    table.hand(0, "bobolink").food(0, invertebrate=1, seed=2)
    table.play("play:bobolink:grassland")
    assert table.eggs(0, "mallard") == 4


def test_all_fish_of_the_feeder():
    table = Table().feeder("fish", "fish", "seed", "rodent").hand(0, "bald-eagle")
    table.food(0, fish=2, rodent=1).play("play:bald-eagle:wetland", "use")
    assert table.supply(0) == {"fish": 2}
    assert table.state.feeder.inside() == 2


def test_all_invertebrates_take_the_two_food_face_too_and_new_dice_stay():
    table = Table().feeder("invertebrate", "either").hand(0, "northern-flicker").food(0, fruit=1)
    table.throws("invertebrate", "invertebrate", "fish", "seed", "seed")
    table.play("play:northern-flicker:forest", "use")
    assert table.supply(0) == {"invertebrate": 2}
    assert table.state.feeder.inside() == 5


def test_reroll_is_offered_before_all_dice_of_a_food_are_taken():
    table = Table().feeder("seed", "seed").hand(0, "northern-flicker").food(0, fruit=1)
    table.throws("invertebrate", "invertebrate", "fish", "seed", "seed")
    table.play("play:northern-flicker:forest")
    assert table.legal() == ["reroll", "use", "decline"]
    table.play("reroll", "use")
    assert table.supply(0) == {"invertebrate": 2}


def test_white_power_may_be_declined():
    table = Table().feeder("fish", "seed").hand(0, "bald-eagle").food(0, fish=2, rodent=1)
    table.play("play:bald-eagle:wetland", "decline")
    assert table.supply(0) == {}
    assert table.seat == 1


def test_two_bonus_cards_are_drawn_and_one_is_kept():
    table = Table().hand(0, "bells-vireo").food(0, invertebrate=2)
    table.state.bonus.stream = Scripted(0, 1)
    table.play("play:bells-vireo:forest")
    first, third = BONUS_LABELS[0], BONUS_LABELS[2]
    assert table.legal() == [f"keep-bonus:{first}", f"keep-bonus:{third}"]
    table.play(f"keep-bonus:{third}")
    assert table.player(0).bonus.cards == [2]
    assert table.player(0).shed.cards == [0]


def test_shed_bonus_cards_become_the_stack_when_it_is_empty():
    table = Table().hand(0, "bells-vireo").food(0, invertebrate=2)
    table.state.bonus.cards = [4]
    table.player(0).shed.put(7, 0)
    table.player(1).shed.put(9, 0)
    table.state.bonus.stream = Scripted(0, 1)
    table.play("play:bells-vireo:forest")
    assert table.player(0).offered.cards == [4, 9]
    assert table.state.bonus.cards == [7]
    # Each player remembers what it shed: card 7 lies in the new stack or was drawn of it.
    assert table.player(0).floors[7] == 1
    assert table.player(1).floors[9] == 1
    assert table.state.determinize(0, 3).bonus.cards == [7]


def test_another_bird_is_played_at_its_own_costs_and_chains():
    table = Table().mat(0, "wetland", "mallard", eggs=2)
    table.hand(0, "house-wren", "downy-woodpecker", "barred-owl")
    table.food(0, invertebrate=1, fruit=1, rodent=1)
    table.play("play:house-wren:forest", "pay:invertebrate")
    assert table.kind() == "play_another"
    table.play("play:downy-woodpecker:forest")  # second place: one egg
    table.play("play:barred-owl:forest")  # third place: one egg
    assert table.player(0).birds_in(0) == 3
    assert table.eggs(0, "mallard") == 0
    assert table.supply(0) == {}
    assert table.seat == 1


def test_house_wren_plays_into_its_own_row_only():
    table = Table().mat(0, "wetland", "mallard", eggs=1).hand(0, "house-wren", "mourning-dove")
    table.food(0, invertebrate=1, seed=1).play("play:house-wren:grassland")
    assert table.legal() == ["play:mourning-dove:grassland", "decline"]


def test_playing_another_bird_is_asked_although_none_can_be_played():
    # A skip would tell the others that no bird of the hand fits.
    table = Table().hand(0, "house-wren", "bald-eagle").food(0, invertebrate=1)
    table.play("play:house-wren:forest")
    assert table.kind() == "play_another"
    assert table.legal() == ["decline"]


def test_playing_another_bird_is_not_asked_with_an_empty_hand():
    table = Table().hand(0, "house-wren").food(0, invertebrate=1).play("play:house-wren:forest")
    assert table.seat == 1
