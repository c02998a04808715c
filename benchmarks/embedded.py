"""How the embedded model is placed against random play: `python -m benchmarks.embedded`.

One seat for the model, random play in all others, each set-up played from every seat in turn. The
placement is the mean pairwise one, 0 to 1, with the 95 % interval of the leaderboard. With `--out`
the matches are kept, and the same command continues them. No strength is claimed or expected: the
model has 135 million parameters. The default game has few decisions and hardly ever a tie.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.machine import machine
from ludarena.analysis.leaderboard import leaderboard
from ludarena.analysis.results import stored_results
from ludarena.arena.cells import Cell, MatchSetup, Plan
from ludarena.arena.failures import failures_of
from ludarena.arena.participant import built_in
from ludarena.arena.presets import protocol_for
from ludarena.arena.runner import run_matches
from ludarena.arena.schedule import stratum
from ludarena.arena.store import Reader, open_store
from ludarena.core.options import resolve
from ludarena.core.registry import load_game

MODEL, RANDOM = "smollm2", "random"


def plan_of(game_id: str, matches: int, prompt_tokens: int) -> Plan:
    """Return matches of the model against random play, the model in each seat by turns."""
    game = load_game(game_id)
    options = resolve(game.id, game.options, {})
    seats = game.seats.start
    model = built_in(
        MODEL,
        "llm",
        model="embedded:smollm2",
        prompt_tokens=prompt_tokens,
        reasoning_words=4,
        memory="none",
    )
    people = (model, built_in(RANDOM, "random"))
    setups = [
        MatchSetup(
            game=game.id,
            rules_version=game.rules_version,
            seats=seats,
            options=options,
            seed=number // seats,
        )
        for number in range(matches)
    ]
    return Plan(
        name="embedded model against random",
        design={"kind": "benchmark", "matches": matches},
        participants=people,
        protocol=protocol_for(people, {}),
        cells=tuple(
            Cell(
                index=number,
                setup=setup,
                roster=tuple(MODEL if seat == number % seats else RANDOM for seat in range(seats)),
                stratum=stratum(setup),
            )
            for number, setup in enumerate(setups)
        ),
    )


def figures(reader: Reader, seconds: float) -> dict[str, object]:
    """Return the model's placement with its interval, and what its decisions took."""
    results = stored_results(reader)
    (standing,) = [one for one in leaderboard(results)[0].standings if one.participant == MODEL]
    calls = reader.calls()
    (failed,) = [one for one in failures_of(reader) if one.participant == MODEL]
    return {
        "matches": standing.matches,
        "placement": round(standing.score, 3),
        "interval": [
            None if end is None else round(end, 3) for end in (standing.low, standing.high)
        ],
        "decisions": len(calls),
        "failed": dict(failed.failed),
        "seconds_a_decision": round(
            sum(float(str(one["seconds"])) for one in calls) / len(calls), 2
        ),
        "minutes": round(seconds / 60, 1),
    }


def measure(folder: Path, plan: Plan) -> dict[str, object]:
    """Play what is missing of the plan and return the figures."""
    began = time.monotonic()
    with open_store(folder) as store:
        store.freeze(plan)
        report = run_matches(store)
        if not report.finished:
            raise SystemExit("no match was finished")
        return figures(store.reader, time.monotonic() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="seven_wonders")
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--prompt-tokens", type=int, default=220)
    parser.add_argument("--out", type=Path, help="folder to keep the matches in")
    asked = parser.parse_args()
    plan = plan_of(asked.game, asked.matches, asked.prompt_tokens)
    with tempfile.TemporaryDirectory() as folder:
        found = measure(asked.out or Path(folder), plan)
    json.dump({"machine": machine(), "game": asked.game, **found}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
