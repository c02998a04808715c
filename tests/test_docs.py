"""The documentation is whole: every page is in the navigation, every public name on a page, and
every command that a page shows can be read by the command line."""

import ast
import importlib
import inspect
import pkgutil
import re
import shlex
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
import typer

import ludarena
from ludarena.cli.root import app

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_FOR_OTHERS = ("ludarena.cli", "ludarena.games")
"""Packages whose names are reached by commands and by ids of games."""


def packages() -> list[str]:
    """Return the packages that say which of their names are public."""
    found = [
        "ludarena",
        *(one.name for one in pkgutil.walk_packages(ludarena.__path__, "ludarena.") if one.ispkg),
    ]
    mine = [name for name in found if not name.startswith(NOT_FOR_OTHERS)]
    return [name for name in mine if hasattr(importlib.import_module(name), "__all__")]


def documented() -> set[str]:
    """Return the modules and packages that the reference shows."""
    text = "\n".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
    return set(re.findall(r"^::: ([\w.]+)$", text, re.MULTILINE))


def described_names(module: ModuleType) -> set[str]:
    """Return the names that are assigned at the top of a module, a string below them."""
    body = ast.parse(inspect.getsource(module)).body
    found: set[str] = set()
    for statement, following in pairwise(body):
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def described(package: str, name: str) -> bool:
    """Return whether a public name says what it is."""
    thing = getattr(importlib.import_module(package), name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        return bool(inspect.getdoc(thing))
    below = [
        importlib.import_module(one.name)
        for one in pkgutil.walk_packages(
            importlib.import_module(package).__path__, f"{package}.", onerror=lambda _: None
        )
        if not one.name.startswith(NOT_FOR_OTHERS) and not one.name.endswith("__main__")
    ]
    return any(name in described_names(module) for module in below)


@pytest.mark.parametrize("package", packages())
def test_public_package_is_on_a_page_of_the_reference(package):
    assert package in documented(), f"add `::: {package}` to a page in docs/reference"


@pytest.mark.parametrize("package", packages())
def test_every_public_name_says_what_it_is(package):
    names = [name for name in importlib.import_module(package).__all__ if name[:2] != "__"]
    assert [name for name in names if not described(package, name)] == []


def test_whole_contract_of_a_game_is_on_the_reference():
    core = importlib.import_module("ludarena.core")
    modules = {f"ludarena.core.{one.name}" for one in pkgutil.iter_modules(core.__path__)}
    assert modules - documented() == set()


def test_what_the_reference_shows_exists_and_says_what_it_is():
    for name in documented():
        assert importlib.import_module(name).__doc__, name


def test_every_page_is_in_the_navigation_once():
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]
    listed = re.findall(r"([\w/.-]+\.md)$", navigation, re.MULTILINE)
    assert sorted(listed) == sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))


def command_lines(page: Path) -> list[list[str]]:
    """Return the arguments of every `ludarena` command in the console blocks of a page."""
    found: list[list[str]] = []
    for block in CONSOLE.findall(page.read_text("utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line.removeprefix("$ ").split(" > ")[0], comments=True)
            if line.startswith("$ ") and words[:1] == ["ludarena"]:
                found.append(words[1:])
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_that_a_page_shows_can_be_read(page):
    commands = typer.main.get_group(app).commands
    for words in command_lines(page):
        if not words[0].startswith("-"):  # an option of the program itself, such as --version
            commands[words[0]].make_context(words[0], words[1:])


def test_pages_show_commands():
    assert sum(len(command_lines(page)) for page in PAGES) > 30
