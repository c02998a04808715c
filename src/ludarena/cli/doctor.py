"""`ludarena doctor`: whether this machine has what ludarena needs."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena._version import __version__
from ludarena.cli.doctor_programs import program_findings
from ludarena.cli.failures import FAILED
from ludarena.cli.finding import Finding
from ludarena.cli.output import JsonFlag, emit, result
from ludarena.cli.usage import PriceTables, read_prices_given

if TYPE_CHECKING:
    from ludarena.core.view import Json

OLDEST_PYTHON = (3, 11)
OLDEST_SQLITE = (3, 35, 0)
LOW_DISK = 200_000_000
"""Bytes; a stored match takes some tens of kB."""

FOR_DEVELOPERS = ("dev", "docs", "bench")
"""Extras of people who work on ludarena itself."""


def doctor(
    model: Annotated[
        str | None, typer.Option("--probe", metavar="MODEL", help="Call this model once instead.")
    ] = None,
    base_url: Annotated[
        str, typer.Option("--base-url", help="Another address of the provider's API.")
    ] = "",
    prices: PriceTables = None,
    json: JsonFlag = False,
) -> None:
    """Look whether this machine has what is needed.

    Python, versions, SQLite, disk, terminal and extras; agent programs, their sandbox and which
    keys are set; exit code 1 when something is amiss.
    With --probe one call is made to a model, and shown what came back.
    """
    if model is None:
        found = findings()
    else:
        from ludarena.cli.probe import probe

        found = probe(model, base_url, read_prices_given(prices))
    if json:
        emit({finding.name: _as_json(finding) for finding in found})
    else:
        _print(found)
    if any(finding.good is False for finding in found):
        raise typer.Exit(FAILED)


def findings() -> list[Finding]:
    """Return everything that was looked at."""
    return [
        Finding("ludarena", __version__),
        _python(),
        _engines(),
        _sqlite(),
        *(_package(name) for name in ("typer", "rich", "SQLAlchemy")),
        *(_extra(extra, needs) for extra, needs in extras().items()),
        _games(),
        _folder(Path.cwd()),
        Finding("cores", str(os.cpu_count() or 1)),
        _terminal(),
        *program_findings(),
    ]


def _engines() -> Finding:
    from ludarena.core.mode import StaleBuild, check_build, mode
    from ludarena.core.registry import game_ids, load_game

    try:
        check_build()
    except StaleBuild as error:
        return Finding("engines", "compiled files do not fit their source", False, str(error))
    for game in game_ids():
        load_game(game)
    return Finding("engines", mode().name)


def _python() -> Finding:
    good = sys.version_info >= OLDEST_PYTHON
    needed = ".".join(map(str, OLDEST_PYTHON))
    return Finding("python", platform.python_version(), good, f"install Python {needed} or newer")


def _sqlite() -> Finding:
    import sqlite3

    good = sqlite3.sqlite_version_info >= OLDEST_SQLITE
    needed = ".".join(map(str, OLDEST_SQLITE))
    return Finding("sqlite", sqlite3.sqlite_version, good, f"use a Python with SQLite {needed}")


def _package(name: str) -> Finding:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return Finding(name.lower(), version(name), good=True)
    except PackageNotFoundError:
        return Finding(name.lower(), "missing", False, f"pip install {name}")


def extras() -> dict[str, list[str]]:
    """Return the optional extras and the packages that each needs."""
    from importlib.metadata import requires

    found: dict[str, list[str]] = {}
    for line in requires("ludarena") or ():
        match = re.fullmatch(r"([\w.-]+).*;.*extra == ['\"](\w+)['\"].*", line)
        if match and match[2] not in FOR_DEVELOPERS:
            found.setdefault(match[2], []).append(match[1])
    return found


def _extra(extra: str, needs: list[str]) -> Finding:
    missing = [name for name in needs if _package(name).good is False]
    if not missing:
        return Finding(f"extra {extra}", "present", good=True)
    value = f"absent ({', '.join(missing)})"
    return Finding(f"extra {extra}", value, None, f"pip install 'ludarena[{extra}]'")


def _games() -> Finding:
    from ludarena.core.registry import game_ids

    return Finding("games", ", ".join(game_ids()))


def _folder(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    value = f"{folder}: {free / 1e9:.1f} GB free"
    if not os.access(folder, os.W_OK):
        return Finding("folder", f"{value}, not writable", False, "go to a folder of your own")
    return Finding("folder", value, free >= LOW_DISK, "free some disk space")


def _terminal() -> Finding:
    kind = os.environ.get("TERM", "unset")
    columns = shutil.get_terminal_size().columns
    attached = "terminal" if sys.stdout.isatty() else "no terminal"
    return Finding("terminal", f"{attached}, TERM {kind}, {columns} columns, {_encoding()}")


def _encoding() -> str:
    return (sys.stdout.encoding or "unknown").lower()


def _print(found: list[Finding]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False)
    for finding in found:
        mark = {True: "ok", False: "PROBLEM", None: ""}[finding.good]
        advice = finding.advice if finding.good is not True else ""
        table.add_row(mark, finding.name, Text(finding.value), Text(advice, style="dim"))
    result().print(table)


def _as_json(finding: Finding) -> Json:
    return {"value": finding.value, "good": finding.good}
