"""Round robins: who meets whom, in which seats, under which seeds."""

from collections import Counter
from itertools import permutations

import pytest

from ludarena.arena.design import lineups, match_seed, number_of_matches, round_robin


def test_line_ups_are_all_combinations():
    assert lineups(4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


def test_line_ups_of_few_participants_share_the_seats_as_evenly_as_can_be():
    assert lineups(2, 4) == [(0, 0, 1, 1)]
    assert lineups(3, 4) == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]


@pytest.mark.parametrize(
    ("participants", "seats", "rounds", "matches"),
    [(2, 2, 1, 2), (4, 3, 1, 12), (5, 2, 3, 60), (2, 3, 2, 12), (2, 4, 1, 4)],
)
def test_number_of_matches_is_line_ups_by_seats_by_rounds(participants, seats, rounds, matches):
    assert number_of_matches(participants, seats, rounds) == matches
    assert len(round_robin(participants, seats, rounds, seed=1)) == matches


@pytest.mark.parametrize(("participants", "seats"), [(2, 2), (4, 3), (5, 4), (2, 3), (3, 4)])
def test_every_participant_sits_in_every_seat_equally_often(participants, seats):
    rosters = round_robin(participants, seats, rounds=1, seed=3)
    for seat in range(seats):
        held = Counter(roster[seat] for roster in rosters)
        assert len(set(held.values())) == 1
        assert len(held) == participants


@pytest.mark.parametrize(("participants", "seats"), [(4, 3), (5, 2), (5, 4)])
def test_every_pair_meets_equally_often(participants, seats):
    met = Counter(
        frozenset((one, other))
        for roster in round_robin(participants, seats, rounds=2, seed=3)
        for one in roster
        for other in roster
        if one < other
    )
    assert len(met) == participants * (participants - 1) // 2
    assert len(set(met.values())) == 1


def test_six_rounds_of_four_seats_are_every_permutation_once():
    # (4 - 1)! = 6 circular orders, 4 rotations of each
    assert sorted(round_robin(4, 4, rounds=6, seed=9)) == sorted(permutations(range(4)))


def test_seed_changes_the_order_of_rounds_and_nothing_else():
    first, again, other = (round_robin(5, 5, rounds=24, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert sorted(first) == sorted(other)


def test_two_participants_at_four_seats_also_sit_side_by_side_in_the_next_round():
    assert sorted(set(round_robin(2, 4, rounds=2, seed=1))) == [
        (0, 0, 1, 1),
        (0, 1, 0, 1),
        (0, 1, 1, 0),
        (1, 0, 0, 1),
        (1, 0, 1, 0),
        (1, 1, 0, 0),
    ]


def test_seeds_of_matches_differ_by_place_and_fit_63_bits():
    seeds = {match_seed(7, game, seats, n) for game in "ab" for seats in (2, 3) for n in range(50)}
    assert len(seeds) == 200
    assert all(0 <= seed < 2**63 for seed in seeds)
