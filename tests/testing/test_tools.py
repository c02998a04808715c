"""The tools for authors: sound games pass, reports and reproduction lines are right."""

import re
from pathlib import Path

import pytest

from ludarena.core.errors import InvalidSeats
from ludarena.core.options import IntegerOption
from ludarena.core.rng import Stream
from ludarena.testing import (
    LawBroken,
    check_game,
    choose,
    fuzz_actions,
    perft,
    playthrough,
    positions,
    walk,
)
from ludarena.testing.copies import OlderCopies
from ludarena.testing.node import Move, Node, Setup, Step
from ludarena.testing.policy import sample
from ludarena.testing.surface import Probe
from tests.testing.faults.endings import CapDoesNotHold, RoutesForgetThePocket
from tests.testing.faults.knowledge import DrawsAreShown, MetricsCountThePocket
from tests.tiny.bids import BIDS, Bids
from tests.tiny.drafts import DRAFTS
from tests.tiny.echoes import ECHO, ECHOES, Echoes, EchoesState, Frame

TINY_GAMES = [BIDS, ECHOES, DRAFTS]


@pytest.mark.parametrize("policy", ["random", "heuristic"])
@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.id)
def test_tiny_games_keep_every_law(game, policy):
    report = check_game(game, matches=5, policy=policy)
    caps = 1 if game is BIDS else 0
    assert report.complete
    assert report.matches == 5 * len(game.seats) + caps
    assert report.nodes == report.decisions + report.matches
    assert report.agreed > 0
    assert report.laws["hidden.surfaces"] == report.nodes


def test_sampled_nodes_are_fewer_and_keep_the_first_and_the_last():
    report = check_game(BIDS, matches=3, nodes="sampled")
    assert 2 * report.matches <= report.nodes < report.decisions


def test_time_limit_stops_before_the_next_match_and_says_so():
    report = check_game(BIDS, matches=3, seconds=0.0)
    assert (report.complete, report.matches) == (False, 0)
    assert "stopped by its time limit" in str(report)


def test_impossible_number_of_seats_is_refused():
    with pytest.raises(InvalidSeats):
        check_game(BIDS, matches=1, seats=9)


def test_broken_law_names_the_place_and_the_line_that_meets_it_again():
    with pytest.raises(LawBroken) as first:
        check_game(RoutesForgetThePocket(), matches=20, seed=3)
    broken = first.value
    assert (broken.law, broken.game) == ("end.routes", "drafts")
    assert f"seed={broken.seed}" in broken.again
    assert broken.again.startswith(
        "from tests.testing.faults.endings import RoutesForgetThePocket; "
    )
    names = {"check_game": check_game}
    with pytest.raises(LawBroken) as again:
        exec(broken.again, names)
    assert str(again.value) == str(broken)


def test_broken_law_of_a_whole_check_can_be_met_again():
    with pytest.raises(LawBroken) as first:
        check_game(DrawsAreShown(), matches=6)
    with pytest.raises(LawBroken) as again:
        exec(first.value.again, {"check_game": check_game})
    assert again.value.law == first.value.law == "hidden.taught"


def test_every_law_is_asked_at_every_node_of_matches_not_looked_at_closely():
    report = check_game(DRAFTS, matches=4, closely=1)
    per_node = ("actions.ids", "copies.decode", "hidden.surfaces", "hidden.texts", "end.components")
    assert {report.laws[law] for law in per_node} == {report.nodes}


def test_broken_law_of_a_match_not_looked_at_closely_can_be_met_again():
    with pytest.raises(LawBroken) as first:
        check_game(MetricsCountThePocket(), matches=6, closely=0)
    assert first.value.again.endswith("closely=0)")
    with pytest.raises(LawBroken) as again:
        exec(first.value.again, {"check_game": check_game})
    assert str(again.value) == str(first.value)


class Unlimited(Bids):
    options = (IntegerOption("round_limit", 1, 30, 12, "a limit that is not declared a cap"),)


def test_only_a_declared_cap_is_lowered():
    assert check_game(Unlimited(), matches=1, seats=2).matches == 1
    assert check_game(BIDS, matches=1, seats=2).matches == 2


def test_broken_law_under_an_option_names_the_option():
    with pytest.raises(LawBroken) as caught:
        check_game(CapDoesNotHold(), matches=0)
    assert caught.value.law == "end.bound"
    assert "options={'round_limit': 1}" in caught.value.again


class Crashing(Bids):
    def describe(self, state, seat, action):
        return {}[action]


def test_error_of_a_game_breaks_the_law_that_met_it():
    with pytest.raises(LawBroken) as caught:
        check_game(Crashing(), matches=1)
    assert "KeyError" in caught.value.explanation
    assert isinstance(caught.value.__cause__, KeyError)


def test_game_that_cannot_be_imported_is_told_so():
    class Local(Bids):
        pass

    with pytest.raises(LawBroken) as caught:
        check_game(Local(), matches=1)
    assert caught.value.law == "replay.elsewhere"


def test_older_copy_that_changes_is_noticed():
    setup = Setup(BIDS, 2, 1, {}, "random")
    state = setup.new()
    node = Node(setup, state, 0, Stream(1), state.encode(), Probe((), ""))
    older = OlderCopies()
    step = Step(node, Move(0, 0), [], node, {})
    assert older.step(step) is None
    state.apply(0, 0)
    assert "node 0" in (older.end() or "")


def two_seats_with(red: list[int], green: list[int]) -> EchoesState:
    """Return a position of Echoes: red and green tokens of two seats, seat 0 to play."""
    state = EchoesState(2)
    state.tokens = [[red[seat], green[seat], 0] for seat in range(2)]
    state.begin_turn(0)
    return state


def test_perft_counts_rows_of_moves_worked_out_by_hand():
    # Seat 0: 2 red, 1 green; seat 1: 1 red. One move: red or green.
    # After red, seat 1 may echo or decline; after green seat 1 is to play its red.
    state = two_seats_with([2, 1], [1, 0])
    assert perft(ECHOES, state, 0) == 1
    assert perft(ECHOES, state, 1) == 2
    assert perft(ECHOES, state, 2) == 3
    # red, decline: seat 1 plays red. red, echo: seat 1 has nothing left to raise or to play, so
    # seat 0 plays red or green. green, red: seat 0 may echo or decline. 1 + 2 + 2.
    assert perft(ECHOES, state, 3) == 5


def test_perft_does_not_count_rows_that_end_early():
    state = two_seats_with([1, 0], [0, 0])
    assert [perft(ECHOES, state, depth) for depth in range(3)] == [1, 1, 0]


def test_perft_leaves_the_position_alone():
    state = two_seats_with([2, 1], [1, 0])
    before = state.encode()
    perft(ECHOES, state, 3)
    assert state.encode() == before


def test_positions_are_spread_over_the_match():
    found = positions(BIDS, seats=2, seed=4, number=5)
    assert found[0].encode() == BIDS.new(seats=2, seed=4).encode()
    turns = [state.turn() for state in found]
    assert turns == sorted(turns)
    assert len({state.encode() for state in found}) == 5


def test_walk_ends_with_a_finished_match():
    assert [state.to_act() for state in walk(ECHOES, seats=3, seed=1)][-1] == []


def test_heuristic_policy_plays_a_best_action_nine_times_in_ten():
    state = two_seats_with([2, 1], [1, 0])
    state.stack = [Frame(1, 1, 0)]
    chance = Stream(5)
    played = [choose("heuristic", state, 1, chance) for _ in range(1000)]
    # A tenth is random over two actions: 950 of 1000 are expected, deviation 7.
    assert 915 <= played.count(ECHO) <= 985


def test_sample_draws_distinct_items():
    drawn = sample([1, 2, 3, 4], 3, Stream(1))
    assert len(drawn) == len(set(drawn)) == 3
    assert set(drawn) <= {1, 2, 3, 4}
    assert sorted(sample([1, 2], 5, Stream(1))) == [1, 2]


@pytest.mark.parametrize("game", TINY_GAMES, ids=lambda game: game.id)
def test_wrong_input_is_refused(game):
    met = fuzz_actions(game, 500, 7)
    assert sum(met.values()) >= 500
    assert {"IllegalAction", "UnreadableAction", "OutOfTurn", "MatchOver", "InvalidSetup"} <= set(
        met
    )


class TakesAnything(Bids):
    def play(self, state, seat, action):
        if state.to_act() and seat in state.to_act() and action > 7:
            return
        super().play(state, seat, action)


class ActsBeforeItRefuses(Echoes):
    def play(self, state, seat, action):
        state.turns += 1
        super().play(state, seat, action)
        state.turns -= 1


class StumblesOverTexts(Bids):
    def read(self, state, seat, text):
        return super().read(state, seat, text[0] + text[1:])


@pytest.mark.parametrize("kind", [TakesAnything, ActsBeforeItRefuses, StumblesOverTexts])
def test_fault_in_refusing_is_found(kind):
    with pytest.raises(LawBroken) as caught:
        fuzz_actions(kind(), 500, 7)
    assert caught.value.law == "fuzz.refused"


def test_playthrough_shows_questions_choices_facts_and_the_outcome():
    text = playthrough(BIDS, seats=2, seed=1)
    assert text.startswith("# Bids: 2 seats, seed 1, random policy\n")
    assert "Options: round_limit = 12." in text
    assert "How much do you bid? 6 choices." in text
    assert "\n- Round 1: the prize is " in text
    assert "\nWhat seat " in text
    assert "\n- rank 1: seat " in text
    assert text == playthrough(BIDS, seats=2, seed=1)


def test_every_law_has_a_sentence_in_the_documentation():
    asked = check_game(BIDS, matches=1).laws
    page = (Path(__file__).parents[2] / "docs" / "concepts" / "testing.md").read_text("utf-8")
    assert set(re.findall(r"^\| `(\w+\.\w+)` \|", page, re.MULTILINE)) == set(asked)
