"""How the four APIs report a response: its id, its model, its usage and how it ended.

`recognise` finds the API of a path. `read_body` reads a reply that came whole, `StreamReader`
one that comes in pieces, which `whole_body` puts together. Unknown fields and events are passed
over.
"""

from ludarena.models.wire.reading import Api, Finish, Reading, Request
from ludarena.models.wire.stream import StreamReader, read_body, read_request, recognise
from ludarena.models.wire.whole import whole_body

__all__ = [
    "Api",
    "Finish",
    "Reading",
    "Request",
    "StreamReader",
    "read_body",
    "read_request",
    "recognise",
    "whole_body",
]
