"""Whether a seat can be reached, tried as a program would, before anything is paid for it."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request

from ludarena.harness.tickets import Ticket

_SECONDS = 10.0
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "ludarena", "version": "1"},
    },
}


async def answers(ticket: Ticket) -> bool:
    """Return whether the seat of a ticket welcomes a program with its token."""
    return await asyncio.to_thread(_shakes_hands, ticket)


def _shakes_hands(ticket: Ticket) -> bool:
    request = urllib.request.Request(
        ticket.url,
        data=json.dumps(_HELLO).encode(),
        headers={
            "Authorization": f"Bearer {ticket.token}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        },
    )
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(request, timeout=_SECONDS) as response:
            return b'"serverInfo"' in response.read()
    except (urllib.error.URLError, OSError):
        return False
