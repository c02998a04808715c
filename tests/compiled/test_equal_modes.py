"""Compiled and interpreted play of equal seeds is equal, byte for byte.

Run by `make compiled-tests` with the compiled environment; the interpreted one stands beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("equal_runs.py")


def runs(python: Path | str) -> dict:
    """Return what the script prints under an interpreter."""
    command = [str(python), "-P", str(SCRIPT), "--matches", os.environ.get("EQUAL_MATCHES", "1")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.timeout(1_800)
def test_equal_seeds_give_equal_matches_in_both_modes() -> None:
    compiled = runs(sys.executable)
    interpreted = runs(CHECKOUT / ".venv" / "bin" / "python")
    assert compiled["mode"] == "compiled"
    assert interpreted["mode"] == "interpreted"
    assert compiled["shifts"] == interpreted["shifts"]
    assert compiled["digests"] == interpreted["digests"]
    assert compiled["digests"]
