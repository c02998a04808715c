"""What every benchmark says about where it ran, and how it takes a median."""

from __future__ import annotations

import os
import platform
import statistics
import sys
from collections.abc import Callable
from time import perf_counter

from ludarena import __version__
from ludarena.core import mode

Facts = dict[str, str | int | float | list[float]]


def machine() -> Facts:
    """Return machine, load, mode and versions; raise `StaleBuild` for stale compiled files.

    Import the games to be measured first, so that their mode is counted.
    """
    mode.check_build()
    return {
        "ludarena": __version__,
        "mode": mode.mode().name,
        "python": sys.version.split()[0],
        "processor": platform.machine(),
        "cores": os.cpu_count() or 0,
        "load": [round(part, 2) for part in os.getloadavg()],
    }


def seconds(action: Callable[[], object]) -> float:
    """Return how long one call takes."""
    began = perf_counter()
    action()
    return perf_counter() - began


def alternating_medians(rates: dict[str, Callable[[], float]], times: int = 5) -> dict[str, float]:
    """Measure every named rate in turn, `times` rounds, and return the medians."""
    found: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(times):
        for name, rate in rates.items():
            found[name].append(rate())
    return {name: statistics.median(values) for name, values in found.items()}
