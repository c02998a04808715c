"""What the record of a participant says of an agent program: its version, its model."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from ludarena.agents.errors import InvalidSetting
from ludarena.agents.llm.access import ModelSpec, model_spec
from ludarena.core.view import Json
from ludarena.harness.driver import Facts
from ludarena.harness.process import search_path
from ludarena.harness.sandbox import settled
from ludarena.harness.texts import CALLS_DIGEST, TOOLS
from ludarena.models.endpoints import endpoint, known_providers
from ludarena.models.errors import UnknownProvider

UNTRIED = "untried"

_VERSION = re.compile(r"\d+\.\d+[\w.+-]*")
_SECONDS = 60.0
_LIMITS = ("max_requests", "max_tokens", "max_money")

Details = Callable[[Mapping[str, Json]], dict[str, Json]]


def details_of(facts: Facts) -> Details:
    """Return what tells the fields of a participant's record from its settings.

    It raises `InvalidSetting` for a model that the program cannot call, for a program that is not
    there, and for one that is too old.
    """

    def details(settings: Mapping[str, Json]) -> dict[str, Json]:
        return {
            **record_of(facts, settings),
            "harness_version": recorded_version(facts, str(settings["program"])),
        }

    return details


def record_of(facts: Facts, settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return the fields of a participant's record but the program's version.

    Raises `InvalidSetting` for a model that the program cannot call, and for a sandbox that does
    not work here.
    """
    model = str(settings["model"])
    program_model(facts, model, str(settings["base_url"]), None)
    own: list[Json] = ["its own"] if settings.get("tools", "own") == "own" else []
    return {
        "harness": facts.type,
        "model": model,
        "prompts": CALLS_DIGEST,
        "tools": [*sorted(TOOLS), *own],
        "memory": "the program's own",
        "budget": {name: settings[name] for name in _LIMITS if settings[name] is not None},
        "sandbox": settled(str(settings["sandbox"]), facts.type),
    }


# --- the model ------------------------------------------------------------------------------


def program_model(facts: Facts, model: str, base_url: str, key_env: str | None) -> ModelSpec:
    """Return the model of the settings, called by the program's own API.

    A model without an API in its name is called by the one that the program speaks, where its
    provider does too. Raises `InvalidSetting` for a model that the program cannot call.
    """
    expected = f"a model of the API that {facts.title} speaks, {facts.api}"
    try:
        spec = model_spec(model, base_url, key_env)
    except UnknownProvider as error:
        raise InvalidSetting(facts.type, "model", model, f"{expected} ({error})") from None
    choice = spec.choice
    if not spec.here and "/" not in model.partition(":")[0] and _speaks(choice.provider, facts):
        choice = replace(choice, api=facts.api)
    if spec.here or choice.api != facts.api:
        raise InvalidSetting(facts.type, "model", model, f"{expected}: PROVIDER/{facts.api}:NAME")
    return replace(spec, choice=choice)


def _speaks(provider: str, facts: Facts) -> bool:
    if provider not in known_providers():
        return False
    return facts.api in endpoint(provider, key_variable="").urls


# --- the version ----------------------------------------------------------------------------


def recorded_version(facts: Facts, program: str) -> str:
    """Return the version of a program, marked where it is newer than those that were tried.

    Raises `InvalidSetting` for a program that does not tell, and for one that is too old.
    """
    version = program_version(facts, program)
    if _parts(version) < _parts(facts.oldest):
        expected = f"{facts.title} {facts.oldest} or newer, this is {version}: {facts.install}"
        raise InvalidSetting(facts.type, "program", program, expected)
    return f"{version} ({UNTRIED})" if _parts(version) > _parts(facts.newest) else version


def program_version(facts: Facts, program: str) -> str:
    """Return the version that a program tells; raise `InvalidSetting` when it tells none."""
    where = shutil.which(program) or program
    try:
        told = _told(where, os.stat(where).st_mtime_ns, facts.home_variable)
    except (OSError, subprocess.SubprocessError) as error:
        expected = f"an executable of {facts.title}, as {facts.install} makes it ({error})"
        raise InvalidSetting(facts.type, "program", program, expected) from None
    found = _VERSION.search(told)
    if found is None:
        expected = f"an executable that tells its version, not {told.strip()[:80]!r}"
        raise InvalidSetting(facts.type, "program", program, expected)
    return found[0]


@lru_cache
def _told(program: str, _changed: int, home_variable: str) -> str:
    """Return what a program says of its version; it is asked once for each state of its file."""
    with tempfile.TemporaryDirectory(prefix="ludarena-") as home:
        return subprocess.run(
            [program, "--version"],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=True,
            stdin=subprocess.DEVNULL,
            env={
                "PATH": search_path(program),
                "HOME": home,
                home_variable: home,
                "LANG": "C.UTF-8",
            },
        ).stdout


def _parts(version: str) -> tuple[int, ...]:
    """Return the numbers of a version up to its first text, which says how ready it is."""
    return tuple(int(one) for one in re.match(r"\d+(\.\d+)*", version)[0].split("."))  # type: ignore[index]
