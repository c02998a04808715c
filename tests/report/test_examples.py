"""The example experiments can be read and planned, and say how they are run."""

import tomllib
from pathlib import Path

import pytest

from ludarena.arena.experiment import read_experiment

FOLDER = Path(__file__).parents[2] / "examples"
FILES = [FOLDER / f"{name}.toml" for name in ("panel", "matched", "mixed")]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_example_is_planned_and_names_its_own_commands(file):
    plan = read_experiment(file).plan()
    assert plan.cells
    seated = {name for cell in plan.cells for name in cell.roster}
    assert seated == {one.name for one in plan.participants}
    assert f"#     ludarena run examples/{file.name} --out runs/{file.stem}\n" in file.read_text()


def test_panel_has_twelve_players_and_every_installed_game():
    from ludarena.core.registry import _BUILT_IN

    experiment = read_experiment(FOLDER / "panel.toml")
    assert len(experiment.participants) == 12
    official = {game for game, place in _BUILT_IN.items() if place.startswith("ludarena.")}
    assert {entry.game for entry in experiment.games} == official


def test_matched_example_has_its_focal_participants_in_every_scenario():
    plan = read_experiment(FOLDER / "matched.toml").plan()
    data = tomllib.loads((FOLDER / "matched.toml").read_text())
    by_scenario: dict[str, set[str | None]] = {}
    for cell in plan.cells:
        by_scenario.setdefault(cell.scenario, set()).add(cell.focal_participant)
    assert len(by_scenario) == 12
    assert set(map(frozenset, by_scenario.values())) == {frozenset(data["design"]["focals"])}
