"""Whether the engines run compiled or interpreted, and whether compiled files are stale."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from sys import modules
from typing import Literal

from ludarena.core.errors import LudarenaError

MANIFEST = "_compiled.json"
_PACKAGE = Path(__file__).parent.parent


class StaleBuild(LudarenaError):
    """Compiled files that do not belong to the source beside them."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(f"compiled files do not fit their source: {'; '.join(problems)}; rebuild")
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Mode:
    """How this process runs: `compiled` lists loaded native modules, `interpreted` the rest of
    those that could be compiled."""

    compiled: tuple[str, ...]
    interpreted: tuple[str, ...]

    @property
    def name(self) -> Literal["compiled", "interpreted", "mixed"]:
        if not self.interpreted:
            return "compiled"
        return "mixed" if self.compiled else "interpreted"


def is_compiled(module: str) -> bool:
    """Return whether a loaded module runs from a compiled file."""
    return (getattr(modules[module], "__file__", "") or "").endswith(tuple(EXTENSION_SUFFIXES))


def mode() -> Mode:
    """Return how the loaded engine modules run; import a game first to have it counted."""
    native = sorted(
        name
        for name, module in modules.items()
        if name.startswith("ludarena.") and (is_compiled(name) or hasattr(module, "i64"))
    )
    return Mode(
        tuple(name for name in native if is_compiled(name)),
        tuple(name for name in native if not is_compiled(name)),
    )


def check_build() -> None:
    """Raise `StaleBuild` when compiled files are here that the source beside them did not make."""
    manifest = _PACKAGE / MANIFEST
    found = {
        str(path.relative_to(_PACKAGE)).split(".")[0] + ".py"
        for suffix in EXTENSION_SUFFIXES
        for path in _PACKAGE.rglob(f"*{suffix}")
    }
    known: dict[str, str] = json.loads(manifest.read_text()) if manifest.exists() else {}
    problems = [f"{name} was compiled, but no build says so" for name in sorted(found - set(known))]
    for name, digest in sorted(known.items()):
        source = _PACKAGE / name
        if name not in found:
            problems.append(f"{name} should be compiled, but is not")
        elif blake2b(source.read_bytes(), digest_size=16).hexdigest() != digest:
            problems.append(f"{name} was changed after it was compiled")
    if problems:
        raise StaleBuild(problems)


def require(wanted: Literal["compiled", "interpreted"]) -> None:
    """Raise `StaleBuild` unless all loaded engine modules run in the wanted mode."""
    check_build()
    found = mode()
    if found.name != wanted:
        odd = found.interpreted if wanted == "compiled" else found.compiled
        raise StaleBuild([f"{name} does not run {wanted}" for name in odd])
