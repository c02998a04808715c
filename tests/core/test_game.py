"""What the base classes compute: payoffs, outcomes, set-up checks, rules texts."""

import pytest

from ludarena.core.errors import InvalidSeats, InvalidSeed, LudarenaError, UnreadableAction
from ludarena.core.profile import Mechanism
from ludarena.core.rng import Stream
from ludarena.core.state import State
from tests.tiny.bids import BIDS, Bids, BidsState
from tests.tiny.drafts import DRAFTS, DraftsState
from tests.tiny.echoes import ECHOES, EchoesState


class Finished(State):
    def __init__(self, standings: list[int]) -> None:
        super().__init__(len(standings))
        self.places = standings

    def standings(self) -> list[int]:
        return self.places


@pytest.mark.parametrize(
    ("standings", "payoffs"),
    [
        ([3, 9], [0.0, 1.0]),
        ([5, 5], [0.5, 0.5]),
        ([30, 10, 20], [1.0, 0.0, 0.5]),
        # Ranks 1, 2.5, 2.5, 4 of four: (4 - rank) / 3.
        ([9, 5, 5, 1], [1.0, 0.5, 0.5, 0.0]),
        # Three share ranks 1 to 3, mean 2: (4 - 2) / 3.
        ([7, 7, 7, 1], [2 / 3, 2 / 3, 2 / 3, 0.0]),
        ([4], [1.0]),
    ],
)
def test_payoffs_are_the_mean_place_on_a_scale_of_one(standings, payoffs):
    assert Finished(standings).payoffs() == pytest.approx(payoffs)


def finished_bids(points, coins, round_number=12):
    state = BidsState(len(points), 12, Stream(1))
    state.points, state.coins = points, coins
    state.round, state.prize = round_number, 0
    return state


def test_outcome_ranks_by_the_keys_in_order_and_leaves_ties():
    outcome = BIDS.outcome(finished_bids([11, 11, 3], [2, 2, 9]))
    assert outcome.scores == (11, 11, 3)
    assert outcome.tie_breaks == ((2,), (2,), (9,))
    assert outcome.ranks == (1, 1, 3)
    assert outcome.payoffs == (0.75, 0.75, 0.0)
    assert outcome.ended_by == "rules"


def test_outcome_of_a_match_without_a_winner_by_the_rules_is_ended_by_the_cap():
    assert BIDS.outcome(finished_bids([4, 6], [2, 2])).ended_by == "cap"


def test_key_that_is_better_when_lower_breaks_ties_that_way():
    state = DRAFTS.new(seats=2, seed=1)
    assert isinstance(state, DraftsState)
    state.round = 5
    state.kept, state.pockets = [[20], [12]], [[], [8]]
    state.buried = [[], [1]]
    outcome = DRAFTS.outcome(state)
    assert outcome.scores == (20, 20)
    assert outcome.tie_breaks == ((0,), (1,))
    assert outcome.ranks == (1, 2)


@pytest.mark.parametrize("seats", [0, 1, 5, -2, True, "3", 2.0, None], ids=repr)
def test_number_of_seats_that_a_game_does_not_have_is_refused(seats):
    with pytest.raises(InvalidSeats, match="choose 2 to 4"):
        ECHOES.new(seats=seats, seed=1)


@pytest.mark.parametrize("seed", [-1, "1", 1.0, None, True], ids=repr)
def test_seed_must_be_an_integer_of_zero_or_more(seed):
    with pytest.raises(InvalidSeed, match="give an integer of 0 or more"):
        ECHOES.new(seats=2, seed=seed)


def test_same_seed_gives_the_same_match_and_another_seed_another():
    first, again, other = (ECHOES.new(seats=2, seed=seed).encode() for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_default_reason_for_a_seat_that_owes_nothing():
    state = ECHOES.new(seats=2, seed=1)
    assert ECHOES.why_not(state, 1, 0) == "this seat owes no decision now"
    assert ECHOES.why_not(state, 0, state.legal_actions(0)[0]) is None


def test_state_is_not_capped_unless_its_game_says_so():
    assert EchoesState(2).capped() is False


def test_methods_that_a_game_must_write_say_so():
    state = State(2)
    for method in ("to_act", "block", "clone", "encode", "turn", "progress", "values", "standings"):
        with pytest.raises(NotImplementedError):
            getattr(state, method)()


@pytest.mark.parametrize(("value", "evidence"), [(3, "many"), (-1, "few"), (1, "  ")])
def test_mechanism_needs_a_value_of_the_scale_and_its_evidence(value, evidence):
    with pytest.raises(ValueError, match="0, 1 or 2 and its evidence"):
        Mechanism(value, evidence)


def test_errors_of_the_package_have_one_base():
    error = UnreadableAction("x" * 500, "no reason")
    assert isinstance(error, LudarenaError)
    assert len(str(error)) < 150
    assert error.text == "x" * 500


def test_ids_of_a_game_are_those_of_its_table():
    assert isinstance(BIDS, Bids)
    assert [BIDS.action_id(code) for code in (0, 6)] == ["bid:0", "stance:mild"]
    assert BIDS.action_code("stance:firm") == 7
