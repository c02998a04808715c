"""Run the long tests: `python -m tests.slow [--game NAME ...] [--seconds S] [--processes N]`.

What was finished is kept under `build/slow/` and not done again at the same commit, so the command
can be stopped at any moment and repeated. It writes `docs/verification.md`. Exit codes: 0 all was
run and passed, 1 something failed, 3 the time was up before the end, 130 interrupted.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.slow import document
from tests.slow.progress import Progress, commit_of
from tests.slow.runner import Run
from tests.slow.suites import subjects

PASSED, FAILED, TIME_UP, INTERRUPTED = 0, 1, 3, 130


def main(arguments: list[str] | None = None) -> int:
    known = subjects()
    parser = argparse.ArgumentParser(prog="python -m tests.slow", description="The long tests.")
    parser.add_argument("--game", action="append", choices=known, metavar="NAME", dest="names")
    parser.add_argument("--seconds", type=float, help="begin no new task after so long")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--fresh", action="store_true", help="forget what was finished before")
    given = parser.parse_args(arguments)
    commit = commit_of()
    chosen = [Progress(name, commit) for name in given.names or known]
    for progress in chosen:
        if given.fresh:
            progress.forget()
        if progress.load():
            print(f"{progress.subject}: going on, {len(progress.done)} tasks done", file=sys.stderr)
    until = None if given.seconds is None else time.monotonic() + given.seconds
    run = Run(chosen, given.processes, until)
    interrupted = False
    try:
        run.play()
    except KeyboardInterrupt:
        interrupted = True
    print(file=sys.stderr)
    for progress in chosen:
        document.write(progress, document.PAGE)
    print(f"written: {document.PAGE}", file=sys.stderr)
    if interrupted:
        return INTERRUPTED
    if any(one.failure for progress in chosen for one in progress.done.values()):
        return FAILED
    return PASSED if all(document.is_complete(progress) for progress in chosen) else TIME_UP


if __name__ == "__main__":
    raise SystemExit(main())
