"""What a program needs to take a seat, and the file in which its user finds that."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

FOLDER = "seats"
"""In the folder of a run; its files are there for as long as their seats are open."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """An address, and a token that opens nothing else. The token is no part of the text."""

    url: str
    token: str

    def __repr__(self) -> str:
        return f"Ticket({self.url!r}, ...)"


def write_ticket(run: Path, name: str, ticket: Ticket) -> Path:
    """Write a ticket into the folder of a run, for the owner's eyes only; return the file.

    Its form is the one that many programs take as a configuration of MCP servers.
    """
    server = {
        "type": "http",
        "url": ticket.url,
        "headers": {"Authorization": f"Bearer {ticket.token}"},
    }
    folder = run / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{name}.json"
    path.unlink(missing_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump({"mcpServers": {"arena": server}}, file, indent=1)
    return path


def remove_ticket(path: Path) -> None:
    """Remove the file of a ticket that has ended, and the folder with the last one."""
    path.unlink(missing_ok=True)
    try:
        path.parent.rmdir()
    except OSError:
        return
