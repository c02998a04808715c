"""A game's page may list its rules with the tests that hold them: each of these tests exists."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGES = TESTS.parents[1] / "docs" / "games"
HEADING = "## Rules and their tests"
TEST_NAME = re.compile(r"`(test_\w+)`")


def tables() -> list[Path]:
    """Return the pages of games that list rules and tests."""
    return [page for page in sorted(PAGES.glob("*.md")) if HEADING in page.read_text("utf-8")]


def rows(page: Path) -> list[list[str]]:
    """Return the cells of the tables' rows in the section, without lines of heading."""
    section = page.read_text("utf-8").partition(f"\n{HEADING}\n")[2].partition("\n## ")[0]
    cells = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    found = [[cell.strip() for cell in row] for row in cells]
    return [row for row in found if row[0] != "rule" and not set(row[0]) <= set("-: ")]


def names_of_tests(folder: Path) -> set[str]:
    """Return the names of all tests in the modules of a folder."""
    return {
        item.name
        for module in folder.glob("test_*.py")
        for item in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(item, ast.FunctionDef) and item.name.startswith("test_")
    }


@pytest.mark.parametrize("page", tables(), ids=lambda page: page.stem)
def test_every_rule_of_the_table_names_tests_that_exist(page):
    known = names_of_tests(TESTS / page.stem) | names_of_tests(TESTS)
    assert rows(page), f"{page.name} has the heading and no table"
    for rule, tests in rows(page):
        named = TEST_NAME.findall(tests)
        assert named, f"{page.name}: no test for “{rule}”"
        assert set(named) <= known, f"{page.name}: {sorted(set(named) - known)} for “{rule}”"
