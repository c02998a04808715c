"""Brown powers: each time the row is activated (R7.2)."""

from tests.games.wingspan.positions import Table, bird


def gain_fish(table: Table) -> Table:
    """Take the gain-food action and a fish by it."""
    return table.play("gain-food", "take:fish")


def draw(table: Table, label: str = "draw-deck") -> Table:
    return table.play("draw-cards", label)


def test_gain_from_the_supply_needs_no_answer():
    table = gain_fish(Table().mat(0, "forest", "blue-gray-gnatcatcher"))
    assert table.supply(0) == {"fish": 1, "invertebrate": 1}
    assert table.seat == 1


def test_gain_of_the_feeder_takes_listed_foods_only_and_may_be_declined():
    table = gain_fish(Table().feeder("fish", "seed", "fruit").mat(0, "forest", "indigo-bunting"))
    assert table.legal() == ["take:fruit", "decline"]
    table.play("take:fruit")
    assert table.supply(0) == {"fish": 1, "fruit": 1}


def test_gain_of_the_feeder_does_nothing_without_a_fitting_die():
    table = gain_fish(Table().feeder("fish", "seed", "rodent").mat(0, "forest", "indigo-bunting"))
    assert table.seat == 1


def test_gain_of_the_feeder_may_reroll_equal_dice_first():
    table = gain_fish(Table().feeder("fish", "rodent", "rodent").mat(0, "forest", "indigo-bunting"))
    assert table.legal() == ["reroll", "decline"]


def test_food_of_the_feeder_may_go_on_the_bird():
    for answer, cached, supply in (("cache", 1, 0), ("to-supply", 0, 1)):
        table = gain_fish(
            Table().feeder("fish", "seed", "rodent").mat(0, "forest", "acorn-woodpecker")
        )
        table.play("take:seed", answer)
        assert table.cached(0, "acorn-woodpecker") == cached
        assert table.supply(0).get("seed", 0) == supply


def test_cache_from_the_supply():
    table = gain_fish(Table().mat(0, "forest", "carolina-chickadee"))
    assert table.cached(0, "carolina-chickadee") == 1


def test_draw_a_card():
    table = Table().mat(0, "wetland", "mallard").tray("osprey", "killdeer", "anhinga")
    draw(table, "draw:osprey").play("draw:anhinga")
    assert table.cards(0) == ["anhinga", "osprey"]


def test_draw_then_discard_at_the_end_of_the_turn():
    table = Table().mat(0, "wetland", "common-yellowthroat").tray("osprey", "killdeer", "anhinga")
    draw(table, "draw:osprey").play("draw:anhinga", "draw:killdeer")
    assert table.kind() == "discard_card"
    table.play("discard:osprey")
    assert table.cards(0) == ["anhinga", "killdeer"]
    assert table.state.cards.discard == [bird("osprey")]


def test_declined_draw_asks_for_no_discard():
    table = Table().mat(0, "wetland", "common-yellowthroat").tray("osprey", "killdeer", "anhinga")
    draw(table, "draw:osprey").play("decline")
    assert table.seat == 1
    assert table.cards(0) == ["osprey"]


def test_a_second_draw_that_is_declined_does_not_spare_the_discard():
    table = Table().mat(0, "wetland", "common-yellowthroat").tray("osprey", "killdeer", "anhinga")
    draw(table, "draw:osprey").play("draw:killdeer", "decline")
    assert table.kind() == "discard_card"


def test_two_discards_of_two_birds_are_chosen_in_ascending_order():
    table = Table().mat(0, "wetland", "black-tern", "common-yellowthroat")
    table.tray("osprey", "killdeer", "anhinga").hand(0, "mallard")
    draw(table).play("draw-deck")  # two birds: two cards
    table.play("draw:osprey", "draw:killdeer")  # Common Yellowthroat
    table.play("draw:anhinga")  # Black Tern
    assert table.kind() == "discard_card"
    hand = table.cards(0)
    assert len(hand) == 6
    assert table.legal() == [f"discard:{label}" for label in hand[:-1]]
    table.play(f"discard:{hand[3]}")
    assert table.legal() == [f"discard:{label}" for label in hand[4:]]


def test_tuck_then_draw():
    table = Table().mat(0, "forest", "american-robin").hand(0, "mallard", "osprey")
    gain_fish(table).play("decline")  # the exchange
    assert table.legal() == ["tuck:mallard", "tuck:osprey", "decline"]
    table.play("tuck:osprey", "draw-deck")
    assert table.tucked(0, "american-robin") == 1
    assert len(table.cards(0)) == 2


def test_tuck_that_is_declined_ends_the_power():
    table = Table().mat(0, "forest", "american-robin").hand(0, "mallard")
    gain_fish(table).play("decline", "decline")
    assert table.seat == 1


def test_tuck_is_not_asked_with_an_empty_hand():
    assert gain_fish(Table().mat(0, "forest", "american-robin")).seat == 1


def test_tuck_then_gain_a_food_of_two_by_choice():
    table = Table().mat(0, "forest", "pygmy-nuthatch").hand(0, "mallard")
    gain_fish(table).play("decline", "tuck:mallard")
    assert table.legal() == ["gain:invertebrate", "gain:seed"]
    table.play("gain:seed")
    assert table.supply(0) == {"seed": 1, "fish": 1}


def test_tuck_on_a_full_bird_lays_no_egg():
    table = Table().mat(0, "grassland", "brewers-blackbird", eggs=3).hand(0, "mallard")
    table.play("lay-eggs", "tuck:mallard")
    assert table.eggs(0, "brewers-blackbird") == 3
    assert table.tucked(0, "brewers-blackbird") == 1


def test_pay_a_seed_to_tuck_two_cards_unseen():
    table = Table().mat(0, "grassland", "canada-goose").food(0, seed=1)
    table.play("lay-eggs", "decline", "use")
    assert table.tucked(0, "canada-goose") == 2
    assert len(table.state.cards.buried) == 2
    assert table.supply(0) == {}


def test_power_with_a_cost_is_not_asked_without_the_means():
    assert Table().mat(0, "grassland", "canada-goose").play("lay-eggs").seat == 1


def test_pay_an_egg_of_another_bird_for_any_food():
    table = Table().mat(0, "forest", "american-crow").mat(0, "wetland", "mallard", eggs=1)
    table.player(0).add_eggs(table.slot(0, "american-crow"), 1)
    gain_fish(table)
    assert table.legal() == ["egg-from:mallard", "decline"]
    table.play("egg-from:mallard")
    assert len(table.legal()) == 5
    table.play("gain:rodent")
    assert table.supply(0) == {"fish": 1, "rodent": 1}


def test_pay_an_egg_of_any_bird_for_two_cards():
    table = Table().mat(0, "wetland", "killdeer", eggs=1)
    draw(table).play("decline", "egg-from:killdeer", "draw-deck", "draw-deck")
    assert len(table.cards(0)) == 3
    assert table.eggs(0, "killdeer") == 0


def test_hunting_in_the_deck_tucks_below_the_limit():
    # Barred Owl hunts below 75 cm; Osprey has 160, Black Tern 61.
    for prey, success in (("black-tern", 1), ("osprey", 0)):
        table = Table().mat(0, "forest", "barred-owl").deck_gives(prey)
        gain_fish(table).play("use")
        assert table.tucked(0, "barred-owl") == success
        assert table.state.cards.shown == [bird(prey)] * success
        assert table.state.cards.discard == [bird(prey)] * (1 - success)


def test_the_limit_of_a_hunt_is_strict():
    # Golden Eagle hunts below 100 cm; American Crow has 99, Anhinga 114.
    for prey, success in (("american-crow", 1), ("anhinga", 0)):
        table = Table().mat(0, "grassland", "golden-eagle", eggs=1).deck_gives(prey)
        table.play("lay-eggs", "use")
        assert table.tucked(0, "golden-eagle") == success


def test_hunting_with_dice_rolls_those_outside_and_caches_one_token():
    table = Table().feeder("fish", "seed", "seed").mat(0, "grassland", "american-kestrel", eggs=3)
    table.throws("rodent", "rodent").play("lay-eggs", "use")
    assert table.cached(0, "american-kestrel") == 1
    assert table.state.feeder.inside() == 3


def test_hunting_with_dice_can_miss():
    table = Table().feeder("fish", "seed", "seed").mat(0, "grassland", "american-kestrel", eggs=3)
    table.throws("either", "fish").play("lay-eggs", "use")
    assert table.cached(0, "american-kestrel") == 0


def test_hunting_with_dice_is_not_asked_when_all_are_inside():
    table = Table().mat(0, "grassland", "american-kestrel", eggs=3).play("lay-eggs")
    assert table.seat == 1


def test_lay_on_this_bird():
    table = gain_fish(Table().mat(0, "forest", "mourning-dove"))
    assert table.eggs(0, "mourning-dove") == 1


def test_lay_on_any_bird():
    table = Table().mat(0, "grassland", "bairds-sparrow", eggs=2).mat(0, "wetland", "mallard")
    table.play("lay-eggs")  # both eggs fit on Mallard alone
    assert table.eggs(0, "mallard") == 2
    assert table.legal() == ["lay:mallard", "decline"]


def test_a_rightmost_bird_moves_with_all_that_lies_on_it():
    table = Table().mat(0, "forest", "carolina-wren", "bewicks-wren", eggs=2)
    table.player(0).tucked[1] = 3
    table.player(0).cached[1] = 1
    table.mat(0, "wetland", "mallard")
    gain_fish(table).play("take:seed", "move:wetland")
    assert table.slot(0, "bewicks-wren") == 11
    assert table.eggs(0, "bewicks-wren") == 2
    assert (table.tucked(0, "bewicks-wren"), table.cached(0, "bewicks-wren")) == (3, 1)
    assert [table.player(0).birds_in(row) for row in range(3)] == [1, 0, 2]
    assert table.player(0).tucked[1] == 0


def test_a_bird_with_another_to_its_right_does_not_move():
    table = Table().mat(0, "forest", "bewicks-wren", "carolina-wren")
    assert gain_fish(table).play("take:seed").seat == 1


def test_repeat_another_brown_power_of_the_row():
    table = Table().mat(0, "forest", "gray-catbird", "blue-gray-gnatcatcher")
    gain_fish(table).play("take:seed")
    assert table.legal() == ["repeat:blue-gray-gnatcatcher", "decline"]
    table.play("repeat:blue-gray-gnatcatcher")
    assert table.supply(0) == {"invertebrate": 2, "seed": 1, "fish": 1}


def test_a_repeater_may_repeat_a_power_that_is_still_to_come():
    table = Table().mat(0, "forest", "blue-gray-gnatcatcher", "gray-catbird")
    gain_fish(table).play("take:seed", "repeat:blue-gray-gnatcatcher")
    assert table.supply(0) == {"invertebrate": 2, "seed": 1, "fish": 1}


def test_two_repeaters_do_not_loop():
    table = Table().mat(0, "forest", "gray-catbird", "northern-mockingbird")
    assert gain_fish(table).play("take:seed").seat == 1


def test_a_chain_of_repeaters_uses_no_bird_twice():
    table = Table().mat(
        0, "forest", "gray-catbird", "northern-mockingbird", "blue-gray-gnatcatcher"
    )
    gain_fish(table).play("take:seed")
    table.play("repeat:gray-catbird")  # Mockingbird repeats Catbird
    assert table.legal() == ["repeat:blue-gray-gnatcatcher", "decline"]


def test_merganser_repeats_predators_and_the_catch_stays_with_them():
    table = Table().feeder("seed", "seed", "fish").throws("fish", "fish", "fish", "fish")
    table.mat(0, "wetland", "anhinga", "hooded-merganser", "mallard")
    draw(table).play("draw-deck", "decline")
    assert table.legal() == ["repeat:anhinga", "decline"]
    table.play("repeat:anhinga", "use")
    assert table.cached(0, "anhinga") == 1
    assert table.cached(0, "hooded-merganser") == 0
    table.play("use")
    assert table.cached(0, "anhinga") == 2


def test_trade_one_food_for_another_type():
    table = Table().mat(0, "wetland", "green-heron").food(0, seed=1)
    draw(table)
    assert table.legal() == [
        "trade:seed:invertebrate",
        "trade:seed:fish",
        "trade:seed:fruit",
        "trade:seed:rodent",
        "decline",
    ]
    table.play("trade:seed:fish")
    assert table.supply(0) == {"fish": 1}


def test_all_players_gain_when_the_owner_wants_it():
    table = gain_fish(Table(3).mat(0, "forest", "baltimore-oriole")).play("use")
    assert [table.supply(seat).get("fruit") for seat in range(3)] == [1, 1, 1]
    table = gain_fish(Table(3).mat(0, "forest", "baltimore-oriole")).play("decline")
    assert table.supply(1) == {}


def test_all_players_draw_clockwise_from_the_owner():
    table = Table(3).mat(0, "wetland", "northern-shoveler")
    table.deck_gives("mallard", "osprey", "killdeer", "anhinga")
    draw(table).play("use")
    assert [table.cards(seat) for seat in range(3)] == [
        ["mallard", "osprey"],
        ["killdeer"],
        ["anhinga"],
    ]


def test_all_players_may_lay_and_the_owner_on_a_second_bird():
    table = Table(3).mat(0, "grassland", "lazuli-bunting").mat(0, "forest", "indigo-bunting")
    table.mat(1, "forest", "baltimore-oriole").mat(2, "wetland", "mallard")
    table.play("lay-eggs", "lay:lazuli-bunting", "use")  # the second egg: no choice
    assert table.legal() == ["lay:indigo-bunting", "lay:lazuli-bunting", "decline"]
    table.play("lay:indigo-bunting")
    assert table.legal() == ["lay:lazuli-bunting", "decline"]
    table.play("lay:lazuli-bunting")
    assert table.seat == 1  # Baltimore Oriole has a star nest
    table.play("lay:baltimore-oriole")
    assert table.eggs(0, "lazuli-bunting") == 3
    assert table.eggs(0, "indigo-bunting") == 1
    assert table.eggs(1, "baltimore-oriole") == 1
    assert table.eggs(2, "mallard") == 0  # ground nest
    assert table.kind() == "turn"


def test_those_with_the_fewest_birds_draw_ties_included():
    table = Table(3).mat(0, "wetland", "common-loon").mat(1, "wetland", "mallard", "osprey")
    table.mat(2, "wetland", "killdeer")
    draw(table).play("use", "draw-deck")
    assert table.seat == 2
    table.play("draw-deck")
    assert [len(table.cards(seat)) for seat in range(3)] == [2, 0, 1]


def test_each_player_gains_a_die_beginning_with_the_one_named():
    table = Table(3).feeder("fish", "seed", "seed", "rodent", "fruit")
    table.mat(0, "forest", "annas-hummingbird")
    gain_fish(table)
    assert table.legal() == ["first:seat-0", "first:seat-1", "first:seat-2", "decline"]
    table.play("first:seat-1")
    assert table.seat == 1
    table.play("take:rodent")
    assert table.seat == 2
    table.play("decline")
    assert table.seat == 0
    table.play("take:fruit")
    assert [table.supply(seat) for seat in range(3)] == [{"fish": 1, "fruit": 1}, {"rodent": 1}, {}]


def test_those_with_the_fewest_forest_birds_gain_a_die():
    table = Table(3).mat(0, "forest", "hermit-thrush").mat(1, "forest", "barred-owl")
    gain_fish(table)
    assert table.legal() == ["first:seat-2", "decline"]
    table.play("first:seat-2", "take:seed")
    assert table.supply(2) == {"seed": 1}
    assert table.seat == 1
