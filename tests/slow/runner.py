"""Running the tasks of the long tests on several processes, and showing how far they are."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field

from tests.slow.progress import Done, Progress
from tests.slow.suites import Suite, Task, suites_of


def run_task(suite: str, task: Task) -> Done:
    """Run a task in this process; a failure of any kind is part of the result."""
    began = time.monotonic()
    failure, amounts = None, {}
    try:
        amounts = task.call(**task.arguments)
    except Exception as error:  # noqa: BLE001 - the boundary at which failures are written down
        failure = f"{type(error).__name__}: {error}"
    return Done(suite, task.key, amounts, round(time.monotonic() - began, 2), failure)


@dataclass(slots=True)
class Run:
    """A running command: what is to do, until when, and on how many processes."""

    progress: list[Progress]
    processes: int
    until: float | None
    began: float = field(default_factory=time.monotonic)
    planned: int = 0
    finished: int = 0
    failed: int = 0

    def tasks(self) -> Iterator[tuple[Progress, Suite, Task]]:
        """Yield what has not been finished."""
        for progress in self.progress:
            for suite in suites_of(progress.subject):
                for task in suite.tasks:
                    if not progress.succeeded(suite, task.key):
                        yield progress, suite, task

    def play(self) -> None:
        """Run the open tasks, as many at once as there are processes, until the time is up."""
        todo = list(self.tasks())[::-1]
        self.planned = len(todo)
        context = multiprocessing.get_context("spawn")
        running: dict[Future[Done], Progress] = {}
        pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=_die_when_told)
        try:
            while todo or running:
                while todo and len(running) < self.processes and not self.time_is_up():
                    progress, suite, task = todo.pop()
                    running[pool.submit(run_task, suite.name, task)] = progress
                if not running:
                    break
                ready, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in ready:
                    self.take(running.pop(future), future.result())
        finally:
            pool.shutdown(cancel_futures=True)

    def time_is_up(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until

    def take(self, progress: Progress, one: Done) -> None:
        """Keep a finished task and show how far the run is."""
        progress.add(one)
        self.finished += 1
        if one.failure:
            self.failed += 1
            print(f"\nfailed: {progress.subject} {one.suite} {one.key}", file=sys.stderr)
            print(one.failure, file=sys.stderr)
        spent = time.monotonic() - self.began
        left = spent / self.finished * (self.planned - self.finished)
        filled = 30 * self.finished // self.planned
        print(
            f"\r[{'#' * filled}{'.' * (30 - filled)}] {self.finished} of {self.planned} tasks, "
            f"{self.failed} failed, {spent / 60:.1f} min, about {left / 60:.1f} left  "
            f"{progress.subject} {one.suite:<12}",
            end="",
            file=sys.stderr,
            flush=True,
        )


def _die_when_told() -> None:
    """Let an interruption end a worker at once and silently; its task is done again later."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
