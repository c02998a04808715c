"""The compiled and the interpreted environment, which stand beside each other in the checkout."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
COMPILED = CHECKOUT / ".venv-compiled" / "bin" / "python"
INTERPRETED = CHECKOUT / ".venv" / "bin" / "python"
SCRIPT = Path(__file__).with_name("equal_runs.py")


def compared(*arguments: object) -> int:
    """Play the seeded matches that the arguments name in both modes; return how many they were.

    Raises `AssertionError` where the modes differ and `FileNotFoundError` without a compiled
    environment.
    """
    if not COMPILED.exists():
        raise FileNotFoundError(f"{COMPILED} is missing; build it with: make compile")
    compiled, interpreted = _runs(COMPILED, arguments), _runs(INTERPRETED, arguments)
    assert compiled["mode"] == "compiled"
    assert interpreted["mode"] == "interpreted"
    assert compiled["shifts"] == interpreted["shifts"]
    assert compiled["digests"] == interpreted["digests"]
    return len(compiled["digests"])


def _runs(python: Path, arguments: tuple[object, ...]) -> dict:
    """Return what the script prints under an interpreter."""
    command = [str(python), "-P", str(SCRIPT), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
