"""A program that asks its model before each act, with the standard library alone.

    metered_player.py API whole|stream

Its seat and its model are in its environment, as the arena starts it. A reply that breaks off is
asked for again.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import sys
import time
import urllib.request

from tests.harness.seat_program import DIRECT, use
from tests.models.bodies import body, url

_BASES = {
    "chat": "OPENAI_BASE_URL",
    "responses": "OPENAI_BASE_URL",
    "messages": "ANTHROPIC_BASE_URL",
    "gemini": "GOOGLE_GEMINI_BASE_URL",
}
WAIT_SECONDS = 0.3


def ask(api: str, stream: bool) -> None:
    """Call the model, again until its reply is whole."""
    request = urllib.request.Request(
        url(os.environ[_BASES[api]], api, stream=stream),
        json.dumps(body(api, stream=stream)).encode(),
        {"Content-Type": "application/json"},
    )
    while True:
        try:
            with DIRECT.open(request, timeout=300) as reply:
                reply.read()
            return
        except http.client.IncompleteRead:
            continue


def main() -> None:
    seat, api, stream = os.environ["LUDARENA_MCP_URL"], sys.argv[1], sys.argv[2] == "stream"
    while "The match is over." not in (seen := use(seat, "observe")):
        found = re.search(r"^You owe decision (\d+)\.$", seen, re.MULTILINE)
        if found is None:
            time.sleep(WAIT_SECONDS)
            continue
        ask(api, stream)
        ids = re.findall(r"^- (\S+): ", use(seat, "legal_actions"), re.MULTILINE)
        use(seat, "act", action=ids[0], decision=int(found[1]))


if __name__ == "__main__":
    main()
