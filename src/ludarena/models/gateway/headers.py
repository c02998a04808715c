"""Which headers pass in which direction, and where the key goes."""

from __future__ import annotations

from collections.abc import Iterable

from ludarena.models.endpoints import Endpoint, Headers
from ludarena.models.wire import Api

_HOP_BY_HOP = {
    b"connection",
    b"keep-alive",
    b"proxy-authenticate",
    b"proxy-authorization",
    b"te",
    b"trailer",
    b"transfer-encoding",
    b"upgrade",
    b"content-length",
}
# Keys that a program sends are dummies; an encoded body could not be read on its way.
_REPLACED = {
    b"host",
    b"authorization",
    b"x-api-key",
    b"x-goog-api-key",
    b"accept-encoding",
    b"cookie",
}


def to_provider(headers: Iterable[tuple[bytes, bytes]], endpoint: Endpoint, api: Api) -> Headers:
    """Return the headers of a request as the provider gets them, with the real key."""
    passed = [
        (name, value)
        for name, value in headers
        if name.lower() not in _HOP_BY_HOP and name.lower() not in _REPLACED
    ]
    passed.append((b"accept-encoding", b"identity"))
    passed += [(name.encode(), value.encode()) for name, value in endpoint.headers.items()]
    key = endpoint.key.reveal().encode()
    if key and api == "messages":
        passed.append((b"x-api-key", key))
    elif key and api == "gemini":
        passed.append((b"x-goog-api-key", key))
    elif key:
        passed.append((b"authorization", b"Bearer " + key))
    return passed


def to_program(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    """Return the headers of a response as the program gets them."""
    return [
        (name, value)
        for name, value in headers
        if name.lower() not in _HOP_BY_HOP and name.lower() != b"set-cookie"
    ]
