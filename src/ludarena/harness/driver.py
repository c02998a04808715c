"""What differs from one agent program to the next: the contract of a driver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from ludarena.harness.process import Event
from ludarena.models.wire import Api

SERVER = "arena"
"""The name of the seat among the MCP servers of a program."""

KEY_VARIABLE = "LUDARENA_GATEWAY_KEY"
TOKEN_VARIABLE = "LUDARENA_MCP_TOKEN"

Tools = Literal["seat", "own"]
"""Only those of the seat, or the program's own (shell, files) beside them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The table of what differs, one row a program.

    - `type` is the participant's type, `title` the program's name in sentences.
    - `executable` is what it is called where nothing else is said, `install` how it is had.
    - `api` is the one that it speaks to models.
    - `oldest` and `newest` are the versions between which it was tried; older ones are refused,
      newer ones are played with and recorded as untried.
    - `chooses_id` says that the id of a session is ours to choose: a UUID.
    - `home_variable` names its own folder, where it does not even tell its version without one.
    """

    type: str
    title: str
    executable: str
    install: str
    api: Api
    oldest: str
    newest: str
    chooses_id: bool
    home_variable: str = "HOME"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """Where a program lives during one match, and the two addresses that it may use.

    `model_url` is that of the gateway for the program's API. The token of the seat and the dummy
    key of the gateway are in the environment, under `TOKEN_VARIABLE` and `KEY_VARIABLE`.
    """

    program: str
    home: Path
    model: str
    model_url: str
    seat_url: str
    tools: Tools = "seat"

    @property
    def work(self) -> Path:
        """The folder in which the program is started."""
        return self.home / "work"


@dataclass(frozen=True, slots=True)
class Session:
    """A session of a program; `id` is empty where the program chooses it and has not yet."""

    id: str = ""
    opened: bool = False


class Driver(Protocol):
    """One agent program: its files, its command lines, its words."""

    @property
    def facts(self) -> Facts: ...

    def furnish(self, stay: Stay) -> Mapping[str, str]:
        """Write the program's configuration into its home; return what its environment needs.

        Called again in the same home when a match is continued. Raises `OSError`.
        """

    def command(self, stay: Stay, prompt: str, session: Session) -> list[str]:
        """Return the command line that opens a session with a prompt, or resumes it."""

    def sessions(self, home: Path) -> list[str]:
        """Return the ids of the sessions that are kept in a home, oldest first."""

    def complaints(self, event: Event) -> Iterator[str]:
        """Yield what an event tells of an error; events of other types are passed over."""
