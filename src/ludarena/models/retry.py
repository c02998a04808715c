"""When a failed call is tried again, and after what pause."""

from __future__ import annotations

import email.utils
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass

TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
"""HTTP statuses that a later try may well not meet again."""

_HOPELESS = (b"insufficient_quota", b"billing_hard_limit", b"credit balance is too low")


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long to insist: at most `tries` requests within `seconds`.

    Pauses double from `first_pause_s` up to `longest_pause_s`, each shortened by chance by up to
    a half, so that clients that failed together do not come back together.
    """

    tries: int = 10
    seconds: float = 600.0
    first_pause_s: float = 0.5
    longest_pause_s: float = 30.0

    def pause(self, failures: int, retry_after_s: float | None) -> float:
        """Return the pause after so many failures (from 1), not shorter than the provider asks."""
        longest = min(self.longest_pause_s, self.first_pause_s * 2.0 ** (failures - 1))
        drawn = longest * (0.5 + secrets.randbelow(1001) / 2000)
        return max(drawn, retry_after_s or 0.0)


def is_transient(status: int, body: bytes) -> bool:
    """Tell whether a failure may pass; a 429 for want of money does not."""
    return status in TRANSIENT and not any(sign in body for sign in _HOPELESS)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that `Retry-After` asks for, given as a number or as a date."""
    milliseconds = headers.get("retry-after-ms")
    value = headers.get("retry-after")
    try:
        if milliseconds:
            return max(0.0, float(milliseconds) / 1000)
        return max(0.0, float(value)) if value else None
    except ValueError:
        pass
    try:
        date = email.utils.parsedate_to_datetime(value or "")
    except ValueError:
        return None
    return max(0.0, date.timestamp() - time.time())
