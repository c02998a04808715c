"""What a run offers to programs that come to play: seats, ways to models, homes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from ludarena.agents.llm.access import ModelSpec, Place, Till, Venue
from ludarena.core.errors import LudarenaError
from ludarena.harness.desk import Desk
from ludarena.harness.tickets import Ticket
from ludarena.models.wire import Api


class NoSeatServer(LudarenaError):
    """A seat for a program in a place where programs cannot come in."""

    def __init__(self) -> None:
        super().__init__("players over MCP play in runs: use ludarena run, match, eval or mcp")


@dataclass(frozen=True, slots=True)
class Gate:
    """A program's way through the gateway, until it is closed.

    `urls` are base URLs by API, `environment` the variables in which programs look for them.
    `refused` grows by the kind and message of every call that the gateway itself turned away.
    """

    urls: Mapping[Api, str]
    environment: Mapping[str, str]
    close: Callable[[], None]
    refused: list[tuple[str, str]] = field(default_factory=list)


@runtime_checkable
class OpenVenue(Venue, Protocol):
    """A venue that programs can enter."""

    def seat(self, place: Place, desk: Desk, *, announce: bool) -> Ticket | None:
        """Return the ticket of a seat; None where the program is there already."""

    def leave_seat(self, ticket: Ticket) -> None:
        """End a ticket."""

    def gate(
        self, spec: ModelSpec, place: Place, till: Till, *, barred: Callable[[], str] | None = None
    ) -> Gate:
        """Return a way for a program's model calls through the gateway.

        `barred` tells why no call may go out now, empty when one may.
        """

    def home(self, place: Place) -> Path | None:
        """Return a folder that is kept until the match ends; None where none is kept."""
