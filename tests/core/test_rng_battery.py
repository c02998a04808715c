"""A short run of the battery, and proof that it rejects generators that are bad in known ways."""

import json

import pytest

from benchmarks.chi_square import holm, statistic, tails, two_sided
from benchmarks.rng_battery import ALPHA, LUDARENA, Source, main, rejected, run_battery
from ludarena.core import rng

SCALE = 0.02


def rejected_families(source: Source) -> set[str]:
    return {check.family for check in rejected(run_battery(source, scale=SCALE))}


def test_the_generator_passes():
    checks = run_battery(scale=SCALE)
    assert len(checks) > 100
    assert rejected(checks) == []


class Plain:
    """A sound generator to be spoilt: the package's numbers, the rest written anew."""

    def __init__(self, stream: rng.Stream):
        self.stream = stream

    def next32(self) -> int:
        return self.stream.next32()

    def below(self, bound: int) -> int:
        return self.next32() * bound >> 32

    def shuffle(self, items: list[int]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class LowBits(Plain):
    """A linear congruential generator whose low bits are used, as `rand() % n` does."""

    def __init__(self, stream):
        self.state = stream.next32()

    def next32(self):
        self.state = (self.state * 1103515245 + 12345) & 0xFFFF_FFFF
        return self.state

    def below(self, bound):
        return self.next32() % bound


class FewBits(Plain):
    """Numbers are made of 8 bits: ranges that do not divide 256 are uneven."""

    def below(self, bound):
        return (self.next32() >> 24) * bound >> 8


class NaiveShuffle(Plain):
    """Each item is exchanged with any other: 256 equal ways cannot fill 24 orders evenly."""

    def shuffle(self, items):
        for i in range(len(items)):
            j = self.below(len(items))
            items[i], items[j] = items[j], items[i]


class TooEven(Plain):
    """Each number of a range comes in turn: even counts, but no chance."""

    turn = 0

    def below(self, bound):
        self.turn += 1
        return self.turn % bound


class StickyBit(Plain):
    """Bit 7 of a word repeats that of the word before, one time in four."""

    last = 0

    def next32(self):
        word = super().next32()
        if word >> 30 == 0:
            word = word & ~0x80 | self.last & 0x80
        self.last = word
        return word


def source_of(kind: type[Plain]) -> Source:
    """Return a source with the package's own way to seeds and generators of this kind."""
    return Source(
        kind.__name__,
        lambda seed, name: kind(rng.stream(seed, name)),
        lambda seed, number: kind(rng.Stream(rng.mix(seed, number))),
    )


def test_a_plain_generator_passes():
    assert rejected_families(source_of(Plain)) == set()


@pytest.mark.parametrize(
    ("kind", "families"),
    [
        (LowBits, {"pair", "triple", "bits"}),
        (FewBits, {"single"}),
        (NaiveShuffle, {"shuffle"}),
        (TooEven, {"single", "pair"}),
        (StickyBit, {"bits"}),
    ],
)
def test_bad_generators_are_rejected(kind, families):
    assert families <= rejected_families(source_of(kind))


def test_streams_that_are_good_alone_but_alike_are_rejected():
    def name_number(name: str) -> int:
        return int.from_bytes(name.encode()[-4:], "big")

    adding = Source(
        "seeds are added up",
        lambda seed, name: rng.Stream(((seed << 40) + name_number(name)) & rng.MASK63),
        lambda seed, number: rng.Stream((seed << 40) + number),
    )
    families = rejected_families(adding)
    assert {"seeds", "names", "redraw seeds", "redraw numbers"} <= families


def test_redraws_that_ignore_the_number_of_the_generator_are_rejected():
    careless = Source("one", LUDARENA.named, lambda seed, _: LUDARENA.redrawn(seed, 0))
    assert rejected_families(careless) == {"redraw numbers", "one redraw"}


# From printed tables: the upper 5 and 1 per cent points of the chi-square law.
@pytest.mark.parametrize(
    ("value", "degrees", "upper"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (18.307, 10, 0.05),
        (2.558, 10, 0.99),
        (23.209, 10, 0.01),
        (124.342, 100, 0.05),
        (77.929, 100, 0.95),
        (1074.679, 1000, 0.05),
    ],
)
def test_p_values_equal_printed_tables(value, degrees, upper):
    assert tails(value, degrees)[1] == pytest.approx(upper, rel=2e-3)


def test_two_degrees_of_freedom_are_the_exponential_law():
    assert tails(10, 2)[1] == pytest.approx(0.006737946999085467, rel=1e-12)
    assert tails(200, 2)[1] == pytest.approx(3.720075976020836e-44, rel=1e-12)


def test_a_fit_too_good_is_as_unlikely_as_a_bad_one():
    assert two_sided(statistic([100] * 10, [100.0] * 10), 9, 100) < 1e-6
    assert two_sided(9, 9, 100) > 0.8


def test_an_even_split_of_few_numbers_is_no_wonder():
    """20 heads in 40 tosses: 0.125."""
    assert two_sided(0, 1, 20) > 0.125


def test_holm_multiplies_by_the_number_of_tests_that_are_left():
    assert holm([0.01, 0.04, 0.03, 0.9]) == pytest.approx([0.04, 0.09, 0.09, 0.9])


def test_command_line_prints_one_json_object(capsys):
    assert main(["--json", "--scale", "0.002"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["passed"] and report["alpha"] == ALPHA
    assert report["mode"] in {"compiled", "interpreted"}
    assert report["draws"] == sum(check["draws"] for check in report["checks"])


def test_command_line_fails_and_names_what_is_rejected(capsys):
    assert main(["--scale", "0.01"], source_of(TooEven)) == 1
    out = capsys.readouterr().out
    assert "rejected" in out and "TooEven" in out
