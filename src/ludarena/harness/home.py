"""The home of a program in one seat of one match: its folders, and what is known of its session."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from ludarena.harness.leftovers import end_marked
from ludarena.harness.scratch import Scratch


@dataclass(slots=True)
class Home:
    """A folder that a program may call its own, and a record beside it that it cannot see.

    `mark` is in the environment of everything that is started here; `session` is the id of the
    session that goes on in the next call, empty where none was opened.
    """

    path: Path
    mark: str
    session: str
    scratch: Scratch | None

    def keep(self, session: str) -> None:
        """Write down which session goes on; raise `OSError`."""
        self.session = session
        record = _record(self.path)
        text = json.dumps({"mark": self.mark, "session": session})
        draft = record.with_suffix(".new")
        draft.write_text(text)
        draft.replace(record)

    def leave(self) -> None:
        """Remove a home that nobody keeps; others wait for the end of the match."""
        if self.scratch is not None:
            self.scratch.remove()


def enter(kept: Path | None) -> Home:
    """Return the home at `kept`, as an earlier process left it or a new one; without it a new one.

    What an earlier process left running in it is ended first. Raises `OSError`.
    """
    scratch: Scratch | None = None
    if kept is None:
        scratch = Scratch()
        kept = scratch.path / "home"
    path = kept
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.chmod(path.parent, 0o700)
    known = _known(path)
    if known["mark"]:
        end_marked(known["mark"])
    for folder in (path, path / "work", path / "tmp"):
        folder.mkdir(mode=0o700, exist_ok=True)
    home = Home(path, known["mark"] or secrets.token_hex(16), known["session"], scratch)
    home.keep(home.session)
    return home


def _record(path: Path) -> Path:
    return path.parent / f"{path.name}.json"


def _known(path: Path) -> dict[str, str]:
    """Return what the record of a home says; nothing of one that is not there or is spoilt."""
    try:
        told = json.loads(_record(path).read_text())
    except (OSError, ValueError):
        told = None
    read = told if isinstance(told, dict) else {}
    return {name: str(read.get(name, "")) for name in ("mark", "session")}
