"""An agent program at the table: its home, its calls, and what counts as its answer."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections import deque
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from ludarena.agents.controller import Failure, Reply, Request
from ludarena.agents.llm.access import ModelSpec, Place
from ludarena.agents.own_log import OwnLog
from ludarena.core.registry import load_game
from ludarena.harness.desk import Desk
from ludarena.harness.driver import (
    KEY_VARIABLE,
    TOKEN_VARIABLE,
    Driver,
    Session,
    Stay,
    Tools,
)
from ludarena.harness.home import Home, enter
from ludarena.harness.leftovers import MARK_VARIABLE
from ludarena.harness.logs import own_log
from ludarena.harness.process import Event, Program, executable, search_path, start
from ludarena.harness.program_record import program_model
from ludarena.harness.reach import gateway_answers, seat_answers
from ludarena.harness.sandbox import Sandbox, settled
from ludarena.harness.texts import CALLS
from ludarena.harness.tickets import Ticket
from ludarena.harness.venue import Gate, NoSeatServer, OpenVenue
from ludarena.harness.verdict import Ended, WatchedTill, failure_of
from ludarena.models.limits import Limits

_MORE_SECONDS = 10.0
"""How long a program may finish its last words after the match."""

_LOOK_SECONDS = 0.5
"""Between two looks whether a call can still succeed."""

_KEPT_COMPLAINTS = 20
_COMPLAINT_LENGTH = 2_000


class ProgramAgent:
    """Plays through an agent program: one call opens its session, later calls resume it.

    A call answers one decision, or where the protocol says so all that are owed one after the
    other. Its exit status proves nothing: only an `act` that reached the desk counts. Its home is
    written for this seat and kept until the match ends, so that a match that is continued goes on
    in the same session. No model call goes out before the program has the tools of its seat.
    """

    immediate = False

    def __init__(
        self,
        driver: Driver,
        model: str,
        base_url: str = "",
        key_env: str | None = None,
        program: str = "",
        tools: Tools = "seat",
        seconds: float = 1_200.0,
        max_requests: int | None = None,
        max_tokens: int | None = None,
        max_money: float | None = None,
        sandbox: str = "auto",
        readable: Sequence[str] = (),
    ) -> None:
        self._driver = driver
        self._title = driver.facts.title
        self._spec = program_model(driver.facts, model, base_url, key_env)
        self._program = executable(program or driver.facts.executable)
        self._tools: Tools = tools
        self._seconds = seconds
        self._kind = settled(sandbox, driver.facts.type)
        self._readable = [Path(name) for name in readable]
        self._sandbox: Sandbox | None = None
        self._limits = Limits(
            requests=max_requests,
            tokens=max_tokens,
            money=None if max_money is None else Decimal(str(max_money)),
        )
        self._till = WatchedTill("player")
        self._place: Place | None = None
        self._venue: OpenVenue | None = None
        self._desk: Desk | None = None
        self._ticket: Ticket | None = None
        self._gate: Gate | None = None
        self._home: Home | None = None
        self._stay: Stay | None = None
        self._variables: Mapping[str, str] = {}
        self._call: Program | None = None
        self._opening = ""
        self._told: deque[str] = deque(maxlen=_KEPT_COMPLAINTS)
        self._may_go_on = False

    def join(self, place: Place) -> None:
        """Open the seat in a run; raise `NoSeatServer` where programs cannot come in."""
        if not isinstance(place.venue, OpenVenue):
            raise NoSeatServer
        self._place, self._venue = place, place.venue
        self._desk = Desk(load_game(place.game), place.seat)
        self._ticket = place.venue.seat(place, self._desk, announce=False)

    def models(self) -> Sequence[ModelSpec]:
        """Return the one model that the program may call."""
        return [self._spec]

    def limits(self) -> Limits:
        """Return what it may use in one match."""
        return self._limits

    async def decide(self, request: Request) -> Reply:
        """Return what the program acted, or a failure when its call ends without an act.

        Raises `StopRun` where every further call would fail alike.
        """
        if self._desk is None:
            raise NoSeatServer
        self._may_go_on = request.call == "turn"
        try:
            async with asyncio.timeout(self._seconds):
                return await self._decide(self._desk, request)
        except TimeoutError:
            await self._stop()
            detail = f"{self._title} did not act within {self._seconds:.3g} s"
            return Reply(failure=Failure("timeout", detail), tool_calls=self._desk.take_calls())
        except BaseException:
            await self._stop()
            raise

    def accepted(self, owes: bool) -> None:
        """Tell the desk; a call that may answer one decision hears that it is done."""
        if self._desk is not None:
            self._desk.accepted(owes and self._may_go_on)

    def replaced(self, owes: bool, out: bool) -> None:
        """Tell the desk, as `accepted` does."""
        if self._desk is not None:
            self._desk.replaced(owes and self._may_go_on, out)

    def ended(self, result: str) -> None:
        """Tell the desk."""
        if self._desk is not None:
            self._desk.ended(result)

    async def finish(self) -> None:
        """Give the program a moment for its last words, then end it."""
        if self._call is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_MORE_SECONDS):
                    await self._call.wait()
        await self._stop()

    async def own_log(self) -> OwnLog | None:
        """End the program and return what its log in its home says."""
        await self._stop()
        kept = self._venue.home(self._place) if self._venue and self._place else None
        path = self._home.path if self._home else kept
        if path is None or not path.exists():
            return None
        return await asyncio.to_thread(own_log, self._driver.facts.type, path)

    async def close(self) -> None:
        """End the seat, the program and its way to its model."""
        if self._desk is not None:
            self._desk.ended("The match has ended.")
        await self._stop()
        if self._venue is not None and self._ticket is not None:
            self._venue.leave_seat(self._ticket)
        self._ticket = None
        if self._gate is not None:
            self._gate.close()
        if self._sandbox is not None:
            self._sandbox.close()
        if self._home is not None:
            await asyncio.to_thread(self._home.leave)
            self._home = None

    # --- calls ------------------------------------------------------------------------------

    async def _decide(self, desk: Desk, request: Request) -> Reply:
        if self._call is not None and not self._may_go_on and not request.tries:
            await self._call.wait()  # what it says after its act belongs to that decision
        self._till.record = request.record
        asking = asyncio.ensure_future(desk.ask(request))
        try:
            if self._call is not None and await self._acts(self._call, asking):
                return asking.result()
            try:
                call = self._call = await self._begin(desk, request)
            except OSError as error:
                detail = f"{self._title} cannot be started: {error}"
                return Reply(failure=Failure("harness_error", detail))
            if await self._acts(call, asking):
                return asking.result()
            return await self._silent(desk, call)
        finally:
            asking.cancel()

    async def _acts(self, call: Program, asking: asyncio.Future[Reply]) -> bool:
        """Return whether a call acts before it ends, or before it is plain that it cannot."""
        ending = asyncio.ensure_future(call.wait())
        both: set[asyncio.Future[Reply] | asyncio.Future[int]] = {asking, ending}
        try:
            while not (ending.done() or asking.done() or self._till.hopeless or self._broke()):
                await asyncio.wait(both, timeout=_LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ending.cancel()
        if asking.done() and self._home is not None:
            self._note_session(self._home)
        return asking.done()

    def _broke(self) -> bool:
        refused = self._gate.refused if self._gate else ()
        return any(kind == "budget_exhausted" for kind, _ in refused)

    async def _begin(self, desk: Desk, request: Request) -> Program:
        """Start a call; raise `OSError` when that, or its way to seat or gateway, fails."""
        home, stay = await self._settled()
        await self._stop()  # it has ended, but a child of it might not
        self._check_session(home)
        self._note_session(home)  # of a call that was cut short with the arena
        opened = bool(home.session)
        self._opening = home.session or (str(uuid.uuid4()) if self._driver.facts.chooses_id else "")
        text = CALLS["again" if request.tries else "next" if opened else "first"]
        prompt = text.format(
            seat=request.seat, title=request.game.title, decision=request.number
        ) + (CALLS["turn"] if self._may_go_on else CALLS["decision"])
        command = self._driver.command(stay, prompt, Session(self._opening, opened))
        box = self._sandbox = self._sandbox or Sandbox(
            self._kind, addresses=(stay.seat_url, stay.model_url), readable=self._readable
        )
        command, environment = box.wrap(command, self._environment(home), home.path)
        desk.offered = False
        self._till.begin()
        self._told.clear()
        if self._gate is not None:
            self._gate.refused.clear()
        return await start(command, environment, stay.work, self._hear, home.mark)

    def _hear(self, event: Event) -> None:
        for text in self._driver.complaints(event):
            self._told.append(text[:_COMPLAINT_LENGTH])

    async def _silent(self, desk: Desk, call: Program) -> Reply:
        """Return the failure of a call that ended, or never will, without an act."""
        if call.running:
            await call.stop()
        status = await call.wait()
        calls = desk.take_calls()
        ended = Ended(
            title=self._title,
            status=status,
            told=tuple(self._told),
            errors=call.errors,
            flooded=call.flooded,
            offered=desk.offered,
            used=bool(calls),
            refused=tuple(self._gate.refused) if self._gate else (),
            row=self._till.row,
        )
        return Reply(failure=failure_of(ended), tool_calls=calls)

    async def _stop(self) -> None:
        """End the call, all that it left running, and remember its session."""
        call, self._call = self._call, None
        if call is None or self._home is None:
            return
        await asyncio.shield(call.stop())
        self._note_session(self._home)

    def _note_session(self, home: Home) -> None:
        """Keep the session that the next call resumes: the first one that the home holds."""
        if not home.session:
            held = self._driver.sessions(home.path)
            with contextlib.suppress(OSError):  # known all the same, as long as this process lives
                home.keep(self._opening if self._opening in held else next(iter(held), ""))

    def _check_session(self, home: Home) -> None:
        """Raise `FileNotFoundError` when the kept session is gone; the next call opens another."""
        lost = home.session
        if lost and lost not in self._driver.sessions(home.path):
            home.keep("")
            raise FileNotFoundError(f"its session {lost} is gone from its home")

    # --- the home ---------------------------------------------------------------------------

    async def _settled(self) -> tuple[Home, Stay]:
        """Return the home and what the program is told; raise `OSError` when a way is closed."""
        if self._home is None or self._stay is None:
            if self._ticket is None or self._place is None or self._venue is None:
                raise NoSeatServer
            self._gate = self._gate or self._venue.gate(
                self._spec, self._place, self._till, barred=self._barred
            )
            model_url = self._gate.urls[self._driver.facts.api]
            await self._prove(self._ticket, model_url)
            home = await asyncio.to_thread(enter, self._venue.home(self._place))
            self._stay = Stay(
                program=self._program,
                home=home.path,
                model=self._spec.choice.name,
                model_url=model_url,
                seat_url=self._ticket.url,
                tools=self._tools,
            )
            self._variables = self._driver.furnish(self._stay)
            self._home = home
        return self._home, self._stay

    async def _prove(self, ticket: Ticket, model_url: str) -> None:
        """Raise `ConnectionError` unless seat and gateway answer, before anything is paid."""
        if not await seat_answers(ticket):
            raise ConnectionError(f"its seat does not answer at {ticket.url}")
        if not await gateway_answers(model_url):
            raise ConnectionError("the gateway does not answer to its seat")

    def _barred(self) -> str:
        """Return why no model call may go out, empty when the program has its tools."""
        if self._desk is not None and self._desk.offered:
            return ""
        return "the program has not asked for the tools of its seat yet"

    def _environment(self, home: Home) -> dict[str, str]:
        """Return all that the program gets: nothing of the environment of the arena but paths."""
        return {
            "PATH": search_path(self._program),
            "HOME": str(home.path),
            "XDG_CONFIG_HOME": str(home.path / ".config"),
            "XDG_DATA_HOME": str(home.path / ".local" / "share"),
            "XDG_CACHE_HOME": str(home.path / ".cache"),
            "XDG_STATE_HOME": str(home.path / ".local" / "state"),
            "TMPDIR": str(home.path / "tmp"),
            "LANG": "C.UTF-8",
            "NO_PROXY": "127.0.0.1,localhost",
            KEY_VARIABLE: "seat",
            TOKEN_VARIABLE: self._ticket.token if self._ticket else "",
            MARK_VARIABLE: home.mark,
            **self._variables,
        }
