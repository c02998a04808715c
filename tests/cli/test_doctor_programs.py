"""What `doctor` says of agent programs, their sandbox and keys."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludarena.harness.sandbox import UNPROTECTED, Finding, looked
from tests.cli.run import run
from tests.keys import KEY


@pytest.fixture
def path(tmp_path, monkeypatch) -> Path:
    """Return a folder that is looked through first for programs, before the system's own."""
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path), "/usr/bin", "/bin"]))
    return tmp_path


def install(folder: Path, name: str, version: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\necho {version}\n")
    (folder / name).chmod(0o755)


def test_doctor_tells_the_versions_of_programs(path, capsys):
    install(path, "codex", "codex-cli 0.171.0")
    install(path, "gemini", "0.99.1")
    install(path, "qwen", "0.15.10")
    ran = run(capsys, "doctor", "--json")
    assert ran.code == 0
    assert ran.json["program codex"] == {"value": "0.171.0", "good": True}
    assert ran.json["program gemini-cli"] == {"value": "0.99.1 (untried)", "good": None}
    assert ran.json["program qwen-code"]["value"].endswith("qwen cannot be used")
    told = run(capsys, "doctor").out
    assert "0.24.4 or newer, this is 0.15.10" in " ".join(told.split())


def test_doctor_tells_how_an_absent_program_is_had(path, capsys, monkeypatch):
    monkeypatch.setenv("PATH", str(path))
    told = run(capsys, "doctor")
    assert told.code == 0
    assert "npm install @openai/codex" in told.out


def test_doctor_tells_what_is_not_protected_without_a_sandbox(capsys, monkeypatch):
    none = Finding(False, reason="bubblewrap is not installed")
    monkeypatch.setattr("ludarena.harness.sandbox.looked", lambda: none)
    told = run(capsys, "doctor").out
    assert "none (bubblewrap is not installed)" in " ".join(told.split())
    assert UNPROTECTED.split()[0] in told


def test_doctor_names_keys_and_never_shows_them(capsys, monkeypatch):
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    ran = run(capsys, "doctor", "--json")
    assert "ANTHROPIC_API_KEY" in ran.json["keys"]["value"]
    assert "OPENAI_API_KEY" not in ran.json["keys"]["value"]
    assert KEY not in ran.out + ran.err


def test_doctor_looks_at_the_sandbox(capsys):
    found = run(capsys, "doctor", "--json").json["sandbox"]
    assert found["good"] is (True if looked().works else None)
