"""What a run offers to players beside requests: metered models, budgets, prices, seats to join."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from ludarena.agents.llm.access import (
    NATIVE,
    Joining,
    Line,
    MeteredLine,
    ModelSpec,
    Place,
    Till,
    open_spec,
)
from ludarena.agents.llm.agent import OF_PARTICIPANT, WHOLE_RUN, LlmAgent
from ludarena.agents.registry import build_agent
from ludarena.arena.participant import Participant
from ludarena.models.choose import open_model
from ludarena.models.errors import InvalidPrices
from ludarena.models.ledger import LedgerRow
from ludarena.models.limits import Amount, Budget, Limits
from ludarena.models.prices import Prices
from ludarena.models.wire import Api

if TYPE_CHECKING:
    from ludarena.harness.desk import Desk
    from ludarena.harness.server import SeatServer
    from ludarena.harness.tickets import Ticket
    from ludarena.harness.venue import Gate
    from ludarena.models.gateway import GatewayServer, SeatWatch
    from ludarena.models.gateway import Seat as GatewaySeat
    from ludarena.models.pace import PaceSettings
    from ludarena.models.retry import RetryPolicy

_MOST_OUTPUT = 32_768
"""Output tokens of a call whose request names no bound, for budgets."""

_COMMIT_SECONDS = 60.0


_VARIABLES: dict[Api, tuple[str, str]] = {
    "chat": ("OPENAI_BASE_URL", "OPENAI_API_KEY"),
    "responses": ("OPENAI_BASE_URL", "OPENAI_API_KEY"),
    "messages": ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"),
    "gemini": ("GOOGLE_GEMINI_BASE_URL", "GEMINI_API_KEY"),
}
"""Where programs look for the address and the key of each API."""


def _blinded(text: str) -> str:
    """Return a name that tells nothing: a program may see where its home is."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _on_stderr(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


class Services:
    """The services of one call of `run_matches`; a venue for its players.

    `limits` bound the whole run, earlier calls included: `spent` is what these used; `personal`
    bounds participants by name, `wall_seconds` how long the run is played by the clock. With
    `prices` every response gets its cost when it arrives. The gateway starts with the first model
    that is not in this process.
    """

    def __init__(
        self,
        *,
        prices: Prices | None = None,
        limits: Limits | None = None,
        personal: Mapping[str, Limits] | None = None,
        wall_seconds: float | None = None,
        retries: RetryPolicy | None = None,
        pace: Mapping[str, PaceSettings] | None = None,
        announce: Callable[[str], None] = _on_stderr,
    ) -> None:
        self.prices = prices
        self.limits = limits or Limits()
        self.personal = dict(personal or {})
        self.wall_seconds = wall_seconds
        self._retries = retries
        self._pace = pace
        self._budget = Budget(WHOLE_RUN, self.limits)
        self._people: dict[str, Budget] = {}
        self._seats: dict[tuple[str, int], Budget] = {}
        self._tills: dict[str, Till] = {}
        self._labels = itertools.count()
        self._server: GatewayServer | None = None
        self._seat_server: SeatServer | None = None
        self._announce = announce
        self._folder: Path | None = None
        self._tickets: dict[str, Path] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def check(self, people: Iterable[Participant]) -> None:
        """Look, before anything is paid, whether the models of all players can be called.

        Says what is not protected where programs play without a sandbox.

        Raises `InvalidSetting` where a sandbox that is on record does not work, `MissingKey`,
        `MissingPrice`, `MissingExtra`, `MissingWeights`, and `InvalidPrices` where a limit in money
        has no prices.
        """
        people = list(people)
        self._check_sandboxes([one for one in people if one.sandbox is not None])
        for one in people:
            agent = build_agent(one.type, one.settings)
            if not isinstance(agent, Joining):
                continue
            own = self.personal.get(one.name, Limits())
            money = any(each.money is not None for each in (self.limits, own, agent.limits()))
            for spec in agent.models():
                if spec.here:
                    open_spec(spec)
                    continue
                at = spec.endpoint()
                if isinstance(agent, LlmAgent):
                    open_model(spec.choice, at=at)  # loads its library before a match waits for it
                if self.prices is not None:
                    self.prices.require([spec.choice.name])
                elif money:
                    reason = f"a limit in money needs the prices of {spec.registered!r}"
                    raise InvalidPrices("(none given)", reason)

    @property
    def alone(self) -> bool:
        """Return whether budgets are kept that several runners could not keep together."""
        return any(limits != Limits() for limits in (self.limits, *self.personal.values()))

    @property
    def spent(self) -> Amount:
        """Return what the whole run used so far, earlier calls included."""
        return self._budget.spent

    def _check_sandboxes(self, programs: Sequence[Participant]) -> None:
        if not programs:
            return
        from ludarena.harness.program_record import UNTRIED
        from ludarena.harness.sandbox import UNPROTECTED, settled

        for one in programs:
            if one.sandbox == "bubblewrap":
                settled(one.sandbox, one.type)
        unconfined = [one.name for one in programs if one.sandbox == "none"]
        if unconfined:
            self._announce(f"{', '.join(unconfined)}: {UNPROTECTED}")
        for one in programs:
            if UNTRIED in one.harness_version:
                self._announce(
                    f"{one.name}: {one.harness} {one.harness_version}: ludarena was never tried "
                    "with this version; see which tools it offers before you trust its results"
                )

    def start(
        self,
        spent: Amount,
        folder: Path | None = None,
        personal: Mapping[str, Amount] | None = None,
    ) -> None:
        """Serve players of the running event loop; `spent` is what earlier calls used.

        `personal` is what of it each participant used. In `folder`, that of the run, users find
        the tickets of seats that wait for their programs.
        """
        self._folder = folder
        self._loop = asyncio.get_running_loop()
        self._budget = Budget(WHOLE_RUN, self.limits, spent)
        self._people = {
            name: Budget(f"{OF_PARTICIPANT}{name}", limits, (personal or {}).get(name))
            for name, limits in self.personal.items()
        }

    async def close(self) -> None:
        """Stop gateway and seat server; calls under way get a moment to end."""
        seats, self._seat_server = self._seat_server, None
        if seats is not None:
            await seats.close()
        server, self._server = self._server, None
        if server is not None:
            await asyncio.to_thread(server.close)

    # --- models -----------------------------------------------------------------------------

    def line(self, spec: ModelSpec, place: Place, role: str) -> Line:
        """Return a line to a model: through the gateway unless it runs in this process."""
        budgets = self._budgets(place)
        till = Till(role, self.prices.digest if self.prices else "")
        if spec.here:
            return MeteredLine(spec, open_spec(spec), till, budgets=budgets)
        return self._gated(spec, place, till, budgets)

    def _gated(
        self, spec: ModelSpec, place: Place, till: Till, budgets: tuple[Budget, ...]
    ) -> Line:
        from ludarena.models.remote import ONE_TRY

        seat = self._gateway_seat(spec, place, till, budgets, NATIVE)
        model = open_model(spec.choice, at=seat.endpoint(), retries=ONE_TRY)

        def close() -> None:
            self._gateway().gateway.close_seat(seat.token)

        return MeteredLine(spec, model, till, metered=True, closing=close)

    def _gateway_seat(
        self,
        spec: ModelSpec,
        place: Place,
        till: Till,
        budgets: tuple[Budget, ...],
        source: str,
        watch: SeatWatch | None = None,
    ) -> GatewaySeat:
        from ludarena.models.gateway import SeatAccess

        label = f"{place.match[:12]}/{place.seat}/{till.role}/{next(self._labels)}"
        self._tills[label] = till
        return self._gateway().open(
            SeatAccess(
                label=label,
                endpoint=spec.endpoint(),
                model=spec.choice.name,
                snapshots=(spec.snapshot,) if spec.snapshot else (),
                role=till.role,
                source=source,
                budgets=budgets,
                prices=self.prices,
                max_output=_MOST_OUTPUT,
                watch=watch,
            )
        )

    # --- programs ---------------------------------------------------------------------------

    def seat(self, place: Place, desk: Desk, *, announce: bool) -> Ticket | None:
        """Return the ticket of a seat that a program takes; tell it where that is asked."""
        if self._seat_server is None:
            from ludarena.harness.server import SeatServer

            self._seat_server = SeatServer()
        ticket = self._seat_server.open(desk)
        if announce:
            told = f"{ticket.url} with the token {ticket.token}"
            if self._folder is not None:
                from ludarena.harness.tickets import write_ticket

                path = write_ticket(self._folder, f"{place.match[:12]}-{place.seat}", ticket)
                self._tickets[ticket.token] = path
                told += f"; both are in {path}"
            self._announce(
                f"seat {place.seat} of match {place.match[:12]} waits for its program: {told}"
            )
        return ticket

    def leave_seat(self, ticket: Ticket) -> None:
        """End a ticket."""
        if self._seat_server is not None:
            self._seat_server.end(ticket.token)
        path = self._tickets.pop(ticket.token, None)
        if path is not None:
            from ludarena.harness.tickets import remove_ticket

            remove_ticket(path)

    def gate(
        self, spec: ModelSpec, place: Place, till: Till, *, barred: Callable[[], str] | None = None
    ) -> Gate:
        """Return a way for a program's model calls through the gateway.

        `barred` tells why no call may go out now, empty when one may.
        """
        from ludarena.harness.venue import Gate
        from ludarena.models.gateway import SeatWatch

        budgets = self._budgets(place)
        watch = SeatWatch(barred) if barred else SeatWatch()
        seat = self._gateway_seat(spec, place, till, budgets, "gateway", watch)
        spoken = seat.access.endpoint.urls
        found = {"LUDARENA_MODEL": spec.choice.name}
        for api, (address, key) in _VARIABLES.items():
            if api in spoken:
                found[address] = seat.base_url(api)
                found[key] = "seat"

        def close() -> None:
            self._gateway().gateway.close_seat(seat.token)

        return Gate({api: seat.base_url(api) for api in spoken}, found, close, watch.refused)

    def home(self, place: Place) -> Path | None:
        """Return the folder of a program in that of the run; None where the run has none."""
        if self._folder is None:
            return None
        name = _blinded(f"{place.match}|{place.attempt}|{place.seat}")
        return self._homes(self._folder, place.match) / name

    @staticmethod
    def _homes(folder: Path, match: str) -> Path:
        return folder.absolute() / "homes" / _blinded(match)

    def _budgets(self, place: Place) -> tuple[Budget, ...]:
        """Return the budgets of the run, of the participant where it has one, and of the seat."""
        own = self._people.get(place.participant)
        shared = (self._budget,) if own is None else (self._budget, own)
        return (*shared, self._seat_budget(place))

    def _seat_budget(self, place: Place) -> Budget:
        key = (place.match, place.seat)
        if key not in self._seats:
            name = f"seat {place.seat} of match {place.match[:12]}"
            self._seats[key] = Budget(name, place.limits, place.spent)
        return self._seats[key]

    def leave(self, match: str, *, over: bool) -> None:
        """Forget the budgets of a match's seats: its next attempt has new ones.

        When the attempt is over, and will not be continued, the homes of its programs go too.
        """
        for key in [key for key in self._seats if key[0] == match]:
            del self._seats[key]
        if over and self._folder is not None:
            homes = self._homes(self._folder, match)
            shutil.rmtree(homes, ignore_errors=True)
            with suppress(OSError):
                homes.parent.rmdir()

    def _gateway(self) -> GatewayServer:
        if self._server is None:
            from ludarena.models.gateway import Gateway, GatewayServer

            gateway = Gateway(self._enter, retries=self._retries, pace=self._pace)
            self._server = GatewayServer(gateway, grace_s=1.0)
        return self._server

    def _enter(self, row: LedgerRow) -> None:
        """Store a row of the ledger; called by the gateway's thread.

        Returns when the row is durable, for a program may be killed as soon as it has its reply.
        Our own loop gets its reply in the loop that stores rows, after its row: no need to wait.
        """
        till, loop = self._tills.get(row.seat), self._loop
        if till is None or loop is None:
            return
        if row.source == NATIVE:
            loop.call_soon_threadsafe(till.keep, row)
            return
        done: Future[None] = Future()

        def enter() -> None:
            try:
                till.take(row)
            except Exception as error:  # noqa: BLE001 - handed to the thread that waits
                done.set_exception(error)
            else:
                done.set_result(None)

        loop.call_soon_threadsafe(enter)
        done.result(_COMMIT_SECONDS)
