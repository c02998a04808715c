"""The example of a harness study, cut to one decision a match: two programs, a scripted model."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from ludarena.analysis.matched import focal_scores, matched_study, paired
from ludarena.analysis.matched_contrasts import matched_family
from ludarena.analysis.results import stored_results
from ludarena.arena.experiment import read_experiment
from ludarena.arena.ledger_check import compared
from ludarena.arena.runner import run_matches
from ludarena.arena.store import open_store, read_store
from ludarena.testing.provider import Script, ScriptedProvider
from tests.harness_programs.installed import executable

EXAMPLES = Path(__file__).parents[2] / "examples"


def scripted() -> Script:
    """Return the script of the example's model server."""
    spec = importlib.util.spec_from_file_location("model", EXAMPLES / "scripted_model.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    script: Script = module.play
    return script


def shortened(folder: Path, url: str) -> Path:
    text = (EXAMPLES / "harness-study.toml").read_text()
    for old, new in (
        ("http://127.0.0.1:8099", url),
        ('id = "splendor"\nseats = 3', 'id = "splendor"\nseats = 3\noptions = { turn_limit = 1 }'),
        ('[[games]]\nid = "seven_wonders"\nseats = 3\n', ""),
    ):
        assert old in text
        text = text.replace(old, new)
    path = folder / "study.toml"
    path.write_text(text)
    return path


def test_same_model_under_two_programs_makes_no_difference(tmp_path, monkeypatch):
    folders = {executable(kind).parent for kind in ("codex", "claude-code")}
    for folder in folders:
        monkeypatch.setenv("PATH", str(folder), prepend=":")
    with ScriptedProvider(scripted()) as provider:
        plan = read_experiment(shortened(tmp_path, provider.url)).plan()
        with open_store(tmp_path / "run") as store:
            store.freeze(plan)
            report = run_matches(store)
        tokens = provider.tokens()
    assert report.complete, report
    with read_store(tmp_path / "run") as reader:
        study = matched_study(focal_scores(stored_results(reader)))
        calls, logs = reader.calls(), compared(reader)
    [answer] = matched_family(study, [paired(study, "codex", "claude-code")]).contrasts
    assert answer.value == 0
    assert (answer.above, answer.below) == (0, 0)
    assert [one.verdict for one in logs] == ["equal"] * 6
    assert sum(int(str(one["input_tokens"])) for one in calls) == tokens.input
