"""Any other program that speaks MCP: its command lines and files stand in the experiment."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import cast

from ludarena.agents.errors import InvalidSetting
from ludarena.core.view import Json
from ludarena.harness.driver import Facts, Session, Stay
from ludarena.harness.own_files import files_in, write_file
from ludarena.harness.process import Event, executable
from ludarena.harness.program import ProgramAgent
from ludarena.harness.program_record import record_of
from ludarena.models.choose import parse_model
from ludarena.models.errors import UnknownProvider

TYPE = "program"

PLACES = ("prompt", "session", "seat_url", "model_url", "model", "home", "work")
"""What stands in braces in command lines, files and variables, and is filled in."""

_SESSION = ".ludarena-session"
_ID_LENGTH = 36
_FACTS = Facts(
    type=TYPE,
    title="the program",
    executable="",
    install="as its makers say",
    api="chat",
    oldest="0",
    newest="",
    chooses_id=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GenericProgram:
    """A program that is told what to do by words with `{places}` in them.

    `command` opens a session and `resume` continues it under the same `{session}`, a UUID of ours;
    without `resume` every call is one of its own. `files` are written into its home, `variables`
    put into its environment. Where `sessions` is a pattern of files in its home, a session is
    there when one is named after its id; else, when the program was started once.
    """

    facts: Facts
    command_words: Sequence[str]
    resume_words: Sequence[str] = ()
    files: Mapping[str, str]
    variables: Mapping[str, str]
    kept: str = ""

    def furnish(self, stay: Stay) -> Mapping[str, str]:
        """Write its files and return its variables, filled in."""
        for name, content in self.files.items():
            write_file(stay.home, name, _filled(content, stay))
        return {name: _filled(value, stay) for name, value in self.variables.items()}

    def command(self, stay: Stay, prompt: str, session: Session) -> list[str]:
        """Return the command line of a call, filled in."""
        words = self.resume_words if session.opened and self.resume_words else self.command_words
        if not self.kept and self.resume_words:
            write_file(stay.home, _SESSION, session.id)
        given = {"prompt": prompt, "session": session.id}
        return [executable(words[0]), *(_filled(word, stay, given) for word in words[1:])]

    def sessions(self, home: Path) -> list[str]:
        """Return the sessions that its home keeps, the newest last."""
        if not self.resume_words:
            return []
        if not self.kept:
            return [path.read_text()[:_ID_LENGTH] for path in files_in(home, _SESSION)]
        found = sorted(files_in(home, self.kept), key=lambda path: path.stat().st_mtime_ns)
        return [path.stem for path in found]

    def complaints(self, event: Event) -> Iterator[str]:
        """Yield the message of an event of type `error`."""
        if event.get("type") == "error":
            message = event.get("message")
            yield message if isinstance(message, str) else str(event)


def _filled(text: str, stay: Stay, given: Mapping[str, str] | None = None) -> str:
    """Return a text with its places filled in; other braces are left alone.

    What is filled in is not looked at again: a prompt may hold braces.
    """
    values = {
        "seat_url": stay.seat_url,
        "model_url": stay.model_url,
        "model": stay.model,
        "home": str(stay.home),
        "work": str(stay.work),
        **(given or {}),
    }
    parts = text.split("{")
    for number, part in enumerate(parts[1:], 1):
        name, brace, rest = part.partition("}")
        parts[number] = values[name] + rest if brace and name in values else "{" + part
    return "".join(parts)


# --- what the registry calls ----------------------------------------------------------------


def agent(
    *,
    command: Sequence[str],
    model: str,
    resume: Sequence[str] = (),
    files: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
    sessions: str = "",
    harness: str = "",
    version: str = "",
    base_url: str = "",
    key_env: str | None = None,
    sandbox: str = "auto",
    readable: Sequence[str] = (),
    seconds: float = 1_200.0,
    max_requests: int | None = None,
    max_tokens: int | None = None,
    max_money: float | None = None,
) -> ProgramAgent:
    """Return a controller that plays through such a program; raise `InvalidSetting`.

    `version` is for the record alone.
    """
    driver = GenericProgram(
        facts=_facts(command, harness, model),
        command_words=command,
        resume_words=resume,
        files=files or {},
        variables=environment or {},
        kept=sessions,
    )
    return ProgramAgent(
        driver,
        model,
        base_url,
        key_env,
        program=command[0],
        sandbox=sandbox,
        readable=readable,
        seconds=seconds,
        max_requests=max_requests,
        max_tokens=max_tokens,
        max_money=max_money,
    )


def details(settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return what the record of a participant says of such a program.

    Raises `InvalidSetting` for a program or a readable folder that is not there, for a model that
    is none, and for files that would not lie in its home.
    """
    command = cast(Sequence[str], settings["command"])
    if not command or shutil.which(command[0]) is None:
        expected = "a list of words that begins with an executable"
        raise InvalidSetting(TYPE, "command", [*command], expected)
    for name in cast(Mapping[str, str], settings["files"]):
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            raise InvalidSetting(TYPE, "files", name, "paths within the program's home")
    for folder in cast(Sequence[str], settings["readable"]):
        if not Path(folder).exists():
            raise InvalidSetting(TYPE, "readable", folder, "files and folders that are there")
    facts = _facts(command, str(settings["harness"]), str(settings["model"]))
    return {
        **record_of(facts, settings),
        "harness": facts.title,
        "harness_version": str(settings["version"]),
    }


def _facts(command: Sequence[str], harness: str, model: str) -> Facts:
    """Return the facts of a program that speaks to its model by the API in the model's name."""
    title = harness or (Path(command[0]).name if command else "")
    try:
        api = parse_model(model).api
    except UnknownProvider as error:
        expected = f"a model, by PROVIDER:NAME or PROVIDER/API:NAME ({error})"
        raise InvalidSetting(TYPE, "model", model, expected) from None
    return replace(_FACTS, title=title, executable=command[0] if command else "", api=api)
