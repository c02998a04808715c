"""Signals of child processes, whatever the tests themselves were started under."""

from __future__ import annotations

import signal


def as_at_a_terminal() -> None:
    """Undo what `nohup` and background jobs leave ignored; for `preexec_fn`."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
