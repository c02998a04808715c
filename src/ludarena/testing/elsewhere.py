"""The other process of the law of replay: reads an order from standard input, answers digests."""

from __future__ import annotations

import json
import sys
from importlib import import_module

from ludarena.testing.replay import play_order


def main() -> None:
    order = json.load(sys.stdin)
    sys.path[:] = order["path"]
    kind: object = import_module(order["module"])
    for name in order["name"].split("."):
        kind = getattr(kind, name)
    if not callable(kind):
        raise TypeError(f"{order['name']} is no class of a game")
    game = kind()
    json.dump([play_order(game, match) for match in order["matches"]], sys.stdout)


if __name__ == "__main__":
    main()
