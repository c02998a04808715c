"""The generators: known answers from an independent implementation, ranges, shuffles, streams."""

from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarena.core.rng import Stream, mix, stream

STATES = st.integers(0, 2**63 - 1)


def pcg_xsh_rr_63(state: int) -> tuple[int, int]:
    """Return (output, next state), with plain integers, straight from the paper's formula.

    A generator of 63 bits of state and 32 of output: five bits at the top choose the rotation,
    the xorshift is half of 32 + 5 rounded down, and the 32 bits below the top are taken.
    """
    rotation = state // 2**58
    folded = state ^ (state // 2**18)
    word = folded // 2**26 % 2**32
    output = (word // 2**rotation) + word * 2 ** (32 - rotation) % 2**32
    advanced = (state * 6364136223846793005 + 1442695040888963407) % 2**63
    return output % 2**32, advanced


@given(STATES)
def test_output_and_step_are_those_of_the_published_design(state):
    expected = pcg_xsh_rr_63(state)
    generator = Stream(state)
    assert (generator.next32(), generator.state) == expected


def test_thousand_outputs_in_a_row_are_known():
    generator, state = Stream(42), 42
    for _ in range(1000):
        output, state = pcg_xsh_rr_63(state)
        assert generator.next32() == output
    assert generator.state == state


def test_numbers_below_a_bound_follow_lemire():
    generator, state = Stream(2024), 2024
    for bound in (1, 2, 3, 6, 100, 2**31 - 1, 2**31) * 20:
        output, state = pcg_xsh_rr_63(state)
        while output * bound % 2**32 < 2**32 % bound:
            output, state = pcg_xsh_rr_63(state)
        assert generator.below(bound) == output * bound // 2**32


@given(STATES, st.integers(1, 2**31))
def test_numbers_stay_below_their_bound(state, bound):
    assert 0 <= Stream(state).below(bound) < bound


@given(STATES, st.lists(st.integers(0, 50)))
def test_shuffle_keeps_the_items(state, items):
    shuffled = items.copy()
    Stream(state).shuffle(shuffled)
    assert Counter(shuffled) == Counter(items)


def test_shuffle_reaches_every_order_of_three_about_equally_often():
    generator = Stream(1)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [0, 1, 2]
        generator.shuffle(items)
        seen[tuple(items)] += 1
    # Six orders, 1,000 expected of each, standard deviation 29: five of them are allowed.
    assert len(seen) == 6
    assert all(855 <= number <= 1145 for number in seen.values())


def test_clone_goes_its_own_way():
    first = Stream(5)
    second = first.clone()
    assert first.next32() == second.next32()
    first.next32()
    assert first.state != second.state


def test_state_is_cut_to_63_bits():
    assert Stream(-1).state == 2**63 - 1


def test_stream_of_a_name_is_half_of_a_digest_of_seed_and_name():
    digest = blake2b(b"7:deck-1", digest_size=8).digest()
    assert stream(7, "deck-1").state == int.from_bytes(digest, "big") // 2


def test_streams_differ_by_seed_and_by_name():
    states = {stream(seed, name).state for seed in range(50) for name in ("deck", "dice")}
    assert len(states) == 100


def splitmix_finalizer(seed: int, number: int) -> int:
    """Return the splitmix mixing of the number-th step from a seed, in 63 bits."""
    z = (seed + (number + 1) * 0x1E3779B97F4A7C15) % 2**63
    z = (z ^ (z // 2**30)) * 0x3F58476D1CE4E5B9 % 2**63
    z = (z ^ (z // 2**27)) * 0x14D049BB133111EB % 2**63
    return z ^ (z // 2**31)


@given(STATES, st.integers(0, 1000))
def test_mixed_seeds_are_those_of_the_finalizer(seed, number):
    assert mix(seed, number) == splitmix_finalizer(seed, number)


@pytest.mark.parametrize(
    "seeds", [range(1000), [2**62 + k for k in range(1000)]], ids=["low", "high"]
)
def test_mixed_seeds_of_neighbours_do_not_meet(seeds):
    assert len({mix(seed, number) for seed in seeds for number in range(4)}) == 4000
