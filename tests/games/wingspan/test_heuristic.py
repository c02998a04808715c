"""The heuristic: what it looks at, and that it beats random play."""

from ludarena.core.rng import stream
from ludarena.games.wingspan import WINGSPAN_SLICE as GAME
from ludarena.testing.policy import PolicyName, choose
from tests.games.wingspan.positions import Table


def scores(table: Table) -> dict[str, int]:
    actions = table.state.legal_actions(table.seat)
    worth = table.state.action_scores(table.seat, actions)
    return dict(zip(table.legal(), worth, strict=True))


def test_birds_with_more_points_are_worth_more_at_the_end():
    table = Table().hand(0, "american-woodcock", "house-wren").food(0, invertebrate=3, seed=1)
    table.state.turns = 15
    worth = scores(table)
    assert worth["play:american-woodcock:forest"] > worth["play:house-wren:forest"]


def test_food_that_the_hand_lacks_is_worth_more():
    table = Table().hand(0, "barred-owl").play("gain-food")
    worth = scores(table)
    assert worth["take:rodent"] > worth["take:fish"]


def test_eggs_are_worth_as_many_as_fit():
    few = Table().mat(0, "wetland", "bald-eagle")
    many = Table().mat(0, "wetland", "mallard")
    assert scores(many)["lay-eggs"] > scores(few)["lay-eggs"]


def test_an_egg_that_serves_the_goal_is_worth_more():
    table = Table(goal="bowl-birds-with-eggs").mat(0, "wetland", "mallard")
    table.mat(0, "forest", "indigo-bunting").play("lay-eggs")
    worth = scores(table)
    assert worth["lay:indigo-bunting"] > worth["lay:mallard"]


def test_heuristic_beats_random_play():
    won = 0.0
    for seed in range(60):
        state = GAME.new(seats=2, seed=seed)
        chance = stream(seed, "walk")
        while owing := state.to_act():
            seat = owing[0]
            policy: PolicyName = "heuristic" if seat == seed % 2 else "random"
            state.apply(seat, choose(policy, state, seat, chance))
        won += state.payoffs()[seed % 2]
    assert won / 60 > 0.85
