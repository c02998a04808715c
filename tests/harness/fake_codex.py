"""Stands in for Codex where no Codex is installed: its command line, its home, its events.

It plays its seat over MCP as its configuration says, and asks its model once a call: what the
model says is what the call does. It loads no library, so that a call takes a moment only.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
import tomllib
import urllib.request
from pathlib import Path

NEWEST = "2026-07-28"
THREAD = "00000000-0000-4000-8000-000000000001"


def main() -> int:
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        print(f"codex-cli {os.environ.get('FAKE_VERSION', '0.171.0')}")
        return 0
    assert arguments[0] == "exec" and "--json" in arguments and sys.stdin.read() == ""
    resumed = arguments[1] == "resume"
    thread = arguments[-2] if resumed else THREAD
    print(json.dumps({"type": "thread.started", "thread_id": thread}), flush=True)
    home = Path(os.environ["CODEX_HOME"])
    config = tomllib.loads((home / "config.toml").read_text())
    session = (
        home / "sessions" / "2026" / "01" / "01" / f"rollout-2026-01-01T00-00-00-{thread}.jsonl"
    )
    if resumed != session.exists():
        print("a session must be opened first, and resumed then", file=sys.stderr)
        return 1
    session.parent.mkdir(parents=True, exist_ok=True)
    session.touch()
    try:
        if "FAKE_BLIND" not in os.environ:
            offer(config)
        said = ask(config, arguments[-1])
    except urllib.error.HTTPError as error:
        message = json.loads(error.read())["error"]["message"]
        print(json.dumps({"type": "turn.failed", "error": {"message": message}}), flush=True)
        return 1
    if said == "crash":
        print("it broke", file=sys.stderr)
        return 7
    if said.startswith("act"):
        play(config, go_on=said == "act on")
    if "lose" in said:
        session.unlink()
    if "fork" in said:
        leave_a_child()
    if "flood" in said:
        flood()
    print("no JSON at all")
    print(json.dumps({"type": "turn.completed", "usage": {}}), flush=True)
    return 9 if said == "act, then fail" else 0


def leave_a_child() -> None:
    """Leave a child behind that belongs to no group of this program, and name it."""
    ready, told = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            Path("child").write_text(str(os.getpid()))
            os.write(told, b"x")
            time.sleep(600)
        os._exit(0)
    os.wait()
    os.read(ready, 1)


def flood() -> None:
    """Write a hundred megabytes."""
    line = json.dumps({"type": "noise", "text": "x" * 2**20})
    for _ in range(100):
        print(line, flush=True)


def ask(config: dict, prompt: str) -> str:
    """Return what the model says to the prompt."""
    provider = config["model_providers"][config["model_provider"]]
    request = urllib.request.Request(
        f"{provider['base_url']}/responses",
        data=json.dumps({"model": config["model"], "input": prompt}).encode(),
        headers={
            "Content-Type": "application/json",
            "Authorization": f"Bearer {os.environ[provider['env_key']]}",
        },
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as reply:
        (item,) = json.loads(reply.read())["output"]
    return item["content"][0]["text"]


def play(config: dict, go_on: bool) -> None:
    """Act once, or for as long as decisions are owed."""
    server = config["mcp_servers"]["arena"]
    token = os.environ[server["bearer_token_env_var"]]
    seen = use(server["url"], token, "observe")
    while found := re.search(r"^You owe decision (\d+)\.$", seen, re.MULTILINE):
        listed = use(server["url"], token, "legal_actions")
        action = re.findall(r"^- (\S+): ", listed, re.MULTILINE)[0]
        seen = use(server["url"], token, "act", action=action, decision=int(found[1]))
        if not go_on:
            return


def offer(config: dict) -> None:
    """Ask for the list of tools."""
    server = config["mcp_servers"]["arena"]
    send(server["url"], os.environ[server["bearer_token_env_var"]], "tools/list", {})


def use(url: str, token: str, tool: str, **arguments: object) -> str:
    """Return what a tool says."""
    params = {"name": tool, "arguments": arguments}
    return str(send(url, token, "tools/call", params, tool)["content"][0]["text"])


def send(url: str, token: str, method: str, params: dict, name: str = "") -> dict:
    """Return a result; the newest generation of the protocol needs no handshake."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientInfo": {"name": "fake", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        "Authorization": f"Bearer {token}",
        "MCP-Protocol-Version": NEWEST,
        "Mcp-Method": method,
        **({"Mcp-Name": name} if name else {}),
    }
    request = urllib.request.Request(url, data=json.dumps(body).encode(), headers=headers)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as reply:
        lines = reply.read().decode().splitlines()
    data = [line[6:] for line in lines if line.startswith("data: {")] or lines
    return json.loads(data[-1])["result"]


if __name__ == "__main__":
    sys.exit(main())
