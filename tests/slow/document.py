"""`docs/verification.md`: what the long tests did, written by the command that ran them."""

from __future__ import annotations

import datetime
import os
import platform
from pathlib import Path

from tests.slow.progress import ROOT, Done, Progress, total
from tests.slow.suites import Suite, suites_of

PAGE = ROOT / "docs" / "verification.md"

HEAD = """# Verification

What the long tests did: per game, for the analysis, for the store. This page is written by
`make slow-tests` (or `python -m tests.slow`), never by hand; a section says so when its run was
not complete.
[How games are tested](concepts/testing.md) explains the laws.
"""


def is_complete(progress: Progress) -> bool:
    """Return whether every task of the subject was finished without a failure."""
    return all(
        progress.succeeded(suite, task.key)
        for suite in suites_of(progress.subject)
        for task in suite.tasks
    )


def section_of(progress: Progress) -> str:
    """Return the section of one subject."""
    suites = suites_of(progress.subject)
    open_tasks = sum(len(suite.tasks) - len(progress.of(suite)) for suite in suites)
    failures = [one for suite in suites for one in progress.of(suite) if one.failure]
    lines = [f"## {progress.subject}", ""]
    if failures:
        lines += [f"**{len(failures)} tasks failed**; what broke is below.", ""]
    if open_tasks:
        lines += [f"**This run is incomplete**: {open_tasks} tasks have not been run.", ""]
    if not failures and not open_tasks:
        lines += ["Complete; everything passed.", ""]
    lines.append(f"- commit: {progress.commit}, engines {progress.engines}")
    lines.append(f"- written: {datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC")
    lines.append(
        f"- machine: {platform.system()} {platform.machine()}, {os.cpu_count()} processors, "
        f"{platform.python_implementation()} {platform.python_version()}"
    )
    lines += ["", "| suite | planned | done | tasks | seeds | time | outcome |"]
    lines.append("|---|---|---|---|---|---|---|")
    lines += [_row(suite, progress.of(suite)) for suite in suites]
    for one in failures:
        lines += ["", f"Failed: {one.suite} {one.key}", "", "```text", one.failure or "", "```"]
    return "\n".join([*lines, ""])


def _row(suite: Suite, done: list[Done]) -> str:
    amounts = ", ".join(f"{number:,} {name}" for name, number in total(done).items()) or "nothing"
    failed = sum(one.failure is not None for one in done)
    outcome = f"{failed} failed" if failed else "passed"
    if len(done) < len(suite.tasks):
        outcome = f"incomplete, {outcome} so far" if done else "not run"
    minutes = sum(one.seconds for one in done) / 60
    return (
        f"| {suite.name} | {suite.planned} | {amounts} | {len(done)} of {len(suite.tasks)} "
        f"| {suite.seeds} | {minutes:.1f} min | {outcome} |"
    )


def write(progress: Progress, page: Path) -> None:
    """Replace the section of one subject in the page and keep the others."""
    sections: dict[str, str] = {}
    if page.exists():
        for part in page.read_text("utf-8").split("\n## ")[1:]:
            sections[part.split("\n", 1)[0].strip()] = "## " + part.rstrip("\n") + "\n"
    sections[progress.subject] = section_of(progress)
    text = "\n".join([HEAD, *(sections[name] for name in sorted(sections))])
    page.write_text(text, "utf-8")
