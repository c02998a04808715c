"""The search for keys after every run finds what it should."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ludarena.arena.participant import built_in
from ludarena.testing.provider import Reply, ScriptedProvider
from tests.agents.llm.table import KEY, first_listed, model_at, plan_of, play
from tests.cli.run import run
from tests.keys import MARK, hits

ROOT = Path(__file__).parents[1]

LEAKS = {
    "file": "(tmp_path / 'log').write_text(KEY)",
    "binary": "(tmp_path / 'x.bin').write_bytes(b'\\0\\xff' + KEY.encode())",
    "output": "print(KEY)",
    "log": "__import__('logging').getLogger().error(KEY)",
    "nothing": "print('fine')",
}


@pytest.fixture
def apart():
    """Return a folder that is no part of what this run is searched for."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.timeout(300)  # it starts pytest twice, on any machine
@pytest.mark.parametrize("workers", ["0", "1"])
def test_run_whose_tests_write_a_key_fails(apart, workers):
    lines = ["from tests.keys import KEY"]
    for name, leak in LEAKS.items():
        lines += [f"def test_{name}(tmp_path):", f"    {leak}"]
    (apart / "test_leaks.py").write_text("\n".join(lines))
    words = ["-p", "tests.keys", "-q", "-n", workers, "--rootdir", apart, "-c", "/dev/null"]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *words, "--basetemp", apart / "base", apart],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    told = [line for line in ran.stdout.splitlines() if "A key of the tests was written" in line]
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "5 passed" in ran.stdout
    assert [sum(f"test_{name}" in line for line in told) for name in LEAKS] == [1, 1, 1, 1, 0]


def test_key_in_the_compressed_text_of_a_store_is_found(apart):
    """Once as a reply by itself, once in a prompt that shares its beginning with others."""

    def telling(asked):
        reply = first_listed(asked)
        return Reply(text=f"{KEY if asked.number == 1 else ''}\n{reply.text}")

    with ScriptedProvider(telling) as provider:
        play(apart / "reply", provider)
    with ScriptedProvider(first_listed) as provider:
        play(apart / "clean", provider)
        settings = {"memory": "log"}
        play(apart / "clean-too", provider, settings=settings)
    assert [path.parent.name for path in hits(apart)] == ["reply"]
    assert MARK.encode() not in next((apart / "reply").glob("*.sqlite")).read_bytes()


def test_models_of_the_tests_have_a_key_and_commands_may_not_show_it(capsys, tmp_path):
    with ScriptedProvider(first_listed) as provider:
        play(tmp_path / "run", provider)
        assert {one.asked.headers["authorization"] for one in provider.served()} == {
            f"Bearer {KEY}"
        }
        roster = [model_at(provider), built_in("random", "random")]
        assert KEY not in str(plan_of(roster))
    with pytest.raises(AssertionError, match="a key was shown"):
        run(capsys, "show", KEY)
