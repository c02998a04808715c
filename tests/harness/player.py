"""A program that plays a seat with the SDK's own client: it buys what it can.

Run as a program it finds its seat in the environment, as the arena starts it.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

WAIT_SECONDS = 0.02


@asynccontextmanager
async def connect(url: str, token: str, mode: str = "auto") -> AsyncIterator[Client]:
    """Give a client of the seat server that sends the token with every request."""
    async with (
        httpx2.AsyncClient(
            headers={"authorization": f"Bearer {token}"}, timeout=30, trust_env=False, verify=False
        ) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


async def call(client: Client, tool: str, **arguments: object) -> str:
    """Return the one text of a result, which has nothing else."""
    result = await client.call_tool(tool, arguments)
    assert result.structured_content is None
    (block,) = result.content
    assert block.type == "text"
    return block.text


def owed(seen: str) -> int | None:
    """Return the number of the decision that a text says is owed."""
    found = re.search(r"^You owe decision (\d+)\.$", seen, re.MULTILINE)
    return int(found[1]) if found else None


async def listed(client: Client) -> list[str]:
    """Return the ids of the legal actions."""
    return re.findall(r"^- (\S+): ", await call(client, "legal_actions"), re.MULTILINE)


async def turn(client: Client) -> str:
    """Return the text that shows a decision, or the end, however long it takes."""
    while True:
        seen = await call(client, "observe")
        if owed(seen) is not None or "The match is over." in seen:
            return seen
        await asyncio.sleep(WAIT_SECONDS)


async def play(client: Client) -> str:
    """Play until the match is over; return the last text."""
    seen = await turn(client)
    while "The match is over." not in seen:
        number = owed(seen)
        if number is None:
            seen = await turn(client)
            continue
        ids = await listed(client)
        buys = [one for one in ids if one.startswith("buy")]
        seen = await call(client, "act", action=(buys or ids)[0], decision=number)
    return seen


async def main() -> None:
    url, token = os.environ["LUDARENA_MCP_URL"], os.environ["LUDARENA_MCP_TOKEN"]
    async with connect(url, token, sys.argv[1] if len(sys.argv) > 1 else "auto") as client:
        await play(client)


if __name__ == "__main__":
    asyncio.run(main())
