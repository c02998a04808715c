"""Pink powers: reactions to others, once between two own turns (R7.3)."""

from tests.games.wingspan.positions import Table


def test_reaction_to_a_bird_played_into_the_row():
    table = Table().mat(1, "wetland", "belted-kingfisher").hand(0, "osprey").food(0, fish=1)
    table.play("play:osprey:wetland")
    assert (table.seat, table.legal()) == (1, ["react:belted-kingfisher", "decline"])
    table.play("react:belted-kingfisher")
    assert table.supply(1) == {"fish": 1}
    assert table.kind() == "turn"


def test_no_reaction_to_a_bird_in_another_row():
    table = Table().mat(1, "wetland", "belted-kingfisher").hand(0, "mallard", "mourning-dove")
    table.food(0, seed=1).play("play:mourning-dove:forest")
    assert table.kind() == "turn"


def test_no_reaction_to_a_bird_that_moves():
    table = Table().mat(1, "wetland", "belted-kingfisher").mat(0, "forest", "bewicks-wren")
    table.play("gain-food", "take:fish", "move:wetland")
    assert table.kind() == "turn"


def test_white_power_comes_before_the_reactions():
    table = Table().mat(1, "forest", "eastern-kingbird").hand(0, "carolina-wren").food(0, fruit=1)
    table.play("play:carolina-wren:forest")
    assert (table.seat, table.kind()) == (0, "draw_card")
    table.play("decline")
    assert table.legal() == ["react:eastern-kingbird", "decline"]


def test_a_bird_played_by_a_power_is_reacted_to():
    table = Table().mat(1, "forest", "eastern-kingbird").mat(0, "wetland", "mallard", eggs=1)
    table.hand(0, "downy-woodpecker", "barred-owl").food(0, fruit=1, rodent=1)
    table.play("play:downy-woodpecker:forest")
    table.play("play:barred-owl:forest")
    assert table.seat == 1
    table.play("react:eastern-kingbird")
    assert table.supply(1) == {"invertebrate": 1}
    assert table.kind() == "turn"  # the first bird finds the reaction used


def test_reaction_is_used_up_until_the_next_own_turn():
    table = Table().mat(1, "grassland", "bronzed-cowbird").mat(1, "forest", "indigo-bunting")
    table.play("lay-eggs", "react:bronzed-cowbird")
    assert table.eggs(1, "indigo-bunting") == 1
    table.play("draw-cards", "draw-deck")  # seat 1: the power comes back
    table.play("lay-eggs")
    assert table.legal() == ["react:bronzed-cowbird", "decline"]


def test_reaction_works_once_between_two_own_turns():
    table = Table(3).mat(2, "grassland", "bronzed-cowbird").mat(2, "forest", "indigo-bunting")
    table.play("lay-eggs", "react:bronzed-cowbird", "lay-eggs")
    assert (table.seat, table.kind()) == (2, "turn")
    assert table.eggs(2, "indigo-bunting") == 1


def test_declined_reaction_is_kept_by_default_and_lost_by_option():
    for option, asked in (("use", "react_with"), ("trigger", "turn")):
        table = Table(3, pink_spent_by=option).mat(2, "grassland", "bronzed-cowbird")
        table.mat(2, "forest", "indigo-bunting")
        table.play("lay-eggs", "decline", "lay-eggs")
        assert (table.seat, table.kind()) == (2, asked)


def test_impossible_reaction_is_lost_by_option_only():
    for option, asked in (("use", "react_with"), ("trigger", "turn")):
        table = Table(3, pink_spent_by=option).mat(2, "grassland", "bronzed-cowbird")
        table.play("lay-eggs")  # no bowl nest to lay on
        table.mat(2, "forest", "indigo-bunting").play("lay-eggs")
        assert (table.seat, table.kind()) == (2, asked)


def test_reaction_to_eggs_comes_after_the_eggs_and_before_brown_powers():
    table = Table().mat(0, "grassland", "canada-goose").food(0, seed=1)
    table.mat(1, "grassland", "bronzed-cowbird").mat(1, "forest", "indigo-bunting")
    table.play("lay-eggs")
    assert table.kind() == "exchange"
    table.play("decline")
    assert (table.seat, table.kind()) == (1, "react_with")
    assert table.eggs(0, "canada-goose") == 2
    table.play("react:bronzed-cowbird")
    assert (table.seat, table.kind()) == (0, "use_power")


def test_shrike_reacts_to_a_rodent_of_the_action():
    table = Table().mat(1, "grassland", "loggerhead-shrike").play("gain-food", "take:rodent")
    table.play("react:loggerhead-shrike")
    assert table.cached(1, "loggerhead-shrike") == 1
    table = Table().mat(1, "grassland", "loggerhead-shrike").play("gain-food", "take:fish")
    assert table.kind() == "turn"


def test_shrike_counts_the_exchange_but_no_powers():
    table = Table().mat(1, "grassland", "loggerhead-shrike").mat(0, "forest", "annas-hummingbird")
    table.hand(0, "mallard").play("gain-food", "take:fish", "decline", "first:seat-0")
    table.play("take:rodent", "decline")
    assert table.kind() == "turn"
    table = Table().mat(1, "grassland", "loggerhead-shrike").mat(0, "forest", "carolina-wren")
    table.hand(0, "mallard").play("gain-food", "take:fish", "discard:mallard", "take:rodent")
    assert table.legal() == ["react:loggerhead-shrike", "decline"]


def test_lark_tucks_a_card_of_the_hand():
    table = Table().mat(1, "grassland", "horned-lark").hand(1, "mallard", "osprey")
    table.hand(0, "american-goldfinch").food(0, seed=2).play("play:american-goldfinch:grassland")
    table.play("react:horned-lark")
    assert table.legal() == ["tuck:mallard", "tuck:osprey"]
    table.play("tuck:mallard")
    assert table.tucked(1, "horned-lark") == 1


def test_lark_with_an_empty_hand_is_not_asked():
    table = Table().mat(1, "grassland", "horned-lark")
    table.hand(0, "american-goldfinch").food(0, seed=2).play("play:american-goldfinch:grassland")
    assert table.kind() == "turn"


def test_vulture_reacts_right_after_the_hunt():
    table = Table().mat(1, "forest", "black-vulture").deck_gives("black-tern")
    table.mat(0, "forest", "blue-gray-gnatcatcher", "barred-owl")
    table.play("gain-food", "take:fish", "take:seed", "use")
    assert table.supply(0) == {"fish": 1, "seed": 1}  # Gnatcatcher has not run yet
    table.play("react:black-vulture", "take:rodent")
    assert table.supply(1) == {"rodent": 1}
    assert table.supply(0) == {"fish": 1, "seed": 1, "invertebrate": 1}


def test_vulture_does_not_react_to_a_failed_hunt():
    table = Table().mat(1, "forest", "black-vulture").mat(0, "forest", "barred-owl")
    table.deck_gives("osprey").play("gain-food", "take:fish", "use")
    assert (table.seat, table.kind()) == (1, "turn")


def test_several_owners_react_clockwise_from_the_active_player():
    table = Table(3).mat(2, "wetland", "belted-kingfisher").mat(1, "forest", "eastern-kingbird")
    table.hand(0, "osprey").food(0, fish=1).play("play:osprey:wetland")
    assert table.seat == 2
    table.play("react:belted-kingfisher")
    assert (table.seat, table.kind()) == (1, "turn")


def test_own_actions_are_not_reacted_to():
    table = Table().mat(0, "wetland", "belted-kingfisher").mat(0, "forest", "carolina-wren", eggs=1)
    table.hand(0, "osprey").food(0, fish=1).play("play:osprey:wetland")
    assert (table.seat, table.kind()) == (1, "turn")


def test_reaction_in_the_last_turn_counts():
    table = Table().mat(0, "wetland", "belted-kingfisher").hand(1, "osprey").food(1, fish=1)
    table.state.turns = 15
    table.play("gain-food", "take:seed", "play:osprey:wetland", "react:belted-kingfisher")
    assert table.state.to_act() == []
    assert table.supply(0) == {"seed": 1, "fish": 1}
