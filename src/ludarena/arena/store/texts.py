"""How texts lie in the database: compressed, and without a beginning that is stored already.

A text by itself is a zlib stream. One that begins with another stored text is a zero byte, the
digest of that text, and the rest as a zlib stream that has it as dictionary.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from ludarena.arena.digests import DIGEST_BYTES, digest_bytes

_LEVEL = 6
_MARK = b"\0"
"""No zlib stream begins with it."""

_REST = len(_MARK) + DIGEST_BYTES


def pack(data: bytes, head: bytes = b"") -> bytes:
    """Return the stored form of a text that begins with `head`, which is stored by itself."""
    if not head:
        return zlib.compress(data, _LEVEL)
    packing = zlib.compressobj(_LEVEL, zdict=head)
    rest = packing.compress(data[len(head) :]) + packing.flush()
    return _MARK + digest_bytes(head) + rest


def head_of(packed: bytes) -> bytes | None:
    """Return the digest of the text with which a stored one begins, None where it has none."""
    return packed[len(_MARK) : _REST] if packed.startswith(_MARK) else None


def unpack(packed: bytes, heads: Mapping[bytes, bytes]) -> bytes:
    """Return a text; `heads` are the stored forms of texts with which others begin, by digest.

    Raises `ValueError` for a form that cannot be read or whose head is missing.
    """
    digest = head_of(packed)
    try:
        if digest is None:
            return zlib.decompress(packed)
        if digest not in heads:
            raise ValueError("the text with which it begins is missing")
        head = zlib.decompress(heads[digest])
        unpacking = zlib.decompressobj(zdict=head)
        rest = unpacking.decompress(packed[_REST:])
        if not unpacking.eof:
            raise ValueError("it is cut short")
        return head + rest
    except zlib.error as error:
        raise ValueError(str(error)) from None
