"""How often intervals hold the truth in simulated studies of the published shape.

    python -m benchmarks.coverage [--studies N] [--seed S] [--intervals score percentile ratings]
        [--together X]

Prints the coverage of ten-game means (or pooled ratings) and of single games, with mean widths.
`--together 1` takes the published placements as they are, chance included.
"""

from __future__ import annotations

import argparse

from tests.analysis.covered import measure
from tests.analysis.studies import DRAWN_TOGETHER, published_model

KINDS = ("score", "percentile", "ratings", "rating scores")


def main(arguments: list[str] | None = None) -> None:
    """Simulate and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage")
    parser.add_argument("--studies", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--intervals", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--together", type=float, default=DRAWN_TOGETHER)
    given = parser.parse_args(arguments)
    truth = published_model(together=given.together).placement()
    for kind in given.intervals:
        found = measure(kind, studies=given.studies, seed=given.seed, together=given.together)
        print(f"{kind}: {given.studies} studies, seed {given.seed}")
        for name, rows in (("all games", slice(0, 1)), ("single games", slice(1, None))):
            part = found.shares[rows]
            print(
                f"  {name}: mean {part.mean():.3f}, least {part.min():.3f}, "
                f"most {part.max():.3f}, mean width {found.widths[rows].mean():.4g}"
            )
            lowest, highest = part.argmin(), part.argmax()
            print(
                f"    expected placement of the least {truth[rows].ravel()[lowest]:.3f}, "
                f"of the most {truth[rows].ravel()[highest]:.3f}"
            )


if __name__ == "__main__":
    main()
