"""Golden texts of the games: whole matches and counted trees, to be read in a review.

`python -m tests.goldens --write [GAME ...]` writes them anew; without `--write` it says which
would change. A change that nobody intended is a bug; an intended one is reviewed as a diff.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ludarena import game_ids, load_game
from ludarena.core.game import Game
from ludarena.core.state import State
from ludarena.testing import perft, playthrough, positions

FOLDER = Path(__file__).parent / "games"
REMEDY = "if this was intended: python -m tests.goldens --write"

SEED = 7
POSITIONS = 5
DEEPEST = 5
ENOUGH_ROWS = 2000
"""From how many rows on the tree is not counted one move deeper."""


def playthrough_of(game: Game, seats: int) -> str:
    """Return the golden match for a number of seats."""
    return playthrough(game, seats=seats, seed=SEED)


def perft_table(game: Game) -> str:
    """Return the counted trees below five positions, with as many seats in turn as there are."""
    lines = [
        f"{game.title}, rules version {game.rules_version}: rows of 1, 2, 3 ... legal moves from",
        f"{POSITIONS} positions; position k of {POSITIONS} in the random match of seed k",
        "",
        "seed  seats  rows",
    ]
    for seed in range(POSITIONS):
        seats = game.seats[seed % len(game.seats)]
        found = positions(game, seats=seats, seed=seed, number=POSITIONS)[seed]
        rows = ", ".join(str(number) for number in _counts(game, found))
        lines.append(f"{seed:<4}  {seats:<5}  {rows}")
    return "\n".join([*lines, ""])


def _counts(game: Game, state: State) -> list[int]:
    counts: list[int] = []
    while len(counts) < DEEPEST and (not counts or 0 < counts[-1] < ENOUGH_ROWS):
        counts.append(perft(game, state, len(counts) + 1))
    return counts


def goldens_of(game: Game) -> dict[Path, str]:
    """Return the golden texts of a game by the files that hold them."""
    folder = FOLDER / game.id / "golden"
    texts = {
        folder / f"playthrough-{seats}.md": playthrough_of(game, seats) for seats in game.seats
    }
    return {**texts, folder / "perft.txt": perft_table(game)}


def main() -> int:
    parser = argparse.ArgumentParser(description="Golden texts of the games.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games if none is named")
    parser.add_argument("--write", action="store_true", help="write them anew")
    arguments = parser.parse_args()
    changed = 0
    for name in arguments.games or game_ids():
        for path, text in goldens_of(load_game(name)).items():
            if not path.exists() or path.read_text("utf-8") != text:
                changed += 1
                print(f"{'written' if arguments.write else 'would change'}: {path}")
                if arguments.write:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text, "utf-8")
    return int(changed > 0 and not arguments.write)


if __name__ == "__main__":
    raise SystemExit(main())
