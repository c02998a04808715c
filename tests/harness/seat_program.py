"""A program of our own at a seat: it plays over MCP with the standard library alone.

    seat_program.py SEAT_URL MODEL_URL SESSION PROMPT [play | on | talk | fork | snoop | peek]

It asks its model once a call and then acts: once, or for as long as decisions are owed (`on`), or
not at all (`talk`). `snoop` makes it hostile: before it plays it takes all that it can find, and
carries it out in the prompt of its model; with `peek` it looks in one folder only. `fork` leaves
a child behind.
"""

from __future__ import annotations

import json
import os
import re
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

NEWEST = "2026-07-28"
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
LARGEST_FILE = 2**18
SYSTEM = ("/usr", "/proc", "/dev", "/lib", "/lib64", sys.base_prefix)


def main() -> None:
    seat, model, session, prompt, *rest = sys.argv[1:]
    mode = rest[0] if rest else "play"
    before = read("session") if os.path.exists("session") else ""
    print(json.dumps({"type": "session", "session": session, "resumed": before == session}))
    with open("session", "w") as file:
        file.write(session)
    if mode == "fork" and os.fork() == 0:
        os.setsid()
        time.sleep(600)
    listed(seat)
    loot = ""
    if mode == "snoop":
        loot = "\n".join(snooped(seat, model))
    elif mode == "peek":
        loot = "\n".join(files(os.environ["PEEK"]))
    try:
        ask(model, f"{prompt}\n{loot}")
    except urllib.error.HTTPError as error:
        print(json.dumps({"type": "error", "message": error.read().decode()}), flush=True)
        sys.exit(1)
    if mode != "talk":
        play(seat, go_on=mode == "on")


def ask(url: str, prompt: str) -> str:
    """Return what the model says to a prompt, by Chat Completions."""
    body = {"model": os.environ["MODEL"], "messages": [{"role": "user", "content": prompt}]}
    key = {"Authorization": f"Bearer {os.environ['LUDARENA_GATEWAY_KEY']}"}
    said = json.loads(post(f"{url}/chat/completions", body, key))
    return str(said["choices"][0]["message"]["content"])


def play(seat: str, go_on: bool) -> None:
    """Act once, or for as long as decisions are owed."""
    seen = use(seat, "observe")
    while found := re.search(r"^You owe decision (\d+)\.$", seen, re.MULTILINE):
        ids = re.findall(r"^- (\S+): ", use(seat, "legal_actions"), re.MULTILINE)
        seen = use(seat, "act", action=ids[0], decision=int(found[1]))
        if not go_on:
            return


def listed(url: str) -> list[str]:
    """Return the names of the tools of the seat."""
    return [one["name"] for one in rpc(url, "tools/list")["tools"]]


def use(url: str, tool: str, **arguments: object) -> str:
    """Return what a tool says."""
    result = rpc(url, "tools/call", name=tool, arguments=arguments)
    return str(result["content"][0]["text"])


def rpc(url: str, method: str, **params: object) -> dict:
    """Return a result; the newest generation of the protocol needs no handshake."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientInfo": {"name": "seat_program", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    asked = {**params, "_meta": meta}
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": asked}
    headers = {
        "Authorization": f"Bearer {os.environ['LUDARENA_MCP_TOKEN']}",
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": NEWEST,
        "Mcp-Method": method,
        **({"Mcp-Name": str(params["name"])} if "name" in params else {}),
    }
    lines = post(url, body, headers).splitlines()
    data = [line[6:] for line in lines if line.startswith("data: {")] or lines
    result: dict = json.loads(data[-1])["result"]
    return result


def post(url: str, body: object, headers: dict[str, str]) -> str:
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers}
    )
    with DIRECT.open(request, timeout=60) as reply:
        return str(reply.read().decode())


# --- what a hostile one takes -------------------------------------------------------------------


def snooped(seat: str, model: str) -> Iterator[str]:
    """Yield all that can be found here: environment, files, processes, ports, other seats."""
    yield json.dumps(dict(os.environ))
    yield f"arguments: {sys.argv[1:4]}"
    yield from files("/")
    yield from processes()
    yield from ports()
    yield from servers(seat, model)


def files(root: str) -> Iterator[str]:
    """Yield the names of all files, and what is in those that are no part of the system."""
    for folder, folders, names in os.walk(root, onerror=lambda error: None):
        folders[:] = [one for one in folders if os.path.join(folder, one) not in SYSTEM]
        yield f"folder: {folder}"
        for name in names:
            place = os.path.join(folder, name)
            yield f"file: {place}"
            if os.path.isfile(place) and os.path.getsize(place) <= LARGEST_FILE:
                yield read(place)


def processes() -> Iterator[str]:
    """Yield what the system tells of its processes, their environment, files and mounts."""
    for number in (name for name in os.listdir("/proc") if name.isdigit()):
        for name in ("cmdline", "environ", "mountinfo", "net/tcp", "net/unix"):
            yield f"process {number} {name}: {read(f'/proc/{number}/{name}')}"
        for name in ("cwd", "root", "exe"):
            yield f"process {number} {name}: {link(f'/proc/{number}/{name}')}"
        yield from files(os.path.join(f"/proc/{number}/root", "home"))
        yield from files(f"/proc/{number}/cwd/..")
        try:
            opened = os.listdir(f"/proc/{number}/fd")
        except OSError:
            opened = []
        yield from (f"open: {link(f'/proc/{number}/fd/{name}')}" for name in opened)


def ports() -> Iterator[str]:
    """Yield which ports of loopback answer, and whether anything beyond it can be reached."""
    for port in range(1, 65_536):
        with socket.socket() as one:
            # A port that nobody listens at may be the one that we were given ourselves.
            if one.connect_ex(("127.0.0.1", port)) == 0 and one.getsockname()[1] != port:
                yield f"port: {port}"
    for outside in ("192.0.2.1", "10.0.0.1"):
        with socket.socket() as one:
            one.settimeout(2)
            yield f"outside: {one.connect_ex((outside, 80))}"


def servers(seat: str, model: str) -> Iterator[str]:
    """Yield what the two servers say to requests that are not for this seat."""
    root = re.sub(r"/seat/.*", "", seat)
    gateway = re.sub(r"/seat/.*", "", model)
    own = {"Authorization": f"Bearer {os.environ['LUDARENA_MCP_TOKEN']}"}
    for url in (f"{root}/", f"{root}/mcp", f"{root}/seat/", f"{root}/seat/00000000/mcp"):
        yield got(url, own)
        yield got(url, {})
    yield got(f"{seat}/../../../seat/1/mcp", own)
    for url in (f"{gateway}/", f"{gateway}/seat/", f"{gateway}/seat/x/v1/models"):
        yield got(url, {})
    yield got(f"{model}/models", {})
    yield got(f"{model}/../../v1/models", {})


def got(url: str, headers: dict[str, str]) -> str:
    try:
        with DIRECT.open(urllib.request.Request(url, headers=headers), timeout=10) as reply:
            return f"{url}: {reply.status} {reply.headers} {reply.read(10_000)!r}"
    except urllib.error.HTTPError as error:
        return f"{url}: {error.code} {error.headers} {error.read(10_000)!r}"
    except OSError as error:
        return f"{url}: {error}"


def read(place: str) -> str:
    try:
        with open(place, "rb") as file:
            return file.read(LARGEST_FILE).decode("utf-8", "replace")
    except OSError as error:
        return f"{type(error).__name__}"


def link(place: str) -> str:
    try:
        return os.readlink(place)
    except OSError as error:
        return f"{type(error).__name__}"


if __name__ == "__main__":
    main()
