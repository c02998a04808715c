"""Codex at the table: its home, its calls, and what counts as its answer."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from ludarena.agents.controller import Failure, FailureClass, Reply, Request, StopRun
from ludarena.agents.errors import InvalidSetting
from ludarena.agents.llm.access import ModelSpec, Place, Till, model_spec
from ludarena.agents.llm.agent import WHOLE_RUN
from ludarena.core.registry import load_game
from ludarena.core.view import Json
from ludarena.harness.agent import NoSeatServer, OpenVenue
from ludarena.harness.desk import Desk
from ludarena.harness.process import Event, Program, start
from ludarena.harness.reach import answers
from ludarena.harness.texts import CALLS, CALLS_DIGEST, TOOLS
from ludarena.harness.tickets import Ticket
from ludarena.models.errors import UnknownProvider
from ludarena.models.limits import Limits

_CONFIG = """\
model = {model}
model_provider = "gateway"
approval_policy = "never"
sandbox_mode = "read-only"
web_search = "disabled"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
shell_tool = false
unified_exec = false
view_image = false
multi_agent = false
goals = false
plugins = false
apps = false
skill_search = false

[model_providers.gateway]
name = "gateway"
base_url = {base_url}
env_key = "LUDARENA_GATEWAY_KEY"
wire_api = "responses"
request_max_retries = 2
stream_max_retries = 2

[mcp_servers.arena]
url = {seat_url}
bearer_token_env_var = "LUDARENA_MCP_TOKEN"
required = true
default_tools_approval_mode = "approve"
"""
"""Only the seat's tools, only the gateway's model, and no word to anybody else."""

_MORE_SECONDS = 10.0
"""How long a program may finish its last words after the match."""


class CodexAgent:
    """Plays through `codex exec`: one call opens its session, later calls resume it.

    `program` is the executable. A call answers one decision, or where the protocol says so all
    that are owed one after the other. Its exit status proves nothing: only an `act` that reached
    the desk counts. Its home is written for this seat and removed at the end, so a match that is
    continued begins with a new session.
    """

    immediate = False

    def __init__(
        self,
        model: str,
        base_url: str = "",
        key_env: str | None = None,
        program: str = "codex",
        seconds: float = 1_200.0,
        max_requests: int | None = None,
        max_tokens: int | None = None,
        max_money: float | None = None,
    ) -> None:
        self._spec = _responses_model(model, base_url, key_env)
        self._program = program
        self._seconds = seconds
        self._limits = Limits(
            requests=max_requests,
            tokens=max_tokens,
            money=None if max_money is None else Decimal(str(max_money)),
        )
        self._till = Till("player")
        self._place: Place | None = None
        self._venue: OpenVenue | None = None
        self._desk: Desk | None = None
        self._ticket: Ticket | None = None
        self._home: Path | None = None
        self._call: Program | None = None
        self._thread = ""
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
        """Return what the program acted, or a failure when its call ends without an act."""
        if self._desk is None:
            raise NoSeatServer
        self._may_go_on = request.call == "turn"
        try:
            async with asyncio.timeout(self._seconds):
                return await self._decide(self._desk, request)
        except TimeoutError:
            await self._stop()
            detail = f"Codex did not act within {self._seconds:.3g} s"
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

    async def close(self) -> None:
        """End the seat and the program; remove its home."""
        if self._desk is not None:
            self._desk.ended("The match has ended.")
        await self._stop()
        if self._venue is not None and self._ticket is not None:
            self._venue.leave_seat(self._ticket)
        self._ticket = None
        if self._home is not None:
            await asyncio.to_thread(shutil.rmtree, self._home, ignore_errors=True)
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
                call = self._call = await self._begin(request)
            except OSError as error:
                return _failed("harness_error", f"Codex cannot be started: {error}")
            if await self._acts(call, asking):
                return asking.result()
            return await self._silent(desk, call)
        finally:
            asking.cancel()

    async def _acts(self, call: Program, asking: asyncio.Future[Reply]) -> bool:
        """Return whether the call acts before it ends."""
        ending = asyncio.ensure_future(call.wait())
        try:
            both: set[asyncio.Future[Reply] | asyncio.Future[int]] = {asking, ending}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            ending.cancel()
        return asking.done()

    async def _begin(self, request: Request) -> Program:
        """Start a call; raise `OSError` when that, or its way to the seat, fails."""
        home = self._home or await self._furnish()
        await self._stop()  # it has ended, but a child of it might not
        text = CALLS["again" if request.tries else "first" if not self._thread else "next"]
        prompt = text.format(
            seat=request.seat, title=request.game.title, decision=request.number
        ) + (CALLS["turn"] if self._may_go_on else CALLS["decision"])
        resumed = ["resume"] if self._thread else []
        target = [self._thread] if self._thread else []
        options = ["--json", "--skip-git-repo-check"]
        command = [self._program, "exec", *resumed, *options, *target, prompt]
        return await start(command, self._environment(home), home / "work")

    async def _silent(self, desk: Desk, call: Program) -> Reply:
        """Return the failure of a call that ended without an act.

        Raises `StopRun` where the budget of the whole run is the reason.
        """
        status = await call.wait()
        self._remember(call)
        kind, detail = _what_failed(call.events, status, call.errors)
        if f"the budget of {WHOLE_RUN} " in detail:
            raise StopRun(detail)
        calls = desk.take_calls()
        if not calls:
            detail += "; it called no tool of its seat"
        return Reply(failure=Failure(kind, detail), tool_calls=calls)

    async def _stop(self) -> None:
        call, self._call = self._call, None
        if call is not None:
            await asyncio.shield(call.stop())
            self._remember(call)

    def _remember(self, call: Program) -> None:
        """Keep the id of the session that the first call opened."""
        for event in call.events:
            if not self._thread and isinstance(event.get("thread_id"), str):
                self._thread = str(event["thread_id"])

    # --- the home ---------------------------------------------------------------------------

    async def _furnish(self) -> Path:
        """Write the program's home; raise `OSError` when its seat does not answer."""
        if self._ticket is None or self._place is None or self._venue is None:
            raise NoSeatServer
        if not await answers(self._ticket):
            raise ConnectionError(f"its seat does not answer at {self._ticket.url}")
        gate = self._venue.gate(self._spec, self._place, self._till)
        home = Path(tempfile.mkdtemp(prefix="ludarena-codex-"))
        for name in (".codex", "work", "tmp"):
            (home / name).mkdir()
        config = _CONFIG.format(
            model=json.dumps(self._spec.choice.name),
            base_url=json.dumps(gate["OPENAI_BASE_URL"]),
            seat_url=json.dumps(self._ticket.url),
        )
        (home / ".codex" / "config.toml").write_text(config)
        self._home = home
        return home

    def _environment(self, home: Path) -> dict[str, str]:
        """Return all that the program gets: nothing of the environment of the arena but paths."""
        beside = str(Path(shutil.which(self._program) or self._program).absolute().parent)
        return {
            "PATH": os.pathsep.join([beside, os.environ.get("PATH", "/usr/bin:/bin")]),
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
            "LANG": "C.UTF-8",
            "NO_PROXY": "127.0.0.1,localhost",
            "CODEX_HOME": str(home / ".codex"),
            "LUDARENA_GATEWAY_KEY": "seat",
            "LUDARENA_MCP_TOKEN": self._ticket.token if self._ticket else "",
        }


def _failed(kind: FailureClass, detail: str) -> Reply:
    return Reply(failure=Failure(kind, detail))


def _what_failed(events: Sequence[Event], status: int, errors: str) -> tuple[FailureClass, str]:
    """Return the class of a call without an act, and what the program said."""
    told = [text for event in events for text in _complaints(event)]
    if any("budget_exhausted" in text or "is used up" in text for text in told):
        return "budget_exhausted", told[-1]
    if told:
        return "provider_error", told[-1]
    if status != 0:
        last = (errors.strip().splitlines() or ["it said nothing"])[-1]
        return "harness_error", f"Codex ended with status {status}: {last}"
    return "empty", "the call ended without an act"


def _complaints(event: Event) -> Iterator[str]:
    """Yield the messages of an event that tells of an error; other types are passed over."""
    if event.get("type") == "error":
        yield str(event.get("message", ""))
    if event.get("type") == "turn.failed":
        error = event.get("error")
        yield str(error.get("message", "")) if isinstance(error, dict) else str(error)


# --- the record -----------------------------------------------------------------------------


def _responses_model(model: str, base_url: str, key_env: str | None) -> ModelSpec:
    """Return the model of the settings; raise `InvalidSetting` for one that Codex cannot call."""
    expected = "a model of the Responses API, such as openai:NAME or PROVIDER/responses:NAME"
    try:
        spec = model_spec(model, base_url, key_env)
    except UnknownProvider as error:
        raise InvalidSetting("codex", "model", model, f"{expected} ({error})") from None
    if spec.here or spec.choice.api != "responses":
        raise InvalidSetting("codex", "model", model, expected)
    return spec


def details(settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return what the record of a participant says of Codex; its version is asked for.

    Raises `InvalidSetting` for a model that it cannot call and for a program that is not there.
    """
    model = str(settings["model"])
    _responses_model(model, str(settings["base_url"]), None)
    limits = ("max_requests", "max_tokens", "max_money")
    return {
        "harness": "codex",
        "harness_version": _version(str(settings["program"])),
        "model": model,
        "prompts": CALLS_DIGEST,
        "tools": [*sorted(TOOLS)],
        "memory": "the program's own",
        "budget": {name: settings[name] for name in limits if settings[name] is not None},
    }


def _version(program: str) -> str:
    beside = str(Path(shutil.which(program) or program).absolute().parent)
    path = os.pathsep.join([beside, os.environ.get("PATH", "/usr/bin:/bin")])
    try:
        told = subprocess.run(
            [program, "--version"],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
            stdin=subprocess.DEVNULL,
            env={"PATH": path, "HOME": tempfile.gettempdir(), "LANG": "C.UTF-8"},
        )
    except (OSError, subprocess.SubprocessError) as error:
        expected = f"an executable of Codex, as npm install @openai/codex makes it ({error})"
        raise InvalidSetting("codex", "program", program, expected) from None
    return told.stdout.split()[-1] if told.stdout.split() else ""
