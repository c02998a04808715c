"""What `ludarena doctor` says of agent programs: versions, sandbox, keys, never their values."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ludarena.agents.errors import InvalidSetting
from ludarena.cli.finding import Finding

if TYPE_CHECKING:
    from ludarena.harness.driver import Facts


def program_findings() -> Iterator[Finding]:
    """Yield what was found of programs, of what shuts them in, and of keys for their models."""
    from ludarena.core.errors import MissingExtra
    from ludarena.harness.sandbox import UNPROTECTED, looked

    try:
        from ludarena.harness.drivers import known_programs

        yield from (_program(facts) for facts in known_programs())
    except (ImportError, MissingExtra):
        yield Finding("programs", "not looked for: the extra mcp is absent")
    found = looked()
    if found.works:
        yield Finding("sandbox", f"bubblewrap {found.version}", good=True)
    else:
        yield Finding("sandbox", f"none ({found.reason})", None, UNPROTECTED)
    yield _keys(os.environ)


def _program(facts: Facts) -> Finding:
    """Return the version of a program that is installed, and how it compares with those tried."""
    from ludarena.harness.program_record import UNTRIED, recorded_version

    name = f"program {facts.type}"
    place = shutil.which(facts.executable)
    if place is None:
        return Finding(name, "absent", None, facts.install)
    try:
        version = recorded_version(facts, place)
    except InvalidSetting as error:
        return Finding(name, f"{place} cannot be used", None, str(error))
    tried = f"{facts.oldest} to {facts.newest}"
    if UNTRIED in version:
        return Finding(name, version, None, f"it plays; tried are {tried}")
    return Finding(name, version, good=True)


def _keys(environment: Mapping[str, str]) -> Finding:
    """Return the names of the variables that hold a key."""
    from ludarena.models.endpoints import key_variables

    there = [name for name in key_variables().values() if environment.get(name, "").strip()]
    return Finding("keys", ", ".join(there) or "none set")
