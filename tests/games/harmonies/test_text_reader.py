"""The text view tells all that is needed to play: its reader finds every legal action and score."""

import pytest

from ludarena.core.rng import stream
from ludarena.core.sight import sight
from ludarena.games.harmonies import HARMONIES
from ludarena.testing.policy import PolicyName, choose
from tests.games.harmonies.positions import legal, new_match
from tests.games.harmonies.text_reader import legal_ids, points, table


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"spirits": "on", "river_length": "from_river_ends"}),
        (4, {"side": "B", "spirits": "on", "cube_supply": "66"}),
    ],
)
def test_a_reader_of_the_text_alone_finds_all_legal_actions_and_scores(seats, options):
    state = new_match(seats, seats, **options)
    chance = stream(seats, "reader")
    while state.to_act():
        seat = state.active()
        text = sight(HARMONIES, state, seat).text
        assert legal_ids(text) == set(legal(state))
        [own] = [row for row in table(text, "seat") if "(you)" in row["seat"]]
        for route, number in points(text).items():
            assert (route, int(own[route])) == (route, number)
        policy: PolicyName = "random" if state.block() % 4 == 0 else "heuristic"
        state.apply(seat, choose(policy, state, seat, chance))
