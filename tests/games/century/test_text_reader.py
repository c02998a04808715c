"""The text view tells all that is needed to play: its reader finds every legal action and score."""

import pytest

from ludarena.core.rng import stream
from ludarena.core.sight import sight
from ludarena.games.century import CENTURY
from ludarena.testing.policy import PolicyName, choose
from tests.games.century.positions import legal, new
from tests.games.century.text_reader import legal_ids, scores

UNUSUAL = {"empty_play": True, "rest_without_played": True, "caravan_limit": 6, "turn_limit": 30}


@pytest.mark.parametrize(("seats", "options"), [(2, UNUSUAL), (5, {"turn_limit": 30})])
def test_a_reader_of_the_text_alone_finds_all_legal_actions_and_scores(seats, options):
    state = new(seats=seats, seed=seats, options=options)
    chance = stream(seats, "reader")
    while state.to_act():
        seat = state.active()
        text = sight(CENTURY, state, seat).text
        assert legal_ids(text) == set(legal(state))
        assert all(shown == added for shown, added in scores(text).values())
        policy: PolicyName = "random" if state.block() % 4 == 0 else "heuristic"
        state.apply(seat, choose(policy, state, seat, chance))
