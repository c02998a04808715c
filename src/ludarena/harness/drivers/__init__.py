"""One module a program: its configuration, its command lines, what its output tells."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from ludarena.harness.driver import Facts

MODULES = ("codex", "opencode", "qwen", "dsh", "claude", "gemini")


def known_programs() -> list[Facts]:
    """Return the facts of all programs that have a driver of their own."""
    return [cast(Facts, import_module(f"{__name__}.{name}").FACTS) for name in MODULES]
