"""What an agent program's own log counts of its model's responses, beside the gateway's ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from ludarena.agents.controller import Controller
from ludarena.models.usage import Usage, total

LogStatus = Literal["read", "absent", "unreadable"]
"""A log that was read, a program that left none or has none we know, one that we could not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedResponse:
    """One response of a model as the program that got it counted it.

    `id` is the provider's, empty where the log does not keep it. `session` is the program's own
    session, that of a sub-agent where it has one of its own.
    """

    id: str
    session: str
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLog:
    """The responses of one appearance by a program's own log; `detail` says why there are none."""

    program: str
    status: LogStatus
    detail: str = ""
    responses: tuple[LoggedResponse, ...] = ()

    @property
    def usage(self) -> Usage:
        """Return the sum over all responses."""
        return total(one.usage for one in self.responses)


@runtime_checkable
class Logging(Controller, Protocol):
    """A controller whose program keeps a log of its own."""

    async def own_log(self) -> OwnLog | None:
        """End the program and return what its log says; None where it never began.

        Asked once, when an attempt ends, before `close`.
        """
