"""The README and the pages of the documentation: their examples run, their references exist.

Blocks marked `python` are whole programs and are run; fragments are marked `py`.
"""

import ast
import contextlib
import doctest
import io
import json
import re
import shutil
from pathlib import Path

import pytest

from ludarena.cli import main
from ludarena.cli.init import example
from ludarena.cli.root import app

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(path):
    """Return the (language, text) of each fenced block of a page."""
    return FENCE.findall(path.read_text("utf-8"))


def python_examples():
    """Yield each block marked `python` and the block `text` that follows it at once, or None."""
    for path in PAGES:
        page = path.read_text("utf-8")
        found = [*FENCE.finditer(page)]
        for number, (block, following) in enumerate(zip(found, [*found[1:], None])):
            if block[1] == "python":
                printed = None
                if following and following[1] == "text":
                    between = page[block.end() : following.start()]
                    printed = following[2] if not between.strip() else None
                yield pytest.param(block[2], printed, id=f"{path.name}-{number}")


@pytest.mark.parametrize(("program", "printed"), list(python_examples()))
def test_example_runs_and_prints_what_the_page_says(program, printed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("experiment.toml").write_text(example(), "utf-8")
    if program.startswith(">>>"):
        example_test = doctest.DocTestParser().get_doctest(program, {}, "example", None, None)
        assert doctest.DocTestRunner().run(example_test).failed == 0
        return
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "example", "exec"), {"__name__": "example"})
    if printed is not None:
        assert out.getvalue() == printed


def test_readme_plays_a_match_in_ten_lines():
    program = next(text for language, text in blocks(README) if language == "python")
    assert 'ludarena.load_game("azul").new(seats=3, seed=7)' in program
    assert len(program.splitlines()) <= 10


@pytest.mark.parametrize("page", [README, ROOT / "docs" / "concepts" / "own-agent.md"])
def test_agent_on_the_page_plays_a_match(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    agent = next(text for _, text in blocks(page) if text.startswith("class Agent"))
    assert len(agent.splitlines()) <= 10
    Path("my_agent.py").write_text(agent, "utf-8")
    command = next(words for words in commands(page) if words[:2] == ["ludarena", "match"])
    with pytest.raises(SystemExit) as left:
        main([*command[1:], "--seed", "7", "--json"])
    assert left.value.code == 0
    names = [one["participant"] for one in json.loads(capsys.readouterr().out)["result"]]
    assert names == ["python", "heuristic"]


@pytest.mark.slow
def test_readme_shows_what_the_demo_prints(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(tmp_path / ".venv" / "bin" / "ludarena")])
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SystemExit):
        main(["demo", "--no-model"])
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    shown = next(text for language, text in blocks(README) if "all games" in text).splitlines()
    timed = re.compile(r"done in \d+ s")
    assert [timed.sub("", line) for line in printed] == [timed.sub("", line) for line in shown]


def commands(path):
    """Return the words of every `ludarena ...` command line of a page."""
    for language, text in blocks(path):
        if language in ("", "console", "sh"):
            for line in text.splitlines():
                words = line.removeprefix("$ ").split()
                if words[:1] == ["ludarena"]:
                    yield words


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_commands_that_a_page_shows_exist(path):
    known = {command.name for command in app.registered_commands}
    shown = {words[1] for words in commands(path) if not words[1].startswith("-")}
    assert shown <= known


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_between_pages_lead_somewhere(path):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def error_rows():
    """Return the (case, message, test) of each row of the page of errors."""
    rows = []
    for line in (ROOT / "docs" / "errors.md").read_text("utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| Case"):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            rows.append(tuple(cells))
    return rows


def names_of_tests(path):
    return {
        node.name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_every_row_of_the_errors_has_case_message_and_tests():
    rows = error_rows()
    assert len(rows) > 30
    assert all(len(row) == 3 and all(row) for row in rows)


def test_every_test_that_the_page_of_errors_names_exists():
    missing = []
    for case, _, tests in error_rows():
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", tests)
        assert named, f"no test is named for: {case}"
        for file, name in named:
            path = ROOT / "tests" / file
            if not path.is_file() or name not in names_of_tests(path):
                missing.append(f"{file}::{name}")
    assert missing == []
