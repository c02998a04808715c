"""Files in the home of a program that the arena reads and writes: a program may set traps there.

A program owns its home, and the arena works in it as itself when a match goes on. A link in place
of a configuration would lead a write to the store, a pipe in place of a log would never end.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath


def write_file(home: Path, name: str, text: str) -> Path:
    """Write a file of a home in place of whatever is there; return its path.

    Raises `OSError` where the way to it leads over a link, or something else than a file is there.
    """
    *folders, last = PurePosixPath(name).parts
    at = os.open(home, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for folder in folders:
            with contextlib.suppress(FileExistsError):
                os.mkdir(folder, 0o700, dir_fd=at)
            outer = at
            at = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=outer)
            os.close(outer)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(last, dir_fd=at)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with open(os.open(last, flags, 0o600, dir_fd=at), "w", encoding="utf-8") as file:
            file.write(text)
    finally:
        os.close(at)
    return home / name


def files_in(home: Path, pattern: str) -> Iterator[Path]:
    """Yield the files of a home that fit a pattern, sorted; no links, pipes or files elsewhere."""
    root = home.resolve()
    for path in sorted(home.glob(pattern)):
        if stat.S_ISREG(path.lstat().st_mode) and path.resolve().is_relative_to(root):
            yield path
