"""How long an analysis takes: 12 participants, ten games, 480 matches each, 5,000 joint draws.

    python -m benchmarks.analysis [--matches N] [--draws N] [--json]

Results are drawn from the model of studies that the tests of coverage use. Every rating is fitted
again in every draw. Exit code 1 when all together take longer than the goal. Large stores are
measured by `benchmarks.store_scale`.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from itertools import combinations

import numpy as np

from benchmarks.machine import machine, seconds
from ludarena.analysis.agreement import leave_one_game_out_range, split_half
from ludarena.analysis.contrasts import contrast
from ludarena.analysis.coverage import StudyModel
from ludarena.analysis.draws import DRAWS, dominance, joint_draws, rank_intervals
from ludarena.analysis.leaderboard import leaderboard
from ludarena.analysis.rating_board import rating_boards
from tests.analysis.studies import published_model

MATCHES = 480
SECONDS_GOAL = 60.0


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.analysis")
    parser.add_argument("--matches", type=int, default=MATCHES, help="a game; a multiple of 48")
    parser.add_argument("--draws", type=int, default=DRAWS)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    took = measure(given.matches, given.draws)
    total = sum(took.values())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    if given.json:
        print(json.dumps({"machine": machine(), "seconds": took, "total": total, "bytes": peak}))
    else:
        for name, one in took.items():
            print(f"{name:<28}{one:8.2f} s")
        print(f"{'all':<28}{total:8.2f} s, {peak / 1e6:.0f} MB at most")
    return int(total > SECONDS_GOAL)


def measure(matches: int, draws: int) -> dict[str, float]:
    """Return the seconds of each part of an analysis."""
    model = published_model()
    times = matches // model.rosters.shape[1]
    long = StudyModel(np.tile(model.rosters, (1, times, 1)), model.strengths, model.seats)
    results = long.study(np.random.Generator(np.random.PCG64(1)))
    drawn = joint_draws(results, draws=2)  # everything is imported
    took = {
        "leaderboard, percentiles": seconds(lambda: leaderboard(results)),
        "leaderboard, score": seconds(lambda: leaderboard(results, method="score")),
        "rating boards": seconds(lambda: rating_boards(results, draws=draws)),
    }

    def draw() -> None:
        nonlocal drawn
        drawn = joint_draws(results, draws=draws)

    took["joint draws"] = seconds(draw)
    took["dominance, ranks"] = seconds(
        lambda: (dominance(drawn.drawn_pooled), rank_intervals(drawn.drawn_pooled))
    )
    took["agreement, split halves"] = seconds(
        lambda: (leave_one_game_out_range(drawn.drawn_placement), split_half(results))
    )
    pairs = list(combinations(drawn.participants, 2))
    took["contrasts of all pairs"] = seconds(lambda: [contrast(drawn, *pair) for pair in pairs])
    return took


if __name__ == "__main__":
    sys.exit(main())
