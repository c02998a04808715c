"""One thing that `ludarena doctor` looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `good` is None for what is neither good nor bad."""

    name: str
    value: str
    good: bool | None = None
    advice: str = ""
