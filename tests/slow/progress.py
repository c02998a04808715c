"""What has been done: one line a finished task, in `build/slow/`, kept over interruptions."""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

from ludarena.core.mode import mode
from tests.slow.suites import Suite

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "slow"


@dataclass(frozen=True, slots=True)
class Done:
    """A finished task: how much it did, how long, and what went wrong, if anything."""

    suite: str
    key: str
    amounts: dict[str, int]
    seconds: float
    failure: str | None = None


@dataclass(slots=True)
class Progress:
    """The finished tasks of one subject at one commit, in one mode; every one is on disk."""

    subject: str
    commit: str
    folder: Path = FOLDER
    engines: str = field(default_factory=lambda: mode().name)
    done: dict[tuple[str, str], Done] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.folder / f"{self.subject}.jsonl"

    def load(self) -> bool:
        """Read what an earlier run finished at this commit; return whether there was any.

        A last line that was cut off is dropped, as is all of another commit or of the other mode.
        """
        lines = _objects(self.path) if self.path.exists() else []
        if not lines or lines[0] != self._head():
            self.forget()
            return False
        for line in lines[1:]:
            one = Done(**line)
            self.done[one.suite, one.key] = one
        self._write([self._head(), *(asdict(one) for one in self.done.values())], "w")
        return bool(self.done)

    def forget(self) -> None:
        """Drop all that was finished."""
        self.done.clear()
        self.path.unlink(missing_ok=True)

    def add(self, one: Done) -> None:
        """Write down a finished task at once."""
        self._write([asdict(one)] if self.path.exists() else [self._head(), asdict(one)], "a")
        self.done[one.suite, one.key] = one

    def _head(self) -> dict[str, object]:
        return {"commit": self.commit, "engines": self.engines}

    def _write(self, lines: list[dict[str, object]], mode: Literal["a", "w"]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.path.open(mode, encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)

    def of(self, suite: Suite) -> list[Done]:
        """Return the finished tasks of a suite."""
        found = (self.done.get((suite.name, task.key)) for task in suite.tasks)
        return [one for one in found if one is not None]

    def succeeded(self, suite: Suite, key: str) -> bool:
        """Return whether a task was finished without a failure."""
        one = self.done.get((suite.name, key))
        return one is not None and one.failure is None


def total(done: Iterable[Done]) -> Counter[str]:
    """Return the amounts of tasks added up."""
    amounts: Counter[str] = Counter()
    for one in done:
        amounts.update(one.amounts)
    return amounts


def _objects(path: Path) -> list[dict]:
    """Return the lines of a progress file; what comes after a broken one is left out."""
    found: list[dict] = []
    for line in path.read_text("utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            break
    return found


def commit_of(root: Path = ROOT) -> str:
    """Return the commit that is checked out, with a digest of what was changed since, if any."""
    head = _git(root, "rev-parse", "--short=12", "HEAD").strip()
    changes = _git(root, "diff", "HEAD", "--", "src", "tests", "pyproject.toml")
    if not changes:
        return head
    return f"{head} with uncommitted changes {hashlib.sha256(changes.encode()).hexdigest()[:8]}"


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    return done.stdout if done.returncode == 0 else "unknown"
