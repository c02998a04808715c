"""A program that plays a seat with the SDK's own client: always the first legal action.

Run as a program it finds its seat in the environment, as the arena starts it.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

WAIT_SECONDS = 0.02


def connect(url: str, token: str, mode: str = "auto") -> Client:
    """Return a client of the seat server that sends the token with every request."""
    http = httpx2.AsyncClient(
        headers={"authorization": f"Bearer {token}"}, timeout=30, trust_env=False, verify=False
    )
    return Client(streamable_http_client(url, http_client=http), mode=mode)


async def call(client: Client, tool: str, **arguments: object) -> str:
    """Return the one text of a result."""
    result = await client.call_tool(tool, arguments)
    (block,) = result.content
    return block.text


async def play(client: Client) -> str:
    """Play until the match is over; return the last text."""
    seen = await call(client, "observe")
    while "match is over" not in seen and "match has ended" not in seen:
        owed = re.search(r"You owe decision (\d+)\.", seen)
        if owed is None:
            await asyncio.sleep(WAIT_SECONDS)
            seen = await call(client, "observe")
            continue
        listed = await call(client, "legal_actions")
        action = re.findall(r"^- (\S+): ", listed, re.MULTILINE)[0]
        seen = await call(client, "act", action=action, decision=int(owed[1]))
    return seen


async def main() -> None:
    url, token = os.environ["LUDARENA_MCP_URL"], os.environ["LUDARENA_MCP_TOKEN"]
    async with connect(url, token, sys.argv[1] if len(sys.argv) > 1 else "auto") as client:
        await play(client)


if __name__ == "__main__":
    asyncio.run(main())
