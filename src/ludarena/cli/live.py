"""How far a run is, while it is played: a live table on a terminal, lines elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ludarena.cli.output import progress, say

if TYPE_CHECKING:
    from ludarena.arena.runner import Tick

QUIET_SECONDS = 10.0
"""Between two lines of progress where stderr is no terminal."""

LONGEST_DAYS = 365
"""An end that is further away is not told."""

Show = Callable[["Tick"], None]


@contextmanager
def display(silent: bool) -> Iterator[Show | None]:
    """Give what shows progress on stderr: a live table on a terminal, lines elsewhere."""
    if silent:
        yield None
        return
    console = progress()
    if not console.is_terminal:
        yield _lines()
        return
    from rich.live import Live
    from rich.table import Table

    with Live(console=console, transient=True, refresh_per_second=4) as live:

        def show(tick: Tick) -> None:
            table = Table(box=None, pad_edge=False, show_header=False)
            table.add_column(style="dim")
            table.add_column()
            for name, text in told(tick, datetime.now()):
                table.add_row(name, text)
            live.update(table)

        yield show


def _lines() -> Show:
    last = 0.0

    def show(tick: Tick) -> None:
        nonlocal last
        if tick.seconds - last >= QUIET_SECONDS:
            last = tick.seconds
            say("; ".join(f"{name}: {text}" for name, text in told(tick, datetime.now())))

    return show


def told(tick: Tick, now: datetime) -> list[tuple[str, str]]:
    """Return what is known of a run, by name: matches, rate, cost or tokens, end, failed tries.

    Expected are the cost of all planned matches at that of the finished ones, and the end at the
    rate of this call; both are left out before the first match is finished.
    """
    left = tick.planned - tick.finished - tick.set_aside - tick.running
    parts = [f"{tick.finished} of {tick.planned} finished"]
    parts += [f"{tick.running} running", f"{max(0, left)} left"]
    if tick.set_aside:
        parts.append(f"{tick.set_aside} set aside")
    rows = [("matches", ", ".join(parts)), ("rate", _rate(tick))]
    if tick.spent.requests:
        rows.append(
            ("cost", _cost(tick)) if tick.currency else ("tokens", f"{tick.spent.tokens:,}")
        )
    end = _end(tick, now)
    if end:
        rows.append(("end", end))
    if tick.failures:
        failed = sorted(tick.failures.items())
        rows.append(("failed tries", ", ".join(f"{name} {many}" for name, many in failed)))
    return rows


def _rate(tick: Tick) -> str:
    seconds = max(tick.seconds, 0.001)
    matches = tick.played * 60 / seconds
    return f"{matches:,.1f} matches/min, {tick.decisions / seconds:,.1f} decisions/s"


def _cost(tick: Tick) -> str:
    text = f"{tick.spent.money:,.2f} {tick.currency} so far"
    if tick.finished:
        expected = tick.spent.money / tick.finished * (tick.planned - tick.set_aside)
        text += f", about {expected:,.2f} expected"
    return text


def _end(tick: Tick, now: datetime) -> str:
    missing = tick.planned - tick.finished - tick.set_aside
    if not tick.played or not missing:
        return ""
    left = timedelta(seconds=round(missing * tick.seconds / tick.played))
    if left.days >= LONGEST_DAYS:
        return ""
    at = now + left
    day = f"{at:%Y-%m-%d} " if at.date() != now.date() else ""
    return f"in {left}, at {day}{at:%H:%M}"
