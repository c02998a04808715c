"""The controller of a seat that a program takes over MCP."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Sequence

from ludarena.agents.controller import Failure, Reply, Request
from ludarena.agents.environment import handed
from ludarena.agents.llm.access import ModelSpec, Place, Till, model_spec
from ludarena.core.registry import load_game
from ludarena.harness.desk import Desk
from ludarena.harness.tickets import Ticket
from ludarena.harness.venue import Gate, NoSeatServer, OpenVenue
from ludarena.models.limits import Limits

_GRACE_SECONDS = 5.0
_FAREWELL_SECONDS = 10.0
"""How long a program that we did not start may take to ask once more after the end."""


class McpAgent:
    """Waits for a program to act over MCP.

    `command` is started once a match, with the seat's address and token in the environment
    (LUDARENA_MCP_URL, LUDARENA_MCP_TOKEN); without one the ticket is announced to whoever runs the
    arena. With `model`, the program's model calls are metered: it finds a gateway's address and a
    dummy key in the usual variables.
    """

    immediate = False

    def __init__(
        self,
        command: Sequence[str] = (),
        model: str = "",
        base_url: str = "",
        key_env: str | None = None,
        harness: str = "",
        version: str = "",
    ) -> None:
        self._command = list(command)
        self._spec = model_spec(model, base_url, key_env) if model else None
        self._place: Place | None = None
        self._desk: Desk | None = None
        self._ticket: Ticket | None = None
        self._gate: Gate | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._till = Till("player")

    def join(self, place: Place) -> None:
        """Open the seat in a run; raise `NoSeatServer` where the venue has no server."""
        if not isinstance(place.venue, OpenVenue):
            raise NoSeatServer
        self._place = place
        self._desk = Desk(load_game(place.game), place.seat)
        self._ticket = place.venue.seat(place, self._desk, announce=not self._command)

    def models(self) -> Sequence[ModelSpec]:
        """Return the model that the program is led to, if any."""
        return [self._spec] if self._spec else []

    def limits(self) -> Limits:
        """Return no limits: those of the run hold."""
        return Limits()

    async def decide(self, request: Request) -> Reply:
        """Return the answer that the program gives, or a failure when it ends without one."""
        if self._desk is None:
            raise NoSeatServer
        self._till.record = request.record
        asking = asyncio.ensure_future(self._desk.ask(request))
        try:
            if not self._command:
                return await asking
            process = await self._running()
            ended = asyncio.ensure_future(process.wait())
            try:
                await asyncio.wait({asking, ended}, return_when=asyncio.FIRST_COMPLETED)
                if asking.done():
                    return asking.result()
                return self._gone(ended.result())
            finally:
                ended.cancel()
        finally:
            asking.cancel()

    def accepted(self, owes: bool) -> None:
        """Tell the desk."""
        if self._desk is not None:
            self._desk.accepted(owes)

    def replaced(self, owes: bool, out: bool) -> None:
        """Tell the desk."""
        if self._desk is not None:
            self._desk.replaced(owes, out)

    def ended(self, result: str) -> None:
        """Tell the desk."""
        if self._desk is not None:
            self._desk.ended(result)

    async def finish(self) -> None:
        """Give the program a moment to hear the result, then end it if it is ours."""
        if self._desk is not None and not self._command:
            await self._desk.seen_off(_FAREWELL_SECONDS)
        await self._stop()

    async def close(self) -> None:
        """End the ticket, and the program if it is ours."""
        if self._desk is not None:
            self._desk.ended("The match has ended.")
        await self._stop()
        if self._place is not None and self._ticket is not None:
            venue = self._place.venue
            if isinstance(venue, OpenVenue):
                venue.leave_seat(self._ticket)
        self._ticket = None
        if self._gate is not None:
            self._gate.close()

    # --- the program ------------------------------------------------------------------------

    def _gone(self, status: int) -> Reply:
        self._process = None
        calls = self._desk.take_calls() if self._desk else {}
        detail = f"the program ended with status {status} and did not act"
        return Reply(failure=Failure("harness_error", detail), tool_calls=calls)

    async def _running(self) -> asyncio.subprocess.Process:
        """Return the program, started when it is not running."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                env=self._environment(),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
        return self._process

    def _environment(self) -> dict[str, str]:
        """Return the program's environment: ours without secrets, and what it needs to play."""
        given = handed(os.environ)
        if self._ticket is not None:
            given["LUDARENA_MCP_URL"] = self._ticket.url
            given["LUDARENA_MCP_TOKEN"] = self._ticket.token
        if self._spec is not None and self._place is not None and self._gate is None:
            venue = self._place.venue
            if isinstance(venue, OpenVenue):
                self._gate = venue.gate(self._spec, self._place, self._till)
        if self._gate is not None:
            given.update(self._gate.environment)
        return given

    async def _stop(self) -> None:
        """Let the program end by itself for a moment, then end its whole process group."""
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GRACE_SECONDS if self._desk is not None else 0):
                await process.wait()
                return
        for number in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_GRACE_SECONDS):
                    await process.wait()
                    return
