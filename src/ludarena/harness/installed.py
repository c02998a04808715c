"""What a program needs to see of its own installation."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

_LONGEST_SHEBANG = 512


def parts_of(program: Path, paths: str) -> Iterator[Path]:
    """Yield the files and folders that a program is made of, and those of its interpreter.

    `program` is an absolute path and `paths` the search path of its interpreter. A program of npm
    is made of the outermost `node_modules` around it, one of Python of its (virtual) environment;
    any other one is its file, and where links lead, that of the target.
    """
    seen: set[Path] = set()
    waiting = [program]
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        yield _root(place)
        waiting.append(place.resolve())
        runs = _run_by(place, paths)
        if runs is not None:
            waiting.append(runs)


def interpreter() -> Path:
    """Return the interpreter that runs this process, outside of any virtual environment."""
    return Path(sys.executable).resolve()


def is_within(place: Path, folder: Path) -> bool:
    """Return whether a place is a folder or lies in it, links followed or not."""
    return place.is_relative_to(folder) or place.resolve().is_relative_to(folder.resolve())


def _root(place: Path) -> Path:
    """Return the file or folder to show for one file of a program."""
    outer = [folder for folder in place.parents if folder.name == "node_modules"]
    if outer:
        return outer[-1]
    folder = place.parent.parent
    environment = (folder / "pyvenv.cfg").exists()
    python = place.name.startswith("python") and place.parent.name == "bin"
    return folder if environment or (python and folder != Path.home()) else place


def _run_by(place: Path, paths: str) -> Path | None:
    """Return the interpreter that the first line of a script names."""
    try:
        with place.open("rb") as file:
            line = file.readline(_LONGEST_SHEBANG)
    except OSError:
        return None
    words = line[2:].decode("utf-8", "replace").split() if line.startswith(b"#!") else []
    if words and Path(words[0]).name == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        words[:1] = [found for word in words[:1] if (found := shutil.which(word, path=paths))]
    return Path(words[0]).absolute() if words else None
