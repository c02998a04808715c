"""Folders under `/tmp` for one seat, and the removal of those that a killed process left there.

A folder's file `owner` is locked for as long as its process lives: an unlocked one is nobody's.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

_PREFIX = "ludarena-seat-"
_PLACE = Path("/tmp")
"""Not the system's choice: the path of a UNIX socket has about 100 characters at most."""


class Scratch:
    """A folder that only this user reads; it is gone after `remove`. Raises `OSError`."""

    def __init__(self) -> None:
        sweep()
        draft = Path(tempfile.mkdtemp(prefix=f".{_PREFIX}", dir=_PLACE))
        self._owner = os.open(draft / "owner", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        _lock(self._owner)
        self.path = draft.rename(draft.with_name(draft.name[1:]))

    def remove(self) -> None:
        """Remove the folder with all that is in it; the second call does nothing."""
        if self._owner >= 0:
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(self._owner)
            self._owner = -1


def sweep() -> int:
    """Remove this user's folders whose process is gone, and return how many there were."""
    swept = 0
    for folder in _PLACE.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if folder.lstat().st_uid != os.getuid() or folder.is_symlink():
                continue
            owner = os.open(folder / "owner", os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                _lock(owner)
                shutil.rmtree(folder, ignore_errors=True)
                swept += 1
            finally:
                os.close(owner)
    return swept


def _lock(owner: int) -> None:
    import fcntl

    fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
