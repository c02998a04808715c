"""A run whose one outside program sits at the other end of standard input and output."""

from __future__ import annotations

import asyncio

from ludarena.agents.llm.access import Place
from ludarena.arena.services import Services
from ludarena.harness.desk import Desk
from ludarena.harness.server import seat_server
from ludarena.harness.tickets import Ticket


class StdioServices(Services):
    """Services that serve one seat on standard streams.

    When the program closes its end the match stops and is kept. After the match the program may
    look on until it leaves.
    """

    def __init__(self) -> None:
        super().__init__()
        self._desk: Desk | None = None
        self._serving: asyncio.Task[None] | None = None

    def seat(self, place: Place, desk: Desk, *, announce: bool) -> Ticket | None:
        """Serve the seat; there is no ticket, the program is there already."""
        self._desk = desk
        if self._serving is None:
            server = seat_server(lambda _request: self._seated())
            self._serving = asyncio.get_running_loop().create_task(server.run_stdio_async())
            self._serving.add_done_callback(lambda _task: self._seated().leave())
        return None

    async def close(self) -> None:
        """Wait until the program leaves when the match is over, else stop at once."""
        if self._serving is not None:
            if self._desk is None or not self._desk.over:
                self._serving.cancel()
            await asyncio.gather(self._serving, return_exceptions=True)
        await super().close()

    def _seated(self) -> Desk:
        if self._desk is None:
            raise RuntimeError("no seat is open yet")
        return self._desk
