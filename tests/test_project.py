"""The project keeps its own promises: version, start-up, layers, rights, clean sources."""

import ast
import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludarena
from scripts import check_modules

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "ludarena"


def test_version_is_that_of_the_installed_package():
    assert ludarena.__version__ == importlib.metadata.version("ludarena")


def test_version_is_written_once():
    written = re.compile(rf"[\"']{re.escape(ludarena.__version__)}[\"']")
    places = [*PACKAGE.rglob("*.py"), ROOT / "pyproject.toml"]
    holding = [path.name for path in places if written.search(path.read_text("utf-8"))]
    assert holding == ["_version.py"]


def run_python(program: str) -> str:
    """Return what `program` prints in a Python process of its own."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def test_import_loads_nothing_heavy():
    loaded = set(run_python("import ludarena, sys; print(*sys.modules)").split())
    assert "ludarena" in loaded
    assert not loaded & {"numpy", "sqlalchemy", "typer", "rich", "click", "asyncio"}
    assert not {name for name in loaded if name.startswith("ludarena.games.")}


def test_import_is_fast():
    """The budget is 0.15 s of processor time, in the best of five runs."""
    program = (
        "import time; t = time.process_time(); import ludarena; print(time.process_time() - t)"
    )
    assert min(float(run_python(program)) for _ in range(5)) < 0.15


def imported_modules(path: Path) -> set[str]:
    """Return the absolute names that the module at `path` imports; relative ones are left out."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize(("layer", "allowed"), [("core", {"core"}), ("games", {"core", "games"})])
def test_lowest_layers_need_the_standard_library_and_mypy_extensions_only(layer, allowed):
    foreign = []
    for path in (PACKAGE / layer).rglob("*.py"):
        for name in imported_modules(path):
            top, *rest = name.split(".")
            inside = top == "ludarena" and (not rest or rest[0] in {*allowed, "_version"})
            if not inside and top not in {*sys.stdlib_module_names, "mypy_extensions"}:
                foreign.append(f"{path.relative_to(ROOT)} imports {name}")
    assert foreign == []


def write_module(root: Path, lines: int) -> None:
    (root / "src").mkdir()
    (root / "src" / "long.py").write_text("x = 1\n" * lines)


@pytest.mark.parametrize(
    ("lines", "code", "word"), [(400, 0, "0 too long"), (401, 0, "warning"), (601, 1, "error")]
)
def test_module_lengths_warn_and_fail(tmp_path, capsys, lines, code, word):
    write_module(tmp_path, lines)
    assert check_modules.main(tmp_path) == code
    assert word in capsys.readouterr().out


def test_own_modules_are_short_enough(capsys):
    assert check_modules.main(ROOT) == 0, capsys.readouterr().out


def test_licence_is_mit():
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License\n")
    metadata = importlib.metadata.metadata("ludarena")
    assert metadata["License-Expression"] == "MIT"


def test_page_on_names_and_rights_says_what_it_must():
    page = (ROOT / "docs" / "rights.md").read_text("utf-8").lower()
    for subject in ("descriptively", "own words", "trademarks", "no art", "open an issue"):
        assert subject in page
    assert "docs/rights.md" in (ROOT / "README.md").read_text("utf-8")


def test_readme_begins_with_the_two_commands():
    first_screen = (ROOT / "README.md").read_text("utf-8").splitlines()[:25]
    assert any(line.startswith("make demo") for line in first_screen)
    assert any(line.startswith("make test") for line in first_screen)


def tracked_files() -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "-z"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return [path for name in listing.stdout.split("\0") if name and (path := ROOT / name).is_file()]


# Written in pieces, so that this file does not hold what it looks for.
MACHINE_SETTINGS = re.compile(
    "|".join(
        [
            r"(?<![\w.])/(?:" + r"work|root|Users)/",  # folders of somebody's machine
            r"(?:extra-)?index" + r"-url",  # package registries
            r"trusted" + r"-host",
            r"pypi" + r"\.org",
            r"registry\.npm" + r"js",
            r"deb\.deb" + r"ian",
            r"PIP_INDEX" + r"_URL",
            r"file:///" + r"opt",
        ]
    )
)


def test_no_file_names_a_machine_or_a_package_registry():
    found = []
    for path in tracked_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if MACHINE_SETTINGS.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert found == []
