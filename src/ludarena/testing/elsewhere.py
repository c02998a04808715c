"""The other process of the law of replay: reads an order from standard input, answers digests."""

from __future__ import annotations

import json
import sys
from importlib import import_module

from ludarena.testing.replay import Order, fingerprints


def main() -> None:
    """Play every ordered match with a new game of the named class; print its fingerprints."""
    task = json.load(sys.stdin)
    sys.path[:] = task["path"]
    game = getattr(import_module(task["module"]), task["name"])()
    json.dump([fingerprints(game, Order(**order)) for order in task["orders"]], sys.stdout)


if __name__ == "__main__":
    main()
