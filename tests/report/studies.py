"""A small study of two games, with a scripted model and a player that fails, and its report."""

from dataclasses import replace

from ludarena.arena.cells import Plan
from ludarena.arena.protocol import Protocol
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.models.prices import Prices, built_in_prices
from ludarena.report.study.findings import Settings
from ludarena.report.study.report import make_report
from ludarena.testing.provider import ScriptedProvider
from tests.agents.llm.table import first_listed, model_at, services
from tests.arena.helpers import HEURISTIC, RANDOM, plan, scripted

SETTINGS = Settings(seed=3, resamples=200, draws=100)
WRONG = scripted("wrong_50%&#{}", ["nonsense", "!first"])


def joined(*plans):
    """Return the plans as one, its cells counted through."""
    cells = [cell for one in plans for cell in one.cells]
    people = {one.name: one for each in plans for one in each.participants}
    return Plan(
        name="two games",
        design={"kind": "list", "seed": 7},
        participants=tuple(people.values()),
        protocol=plans[0].protocol,
        cells=tuple(replace(cell, index=index) for index, cell in enumerate(cells)),
    )


def report_of(*folders, **how):
    readers = [read_store(folder) for folder in folders]
    try:
        return make_report(readers, settings=SETTINGS, **how)
    finally:
        for reader in readers:
            reader.close()


def play_metered(folder):
    """Play a run of a scripted model, a failing player and others."""
    protocol = Protocol(on_failure="stand_in", rethinks=0)
    with ScriptedProvider(first_listed) as provider:
        model = model_at(provider)
        rosters = [[model, HEURISTIC], [WRONG, model], [HEURISTIC, WRONG], [RANDOM, model]]
        azul = plan(rosters * 2, game="azul", options={"round_limit": 1}, protocol=protocol)
        splendor = plan(rosters, game="splendor", options={"turn_limit": 2}, protocol=protocol)
        with open_store(folder) as store:
            store.freeze(joined(azul, splendor))
            prices = Prices([built_in_prices("example")])
            assert run_matches(store, services=services(prices=prices)).complete


def table(made, name):
    (found,) = [one for one in made.tables if one.id == name]
    return [dict(zip((column.name for column in found.columns), row)) for row in found.rows]
