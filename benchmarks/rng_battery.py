"""A statistical battery for the generators of chance in `ludarena.core.rng`.

It asks of each use that games make of chance whether it is uniform: single numbers, pairs and
triples, shuffles, the bits of a word, and above all streams that are close to each other: those of
neighbouring seeds and names, and those that a search reseeds. Every check is a two-sided
chi-square test; the p-values are corrected for their number (Holm). The default run takes more
than ten million numbers. Seeds are fixed, so a result repeats exactly.

    python -m benchmarks.rng_battery            # a table; exit code 1 when a check is rejected
    python -m benchmarks.rng_battery --json
"""

import argparse
import json
import platform
import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count, pairwise, permutations
from math import exp, factorial
from typing import Protocol

from benchmarks.chi_square import MIN_EXPECTED, holm, statistic, two_sided
from ludarena.core import rng
from ludarena.core.mode import is_compiled

RANGES = (2, 3, 5, 6, 10, 20, 52, 100, 1000)
PAIR_RANGES = (2, 3, 5, 6, 10, 20, 52, 100)
TRIPLE_RANGES = (2, 3, 6, 10, 20)
NEIGHBOUR_PAIR_RANGES = (2, 6, 20, 52)
LAGS = (1, 2, 3, 4, 8, 16, 64, 256)
WORD_BITS = 32
ALPHA = 0.001


class Generator(Protocol):
    """What the battery asks of a generator; `ludarena.core.rng.Stream` is one."""

    def next32(self) -> int: ...
    def below(self, bound: int, /) -> int: ...
    def shuffle(self, items: list[int], /) -> None: ...


@dataclass(frozen=True, slots=True)
class Source:
    """A family of generators under test."""

    name: str
    named: Callable[[int, str], Generator]  # (seed, name of a source of chance)
    redrawn: Callable[[int, int], Generator]  # (seed of a redraw, number of the generator)


LUDARENA = Source(
    "ludarena.core.rng", rng.stream, lambda seed, number: rng.Stream(rng.mix(seed, number))
)


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one test: `p` is two-sided and not corrected."""

    family: str
    name: str
    draws: int
    degrees: int
    chi_square: float
    p: float


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is drawn: the counts of the default run times `scale`."""

    source: Source
    seed: int
    scale: float

    def stream(self, name: str) -> Generator:
        return self.source.named(self.seed, name)

    def times(self, count: int) -> int:
        return max(1, int(count * self.scale))


def check(
    family: str, name: str, draws: int, observed: Sequence[int], expected: Sequence[float]
) -> Iterator[Check]:
    """Yield the test of `observed` counts, or nothing when a cell is too small to be tested."""
    if min(expected) >= MIN_EXPECTED:
        value = statistic(observed, expected)
        degrees = len(expected) - 1
        yield Check(family, name, draws, degrees, value, two_sided(value, degrees, min(expected)))


def uniform(
    family: str, name: str, draws: int, counts: Counter[int], cells: int
) -> Iterator[Check]:
    """Yield the test that each of the numbers 0 to `cells` - 1 is equally likely."""
    observed = [counts[cell] for cell in range(cells)]
    outside = counts.total() - sum(observed)
    if outside:
        raise ValueError(f"{family}, {name}: {outside} numbers are outside 0..{cells - 1}")
    yield from check(family, name, draws, observed, [counts.total() / cells] * cells)


# Numbers of one stream


def singles(plan: Plan) -> Iterator[Check]:
    """Each number of a range is equally likely."""
    n = plan.times(400_000)
    for bound in RANGES:
        below = plan.stream(f"singles {bound}").below
        counts = Counter(below(bound) for _ in range(n))
        yield from uniform("single", f"below({bound})", n, counts, bound)


def pairs(plan: Plan) -> Iterator[Check]:
    """So is each pair of successive numbers (without overlap)."""
    n = plan.times(150_000)
    for bound in PAIR_RANGES:
        below = plan.stream(f"pairs {bound}").below
        counts = Counter(below(bound) * bound + below(bound) for _ in range(n))
        yield from uniform("pair", f"below({bound})", 2 * n, counts, bound**2)


def triples(plan: Plan) -> Iterator[Check]:
    """So is each triple."""
    n = plan.times(100_000)
    for bound in TRIPLE_RANGES:
        below = plan.stream(f"triples {bound}").below
        counts = Counter(
            (below(bound) * bound + below(bound)) * bound + below(bound) for _ in range(n)
        )
        yield from uniform("triple", f"below({bound})", 3 * n, counts, bound**3)


def mixed_ranges(plan: Plan) -> Iterator[Check]:
    """A number does not depend on the one before it when the ranges differ, as in a shuffle."""
    n = plan.times(100_000)
    for first, second in ((2, 6), (6, 20), (20, 6), (52, 51), (100, 3)):
        below = plan.stream(f"mixed {first} {second}").below
        counts = Counter(below(first) * second + below(second) for _ in range(n))
        yield from uniform("mixed", f"below({first}), ({second})", 2 * n, counts, first * second)


PERMUTATIONS = {order: number for number, order in enumerate(permutations(range(4)))}


def shuffled(generator: Generator, size: int) -> list[int]:
    items = list(range(size))
    generator.shuffle(items)
    return items


def shuffles(plan: Plan) -> Iterator[Check]:
    """All orders of four are equally likely; in larger decks, places, neighbours and top cards."""
    n = plan.times(150_000)
    generator = plan.stream("shuffles")
    orders = Counter(PERMUTATIONS[tuple(shuffled(generator, 4))] for _ in range(n))
    yield from uniform("shuffle", "orders of 4", 3 * n, orders, 24)
    for size, times in ((10, 60_000), (52, 12_000), (100, 6_000)):
        yield from shuffles_of(plan, size, plan.times(times))


def shuffles_of(plan: Plan, size: int, n: int) -> Iterator[Check]:
    generator = plan.stream(f"shuffles {size}")
    places: Counter[int] = Counter()
    tops: Counter[int] = Counter()
    distances: Counter[int] = Counter()
    for _ in range(n):
        items = shuffled(generator, size)
        place = items.index(0)
        places[place] += 1
        tops[items[0]] += 1
        distances[(items.index(1) - place) % size - 1] += 1
    draws = (size - 1) * n
    yield from uniform("shuffle", f"place of the first of {size}", draws, places, size)
    yield from uniform("shuffle", f"item on top of {size}", 0, tops, size)
    yield from uniform("shuffle", f"from first to second of {size}", 0, distances, size - 1)


# Bits of words


def ones_of_each_bit(row: int, words: int, bits: range) -> list[int]:
    """Return how many of the `words` words that are packed into `row` have each of `bits` set."""
    every_word = ((1 << WORD_BITS * words) - 1) // ((1 << WORD_BITS) - 1)
    return [(row >> bit & every_word).bit_count() for bit in bits]


def fair_bits(family: str, name: str, draws: int, ones: list[int], n: int) -> Iterator[Check]:
    """Yield the test that each of the bits counted in `ones` was set in half of `n` words."""
    if n / 2 >= MIN_EXPECTED:
        value = sum((2 * k - n) ** 2 / n for k in ones)
        yield Check(family, name, draws, len(ones), value, two_sided(value, len(ones), n / 2))


def packed(words: Sequence[int]) -> int:
    return int.from_bytes(array("I", words).tobytes(), sys.byteorder)


def bits_of(family: str, words: Sequence[int], lags: Sequence[int]) -> Iterator[Check]:
    """Yield tests of each bit alone, and of each bit against itself `lags` words later."""
    row, all_bits = packed(words), range(WORD_BITS)
    n = len(words)
    yield from fair_bits(family, "each bit", n, ones_of_each_bit(row, n, all_bits), n)
    for lag in lags:
        if lag < n:
            later = row >> WORD_BITS * lag
            kept = n - lag
            differing = (row ^ later) & ((1 << WORD_BITS * kept) - 1)
            ones = ones_of_each_bit(differing, kept, all_bits)
            yield from fair_bits(family, f"each bit, {lag} words on", 0, ones, kept)


def bits(plan: Plan) -> Iterator[Check]:
    """Each bit of `next32` is fair, independent of the same bit later and of the other bits."""
    n = plan.times(1 << 20)
    next32 = plan.stream("bits").next32
    words = [next32() for _ in range(n)]
    yield from bits_of("bits", words, LAGS)
    n = min(n, 1 << 18)
    row = packed(words[:n])
    ones: list[int] = []
    for distance in range(1, WORD_BITS):
        ones += ones_of_each_bit(row ^ row >> distance, n, range(WORD_BITS - distance))
    yield from fair_bits("bits", "each pair of bits in a word", 0, ones, n)


BIRTHDAYS = 1 << 12
EQUAL_SPACINGS = BIRTHDAYS**3 / 2**34  # the mean: n^3 / 4m for n birthdays in m = 2^32 days
MANY_EQUAL = 9


def birthdays(plan: Plan) -> Iterator[Check]:
    """Equal spacings between sorted words are as many as they should be (Marsaglia)."""
    n = plan.times(400)
    next32 = plan.stream("birthdays").next32
    counts: Counter[int] = Counter()
    for _ in range(n):
        days = sorted(next32() for _ in range(BIRTHDAYS))
        spacings = {later - day for day, later in pairwise(days)}
        counts[min(BIRTHDAYS - 1 - len(spacings), MANY_EQUAL)] += 1
    law = [exp(-EQUAL_SPACINGS) * EQUAL_SPACINGS**k / factorial(k) for k in range(MANY_EQUAL)]
    expected = [n * p for p in [*law, 1 - sum(law)]]
    observed = [counts[k] for k in range(MANY_EQUAL + 1)]
    yield from check("bits", "birthday spacings", n * BIRTHDAYS, observed, expected)


# Streams that are close to each other


def neighbours(plan: Plan) -> Iterator[Check]:
    """Streams of neighbouring seeds, names and numbers do not resemble each other."""
    source, seed = plan.source, plan.seed
    yield from across(plan, "seeds", lambda i: source.named(i, "deck"))
    yield from across(plan, "seeds of matches", lambda i: source.named((seed << 32) + i, "deck"))
    yield from across(plan, "names", lambda i: source.named(seed, f"deck {i}"))
    yield from across(plan, "redraw seeds", lambda i: source.redrawn(i, 0))
    yield from across(plan, "redraw numbers", lambda i: source.redrawn(seed, i))


def across(plan: Plan, family: str, nth: Callable[[int], Generator]) -> Iterator[Check]:
    """Yield tests of the first numbers of the streams `nth(0)`, `nth(1)` and so on.

    Each stream is used once, so the checks do not share numbers.
    """
    n = plan.times(40_000)
    fresh = map(nth, count())
    for bound in RANGES:
        counts = Counter(next(fresh).below(bound) for _ in range(n))
        yield from uniform(family, f"first below({bound})", n, counts, bound)
    for bound in NEIGHBOUR_PAIR_RANGES:
        counts = Counter(
            next(fresh).below(bound) * bound + next(fresh).below(bound) for _ in range(n)
        )
        yield from uniform(family, f"neighbours' below({bound})", 2 * n, counts, bound**2)
    orders = Counter(PERMUTATIONS[tuple(shuffled(next(fresh), 4))] for _ in range(n))
    yield from uniform(family, "first orders of 4", 3 * n, orders, 24)
    tops = Counter(shuffled(next(fresh), 52)[0] for _ in range(n // 8))
    yield from uniform(family, "first tops of 52", 51 * (n // 8), tops, 52)
    words = [next(fresh).next32() for _ in range(2 * n)]
    yield from bits_of(family, words, (1, 2, 4))


def companions(plan: Plan) -> Iterator[Check]:
    """Two streams of one match are independent: the dice do not follow the deck."""
    n = plan.times(40_000)
    named, redrawn = plan.source.named, plan.source.redrawn
    for bound in NEIGHBOUR_PAIR_RANGES:
        counts = Counter(
            named(i, "deck").below(bound) * bound + named(i, "dice").below(bound) for i in range(n)
        )
        yield from uniform("one match", f"deck, dice below({bound})", 2 * n, counts, bound**2)
        counts = Counter(
            redrawn(i, 0).below(bound) * bound + redrawn(i, 1).below(bound) for i in range(n)
        )
        yield from uniform("one redraw", f"0, 1 below({bound})", 2 * n, counts, bound**2)


FAMILIES = (
    *(singles, pairs, triples, mixed_ranges, shuffles),
    *(bits, birthdays),
    *(neighbours, companions),
)


def run_battery(source: Source = LUDARENA, *, seed: int = 1, scale: float = 1.0) -> list[Check]:
    """Return the results of all checks, leaving out those that `scale` makes too small."""
    plan = Plan(source, seed, scale)
    return [result for family in FAMILIES for result in family(plan)]


def rejected(checks: Sequence[Check], alpha: float = ALPHA) -> list[Check]:
    """Return the checks that fail when the chance of any false alarm is at most `alpha`."""
    adjusted = holm([result.p for result in checks])
    return [result for result, p in zip(checks, adjusted, strict=True) if p < alpha]


def mode() -> str:
    """Return whether the generator runs "compiled" or "interpreted"."""
    return "compiled" if is_compiled(rng.__name__) else "interpreted"


# Command line


def print_table(checks: Sequence[Check]) -> None:
    adjusted = holm([result.p for result in checks])
    row = "{:<17} {:<31} {:>9} {:>7} {:>10} {:>8} {:>8}  {}"
    print(row.format("family", "check", "draws", "degrees", "chi-square", "p", "Holm", ""))
    for result, p in zip(checks, adjusted, strict=True):
        print(
            row.format(
                *(result.family, result.name, result.draws or "same", result.degrees),
                *(f"{result.chi_square:.1f}", f"{result.p:.4f}", f"{p:.4f}"),
                "rejected" if p < ALPHA else "ok",
            )
        )


def main(arguments: Sequence[str] | None = None, source: Source = LUDARENA) -> int:
    """Test `source` and print the results; return 1 when a check is rejected."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rng_battery", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seed", type=int, default=1, help="seed of the run (1)")
    parser.add_argument("--scale", type=float, default=1.0, help="times the default counts (1)")
    options = parser.parse_args(arguments)
    began = time.perf_counter()
    checks = run_battery(source, seed=options.seed, scale=options.scale)
    seconds = time.perf_counter() - began
    failures = rejected(checks)
    draws = sum(result.draws for result in checks)
    if options.json:
        summary = {
            "generator": source.name,
            "mode": mode(),
            "python": platform.python_version(),
            "machine": platform.machine(),
            "seed": options.seed,
            "scale": options.scale,
            "alpha": ALPHA,
            "draws": draws,
            "seconds": round(seconds, 2),
            "passed": not failures,
            "rejected": len(failures),
            "checks": [asdict(result) for result in checks],
        }
        print(json.dumps(summary, indent=1))
    else:
        print_table(checks)
        print(
            f"\n{source.name}, {mode()}, Python {platform.python_version()}: {draws:,} draws,"
            f" {len(checks)} checks, {len(failures)} rejected at {ALPHA} (Holm), {seconds:.1f} s"
        )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
