"""What the long tests consist of: suites of small tasks, for games, the analysis, and the store.

A suite is a plug: add a function to `GAME_SUITES` or `OTHER_SUITES` and its tasks are run, counted
and written down with the others.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from ludarena import game_ids, load_game
from ludarena.core import registry
from ludarena.core.options import OptionValue
from ludarena.testing import Report, check_game, fuzz_actions
from ludarena.testing.policy import PolicyName
from tests.compiled.modes import compared
from tests.games.conformance import other_settings

STORE = "store"
ANALYSIS = "analysis"
"""The subjects of the suites that belong to no game."""

RANDOM_MATCHES = 230
HEURISTIC_MATCHES = 70
MATCHES_A_TASK = 5
MATCHES_UNDER_OPTIONS = 10
WRONG_INPUTS = 100_000
WRONG_INPUTS_A_TASK = 4_000
FINAL_POSITIONS = 1_000
FINAL_POSITIONS_A_TASK = 100
EQUAL_MATCHES = 20
KILLS = 50
KILLS_IN_TRANSACTION = 10
KILLS_IN_SCHEMA = 5
KILLS_A_TASK = 5
STUDIES = 400

Amounts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Task:
    """A piece of a suite: a function of this package and what it is called with.

    The function returns how much was done and raises when something is wrong. It runs in a
    process of its own pool, so it must be importable and its arguments plain.
    """

    key: str
    call: Callable[..., Amounts]
    arguments: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Suite:
    """Tasks of one kind; `planned` says the whole amount and `seeds` which seeds are used."""

    name: str
    planned: str
    seeds: str
    tasks: tuple[Task, ...]


def _amounts(report: Report) -> Amounts:
    return {
        "matches": report.matches,
        "decisions": report.decisions,
        "nodes": report.nodes,
        "law checks": sum(report.laws.values()),
    }


def laws(
    game: str,
    seats: int,
    policy: PolicyName,
    seed: int,
    matches: int,
    options: dict[str, OptionValue],
) -> Amounts:
    """Check every law at every node of a few matches."""
    report = check_game(
        load_game(game), matches=matches, seats=seats, policy=policy, seed=seed, options=options
    )
    return _amounts(report)


def wrong_input(game: str, seed: int) -> Amounts:
    """Try a few thousand wrong codes, texts, seats and set-ups."""
    met = fuzz_actions(load_game(game), WRONG_INPUTS_A_TASK, seed)
    return {"inputs": sum(met.values())}


def second_scorer(game: str, first: int) -> Amounts:
    """Compare a game's points with those of its second scorer."""
    comparison = import_module(f"tests.games.{game}.comparison")
    for number in range(first, first + FINAL_POSITIONS_A_TASK):
        comparison.agrees(number)
    return {"final positions": FINAL_POSITIONS_A_TASK}


def equal_modes(game: str, seats: int) -> Amounts:
    """Play matches compiled and interpreted; states, facts, scores and searches are equal."""
    return {"matches": compared("--games", game, "--seats", seats, "--matches", EQUAL_MATCHES)}


def kills(row: int) -> Amounts:
    """Kill a run of tiny games a few times; nothing may be lost or change."""
    from tests.arena.conftest import TINY_GAMES
    from tests.arena.kills import kill_suite

    registry._BUILT_IN.update(TINY_GAMES)
    tasks = KILLS // KILLS_A_TASK
    with tempfile.TemporaryDirectory() as folder:
        report = kill_suite(
            Path(folder),
            kills=KILLS_A_TASK,
            in_transaction=KILLS_IN_TRANSACTION // tasks,
            in_schema=int(row < KILLS_IN_SCHEMA),
            seed=row,
        )
    return {
        "kills": report.kills,
        "in a transaction": report.in_transaction,
        "while the tables were made": report.in_schema,
        "whole runs": report.runs,
    }


def kills_on_server(row: int) -> Amounts:
    """Kill runners of one run on a PostgreSQL server, alone and two at a time.

    Raises `RuntimeError` where no server is installed.
    """
    from tests.arena.conftest import TINY_GAMES
    from tests.arena.kills import kill_pairs, kill_suite
    from tests.arena.postgres import Server, binaries

    programs = binaries()
    if programs is None:
        raise RuntimeError("no PostgreSQL server is installed: initdb and postgres are missing")
    registry._BUILT_IN.update(TINY_GAMES)
    tasks = KILLS // KILLS_A_TASK
    in_transaction, in_schema = KILLS_IN_TRANSACTION // tasks, int(row < KILLS_IN_SCHEMA)
    server = Server(programs)
    try:
        with tempfile.TemporaryDirectory() as folder:
            alone = kill_suite(
                Path(folder) / "alone",
                kills=KILLS_A_TASK,
                in_transaction=in_transaction,
                in_schema=in_schema,
                seed=row,
                place=lambda _: server.url(),
            )
            paired = kill_pairs(
                Path(folder) / "paired",
                kills=KILLS_A_TASK,
                in_transaction=in_transaction,
                in_schema=in_schema,
                seed=row,
                url=server.url,
            )
    finally:
        server.remove()
    return {
        "kills": alone.kills + paired.kills,
        "of one of two runners": paired.kills,
        "in a transaction": alone.in_transaction + paired.in_transaction,
        "while the tables were made": alone.in_schema + paired.in_schema,
        "whole runs": alone.runs + paired.runs,
    }


def large_store() -> Amounts:
    """Read and rate 100,000 stored matches within two minutes and 2 GB a command."""
    from benchmarks.store_scale import MATCHES, goals_missed, measure

    with tempfile.TemporaryDirectory() as folder:
        _, found = measure(Path(folder) / "run", MATCHES)
    if missed := goals_missed(found, MATCHES):
        raise AssertionError("; ".join(missed))
    return {"matches": MATCHES, "commands": len(found)}


def coverage_of(intervals: str, seed: int) -> Amounts:
    """Simulate 400 studies of the published shape; intervals must hold the truth often enough."""
    from tests.analysis.covered import check_coverage

    check_coverage(intervals, studies=STUDIES, seed=seed)
    return {"studies": STUDIES}


def laws_suite(game: str) -> Suite:
    """Return 300 matches for every number of seats, random and heuristic."""
    tasks = []
    for seats in load_game(game).seats:
        for policy, matches in (("random", RANDOM_MATCHES), ("heuristic", HEURISTIC_MATCHES)):
            for first in range(0, matches, MATCHES_A_TASK):
                arguments = {
                    "game": game,
                    "seats": seats,
                    "policy": policy,
                    "seed": 10_000 + first,
                    "matches": MATCHES_A_TASK,
                    "options": {},
                }
                tasks.append(Task(f"{seats}-{policy}-{first}", laws, arguments))
    number = RANDOM_MATCHES + HEURISTIC_MATCHES
    planned = f"{number} matches a number of seats, every law at every node"
    return Suite("laws", planned, f"10000 to {10_000 + RANDOM_MATCHES - 1}", tuple(tasks))


def options_suite(game: str) -> Suite:
    """Return matches under every other value of every option."""
    tasks = []
    for options in other_settings(load_game(game)):
        for seats in load_game(game).seats:
            arguments = {
                "game": game,
                "seats": seats,
                "policy": "random",
                "seed": 20_000,
                "matches": MATCHES_UNDER_OPTIONS,
                "options": options,
            }
            setting = ",".join(f"{name}={value}" for name, value in options.items())
            tasks.append(Task(f"{seats}-{setting}", laws, arguments))
    planned = f"{MATCHES_UNDER_OPTIONS} matches a number of seats under every other option value"
    return Suite("options", planned, f"20000 to {20_000 + MATCHES_UNDER_OPTIONS - 1}", tuple(tasks))


def wrong_input_suite(game: str) -> Suite:
    """Return 100,000 wrong inputs."""
    number = WRONG_INPUTS // WRONG_INPUTS_A_TASK
    tasks = tuple(
        Task(str(seed), wrong_input, {"game": game, "seed": seed}) for seed in range(number)
    )
    return Suite(
        "wrong input", f"{WRONG_INPUTS:,} codes, texts, seats, set-ups", f"0 to {number - 1}", tasks
    )


def second_scorer_suite(game: str) -> Suite:
    """Return 1,000 final positions of a game whose tests have a `comparison` of two scorers."""
    package = f"tests.games.{game}"
    compared = find_spec(package) is not None and find_spec(f"{package}.comparison") is not None
    tasks = tuple(
        Task(str(first), second_scorer, {"game": game, "first": first})
        for first in range(0, FINAL_POSITIONS if compared else 0, FINAL_POSITIONS_A_TASK)
    )
    planned = f"{FINAL_POSITIONS:,} final positions scored twice"
    return Suite("second scorer", planned, f"0 to {FINAL_POSITIONS - 1}", tasks)


def equal_modes_suite(game: str) -> Suite:
    """Return 20 matches for every number of seats, each played in both modes."""
    tasks = tuple(
        Task(str(seats), equal_modes, {"game": game, "seats": seats})
        for seats in load_game(game).seats
    )
    planned = f"{EQUAL_MATCHES} matches a number of seats, compiled and interpreted"
    return Suite("equal modes", planned, f"0 to {EQUAL_MATCHES - 1}", tasks)


def kills_suite() -> Suite:
    """Return 50 kills of a run, of which 10 inside a transaction and 5 while tables are made."""
    number = KILLS // KILLS_A_TASK
    tasks = tuple(Task(str(row), kills, {"row": row}) for row in range(number))
    planned = (
        f"{KILLS} kills, {KILLS_IN_TRANSACTION} of them in a transaction, "
        f"{KILLS_IN_SCHEMA} while the tables were made"
    )
    return Suite("kills", planned, f"0 to {number - 1}", tasks)


def kills_on_server_suite() -> Suite:
    """Return twice 50 kills on a PostgreSQL server, of a runner alone and of one of two."""
    number = KILLS // KILLS_A_TASK
    tasks = tuple(Task(str(row), kills_on_server, {"row": row}) for row in range(number))
    planned = f"{KILLS} kills of a runner on PostgreSQL, {KILLS} of one of two that share a run"
    return Suite("kills on a server", planned, f"0 to {number - 1}", tasks)


def large_store_suite() -> Suite:
    """Return the reading of a store of 100,000 matches."""
    planned = "100,000 stored matches analysed in 2 minutes and 2 GB"
    return Suite("large store", planned, "1 and 2", (Task("0", large_store, {}),))


def coverage_suite() -> Suite:
    """Return 400 simulated studies for each kind of interval."""
    tasks = tuple(
        Task(intervals, coverage_of, {"intervals": intervals, "seed": seed})
        for seed, intervals in enumerate(("score", "percentile", "ratings"))
    )
    return Suite("coverage", f"{STUDIES} simulated studies a kind of interval", "0 to 2", tasks)


GAME_SUITES: list[Callable[[str], Suite]] = [
    laws_suite,
    options_suite,
    wrong_input_suite,
    second_scorer_suite,
    equal_modes_suite,
]
OTHER_SUITES: dict[str, list[Callable[[], Suite]]] = {
    ANALYSIS: [coverage_suite],
    STORE: [kills_suite, kills_on_server_suite, large_store_suite],
}


def subjects() -> list[str]:
    """Return what can be tested: every installed game, the analysis, and the store."""
    return [*game_ids(), *OTHER_SUITES]


def suites_of(subject: str) -> list[Suite]:
    """Return the suites of a subject that have tasks."""
    suites = (
        [make() for make in OTHER_SUITES[subject]]
        if subject in OTHER_SUITES
        else [make(subject) for make in GAME_SUITES]
    )
    return [suite for suite in suites if suite.tasks]
