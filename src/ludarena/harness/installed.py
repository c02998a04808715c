"""What a program needs to see of its own installation."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

_LONGEST_SHEBANG = 512


def parts_of(program: Path, paths: str) -> Iterator[Path]:
    """Yield the files and folders that a program is made of, and those of its interpreter.

    `program` is an absolute path and `paths` the search path of its interpreter. A program of npm
    is made of the outermost `node_modules` around it, one in a virtual environment of the whole
    environment, Python of its file and the libraries beside it; any other one is its file. Where it
    is a link, so is what that leads to.
    """
    seen: set[Path] = set()
    waiting = [program]
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        yield from _around(place)
        waiting.append(place.resolve())
        if place.is_symlink():
            waiting.append(Path(os.path.normpath(place.parent / place.readlink())))
        runs = _run_by(place, paths)
        if runs is not None:
            waiting.append(runs)


def interpreter() -> Path:
    """Return the interpreter that runs this process, outside of any virtual environment."""
    return Path(sys.executable).resolve()


def is_within(place: Path, folder: Path) -> bool:
    """Return whether a place is a folder or lies in it, links followed or not."""
    return place.is_relative_to(folder) or place.resolve().is_relative_to(folder.resolve())


def _around(place: Path) -> Iterator[Path]:
    """Yield what to show for one file of a program: no folder that may hold other things."""
    outer = [folder for folder in place.parents if folder.name == "node_modules"]
    folder = place.parent.parent
    if outer:
        yield outer[-1]
    elif (folder / "pyvenv.cfg").exists():
        yield folder
    else:
        yield place
        libraries = folder / "lib"
        if place.name.startswith("python") and not place.is_symlink() and libraries.is_dir():
            yield libraries


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
