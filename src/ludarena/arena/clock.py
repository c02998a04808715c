"""The hours of a run by the clock: how long it was played before, and when it has to stop."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from ludarena.arena.store import schema

if TYPE_CHECKING:
    from ludarena.arena.store.read import Reader

_A_YEAR = 365 * 86_400.0


def played_seconds(reader: Reader) -> int:
    """Return in how many seconds of the clock a decision of the run was in hand, or was made.

    Matches at a time count once, and so do several runners; what lies between two calls does not
    count.
    """
    covered, last = 0, -1
    for begin, end in sorted(_spans(reader)):
        covered += max(0, end - max(last, begin - 1))
        last = max(last, end)
    return covered


def _spans(reader: Reader) -> Iterator[tuple[int, int]]:
    """Yield the first and the last second of decisions and failed tries, a row where equal."""
    for table in (schema.DECISION, schema.FAILED_TRY):
        longest = func.max(table.c.seconds).label("longest")
        for row in reader.stream(select(table.c.at, longest).group_by(table.c.at)):
            yield row["at"] - math.ceil(row["longest"]), row["at"]


class Clock:
    """When a call of `run_matches` has to stop, where `allowed` seconds bound the whole run."""

    def __init__(self, allowed: float | None, reader: Reader) -> None:
        self._allowed = allowed
        left = _A_YEAR if allowed is None else allowed - played_seconds(reader)
        self._end = time.monotonic() + left

    @property
    def left(self) -> float:
        """Return the seconds that are left; many where nothing bounds them."""
        return _A_YEAR if self._allowed is None else self._end - time.monotonic()

    @property
    def reason(self) -> str:
        """Return why the run stops."""
        allowed = (self._allowed or 0) / 3600
        return (
            f"the {allowed:g} hours that this run may be played are used up; "
            "raise wall_hours in [budget] to go on"
        )
