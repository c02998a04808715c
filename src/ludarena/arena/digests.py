"""Digests of plain data: the identities of participants, protocols, plans and matches."""

from __future__ import annotations

from hashlib import blake2b

from ludarena.core.view import Json, canonical_json

DIGEST_BYTES = 16


def digest_bytes(data: bytes) -> bytes:
    """Return the blake2b digest of `data`, 16 bytes."""
    return blake2b(data, digest_size=DIGEST_BYTES).digest()


def digest_of(value: Json) -> str:
    """Return the digest of a value's canonical JSON, 32 hexadecimal digits.

    >>> digest_of({"b": 1, "a": [2]}) == digest_of({"a": [2], "b": 1})
    True
    """
    return digest_bytes(canonical_json(value).encode()).hex()
