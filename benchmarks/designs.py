"""How long designs take to plan, and how even the panels come out.

    python -m benchmarks.designs [--json]

CPU seconds of one process, the median of three; exit code 1 when a stated goal is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time

from benchmarks.machine import machine
from ludarena.arena.design_matched import Beside, Matched
from ludarena.arena.design_panel import evenness, panel

PANEL_GOAL = 5.0
"""Seconds in which 12 participants, three seats and 48 matches must be planned."""


@dataclass(frozen=True, slots=True)
class Planning:
    """One design: its matches, the seconds it took, the spread of pairs and its bound."""

    design: str
    matches: int
    seconds: float
    spread: int | None = None
    bound: int | None = None


def _timed(plan: Callable[[], object]) -> float:
    seconds: list[float] = []
    for _ in range(3):
        begun = process_time()
        plan()
        seconds.append(process_time() - begun)
    return median(seconds)


def _panel(name: str, participants: int, strata: Sequence[tuple[int, int]]) -> Planning:
    planned = panel(participants, strata, seed=20260924)
    met = [evenness([r for played in one for r in played], participants) for one in planned]
    return Planning(
        design=name,
        matches=sum(len(played) for one in planned for played in one),
        seconds=_timed(lambda: panel(participants, strata, seed=20260924)),
        spread=max(one.spread for one in met),
        bound=max(one.bound for one in met),
    )


def measure() -> list[Planning]:
    """Return the measurements of all designs."""
    names = [f"p{number}" for number in range(15)]
    games = [3] * 10
    matched = Matched(focals=tuple(names[:4]), anchors=tuple(names[4:6]), scenarios=9)
    cohort = Beside(kind="cohort", people=tuple(names[12:]), each=6)
    return [
        _panel("panel, 12 participants, 1 game, 3 seats", 12, [(3, 4)]),
        _panel("panel, 12 participants, 10 games, 3 seats", 12, [(3, 4)] * 10),
        _panel("panel, 12 participants, 10 games, 2 to 4 seats", 12, [(2, 6), (3, 4), (4, 3)] * 10),
        _panel("panel, 30 participants, 1 game, 4 seats", 30, [(4, 4)]),
        Planning(
            "matched, 9 scenarios, 4 focal participants, 10 games",
            matched.matches(6, games),
            _timed(lambda: matched.schedule(names[:6], games, 1)),
        ),
        Planning(
            "cohort, 3 baselines, 6 matches each, 10 games",
            cohort.matches(15, games),
            _timed(lambda: cohort.schedule(names, games, 1)),
        ),
    ]


def main() -> int:
    """Print the measurements; return 1 when the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    found = measure()
    if as_json:
        print(json.dumps({"machine": machine(), "designs": [asdict(one) for one in found]}))
    else:
        for one in found:
            even = "" if one.spread is None else f"  spread {one.spread}, bound {one.bound}"
            print(f"{one.design:55} {one.matches:6} matches {one.seconds:8.3f} s{even}")
    return int(found[0].seconds >= PANEL_GOAL or found[0].spread != found[0].bound)


if __name__ == "__main__":
    sys.exit(main())
