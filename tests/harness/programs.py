"""Matches in which our own program plays through the generic driver, on a scripted model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ludarena.arena.participant import Participant, built_in
from ludarena.harness.installed import interpreter
from ludarena.testing.provider import ScriptedProvider
from tests.keys import KEY_ENV

SOURCE = Path(__file__).with_name("seat_program.py")


def installed(folder: Path) -> Path:
    """Return the program as one executable file of its own."""
    path = folder / "seat-program"
    path.write_text(f"#!{interpreter()} -IS\n{SOURCE.read_text()}")
    path.chmod(0o755)
    return path


def seated(
    name: str,
    program: Path,
    provider: ScriptedProvider,
    *mode: str,
    resumed: bool = True,
    **settings: object,
) -> Participant:
    """Return a participant that plays through the program."""
    words: Sequence[str] = (
        str(program),
        *("{seat_url}", "{model_url}", "{session}", "{prompt}", *mode),
    )
    given: dict[str, object] = {
        "command": list(words),
        "resume": list(words) if resumed else [],
        "environment": {"MODEL": "{model}"},
        "model": "openai-compatible:scripted-1",
        "base_url": provider.base_url("chat"),
        "key_env": KEY_ENV,
        "harness": "seat program",
        "version": "1",
        **settings,
    }
    return built_in(name, "program", **given)
