"""Whether seat and gateway can be reached, tried as a program would, before anything is paid."""

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


async def seat_answers(ticket: Ticket) -> bool:
    """Return whether the seat of a ticket welcomes a program with its token."""
    return await asyncio.to_thread(_shakes_hands, ticket)


async def gateway_answers(base_url: str) -> bool:
    """Return whether the gateway knows the seat of a base URL; nothing reaches a provider."""
    return await asyncio.to_thread(_knows, base_url)


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
    try:
        with _direct().open(request, timeout=_SECONDS) as response:
            return b'"serverInfo"' in response.read()
    except (urllib.error.URLError, OSError):
        return False


def _knows(base_url: str) -> bool:
    """Ask for what is no model call: an open seat is told so, and no other answer proves it."""
    try:
        with _direct().open(f"{base_url.rstrip('/')}/seat", timeout=_SECONDS):
            return False
    except urllib.error.HTTPError as error:
        return error.headers.get("x-ludarena-failure") == "unknown_path"
    except (urllib.error.URLError, OSError):
        return False


def _direct() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(urllib.request.ProxyHandler({}))
