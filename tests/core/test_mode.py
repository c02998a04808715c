"""Modes and stale compiled files."""

from __future__ import annotations

import json
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Literal

import pytest

from ludarena.core import mode


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package folder with one source file, `core/rng.py`."""
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "rng.py").write_text("x = 1\n")
    monkeypatch.setattr(mode, "_PACKAGE", tmp_path)
    return tmp_path


def compile_module(package: Path) -> None:
    (package / "core" / f"rng{EXTENSION_SUFFIXES[0]}").write_bytes(b"")


def write_manifest(package: Path) -> None:
    digest = blake2b((package / "core" / "rng.py").read_bytes(), digest_size=16).hexdigest()
    (package / mode.MANIFEST).write_text(json.dumps({"core/rng.py": digest}))


def test_sources_alone_are_no_stale_build(package: Path) -> None:
    mode.check_build()
    assert not (package / mode.MANIFEST).exists()


def test_a_fresh_build_passes(package: Path) -> None:
    compile_module(package)
    write_manifest(package)
    mode.check_build()
    (package / "core" / "rng.py").write_text("x = 2\n")
    with pytest.raises(mode.StaleBuild, match=r"core/rng\.py was changed after it was compiled"):
        mode.check_build()


def test_a_compiled_file_that_no_build_knows_is_stale(package: Path) -> None:
    compile_module(package)
    with pytest.raises(mode.StaleBuild, match=r"core/rng\.py was compiled, but no build says so"):
        mode.check_build()


def test_a_build_whose_compiled_file_is_gone_is_stale(package: Path) -> None:
    write_manifest(package)
    with pytest.raises(mode.StaleBuild, match=r"core/rng\.py should be compiled, but is not"):
        mode.check_build()


def test_a_wanted_mode_that_does_not_run_is_an_error() -> None:
    running = mode.mode().name
    assert running != "mixed"
    mode.require(running)
    other: Literal["compiled", "interpreted"] = (
        "interpreted" if running == "compiled" else "compiled"
    )
    with pytest.raises(mode.StaleBuild, match=f"does not run {other}"):
        mode.require(other)
