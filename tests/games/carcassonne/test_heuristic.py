"""The heuristic: what it prefers, and that it beats random play."""

import pytest

from ludarena.core.rng import stream
from ludarena.games.carcassonne import CARCASSONNE
from ludarena.testing.policy import PolicyName, choose
from tests.games.carcassonne.positions import legal, play, position

MATCHES = 40
FLOOR = 0.9


def scored(state):
    """Return the worth of each action by its id."""
    seat = state.to_act()[0]
    return dict(
        zip(legal(state), state.action_scores(seat, state.legal_actions(seat)), strict=True)
    )


def best(state):
    worths = scored(state)
    return max(worths, key=lambda action: worths[action])


def test_completing_an_own_city_is_best():
    state = position("G 0,-1 0 0:city-n", draw="E")
    assert best(state) == "place:0:-2:180"


def test_tile_beside_a_monastery_is_worth_more_to_its_owner():
    own, other = (
        scored(position(f"B 0,1 0 {seat}:monastery", draw="B"))["place:0:2:0"] for seat in (0, 1)
    )
    assert own > other


def test_city_of_another_seat_is_not_completed_for_it():
    state = position("G 0,-1 0 1:city-n", draw="E")
    assert best(state) != "place:0:-2:180"


def test_complete_city_is_claimed():
    state = position(draw="E")
    play(state, "place:0:-1:180")
    assert best(state) == "meeple:city-s"


def test_last_meeple_is_kept_from_a_short_road():
    state = position(draw="U", supply={0: 1})
    play(state, "place:1:0:90")
    worths = scored(state)
    assert worths["meeple:road-e"] < worths["no-meeple"] == 0


def test_farmer_waits_for_cities_unless_time_is_short():
    tiles = ("E 0,-1 180", "E 0,-2 0")
    early = position(*tiles, draw="E")
    play(early, "place:0:-3:180")
    late = position(*tiles, draw="E", stack="V V")
    play(late, "place:0:-3:180")
    assert scored(late)["meeple:field-nnw"] > scored(early)["meeple:field-nnw"]


def test_standing_follows_what_seats_own():
    even = position("U 1,0 90").values()
    assert even == [0.5, 0.5]
    ahead = position("G 0,-1 0 0:city-n").values()
    assert ahead[0] == pytest.approx(1 - ahead[1])


def test_standing_of_a_finished_match_follows_the_scores():
    state = position(draw="B", stack="")
    play(state, "place:0:1:0", "meeple:monastery")
    # two points ahead: half of 2 in 2 + 14 above even
    assert state.values() == pytest.approx([0.5625, 0.4375])


def test_heuristic_beats_random_play_with_the_fewest_seats():
    points = 0.0
    for number in range(MATCHES):
        state = CARCASSONNE.new(seats=2, seed=number)
        chance = stream(number, "heuristic against random")
        while owing := state.to_act():
            seat = owing[0]
            policy: PolicyName = "heuristic" if seat == number % 2 else "random"
            state.apply(seat, choose(policy, state, seat, chance))
        points += state.payoffs()[number % 2]
    assert points / MATCHES >= FLOOR
