"""Digests of JSON values, the same on every platform and Python."""

from __future__ import annotations

import hashlib
import json


def digest(value: object) -> str:
    """Return 32 hexadecimal digits of a JSON value; the order of keys does not matter."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
