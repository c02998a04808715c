"""Traps in the home of a program: links, pipes and bombs that it left for the arena."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from ludarena.harness import log_lines
from ludarena.harness.driver import Stay
from ludarena.harness.drivers.claude import ClaudeCode
from ludarena.harness.drivers.codex import Codex
from ludarena.harness.drivers.dsh import DeepSeekHarness
from ludarena.harness.drivers.gemini import GeminiCli
from ludarena.harness.drivers.opencode import OpenCode
from ludarena.harness.drivers.qwen import QwenCode
from ludarena.harness.logs import own_log
from ludarena.harness.own_files import files_in, write_file

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

DRIVERS = [Codex, OpenCode, QwenCode, DeepSeekHarness, ClaudeCode, GeminiCli]
PRECIOUS = "what must stay"


@pytest.fixture
def outside(tmp_path):
    path = tmp_path / "run.sqlite"
    path.write_text(PRECIOUS)
    return path


@pytest.fixture
def home(tmp_path):
    path = tmp_path / "home"
    (path / "work").mkdir(parents=True)
    return path


def stay(home: Path) -> Stay:
    return Stay(
        program="program",
        home=home,
        model="m",
        model_url="http://127.0.0.1:1/v1",
        seat_url="http://127.0.0.1:2/seat/x/mcp",
    )


def files(home: Path) -> list[Path]:
    return [path for path in home.rglob("*") if path.is_file()]


@pytest.mark.parametrize("driver", DRIVERS)
def test_configuration_that_became_a_link_is_written_anew_and_its_target_left_alone(
    driver, home, outside
):
    driver().furnish(stay(home))
    written = files(home)
    before = [path.read_text() for path in written]
    assert written
    for path in written:
        path.unlink()
        path.symlink_to(outside)
    driver().furnish(stay(home))
    assert outside.read_text() == PRECIOUS
    assert [path.read_text() for path in written] == before
    assert not any(path.is_symlink() for path in written)


def test_folder_that_became_a_link_is_not_followed(home, outside):
    (home / ".codex").symlink_to(outside.parent)
    with pytest.raises(OSError, match=r"\.codex"):
        Codex().furnish(stay(home))
    assert not (outside.parent / "config.toml").exists()


def test_file_is_for_the_owner_alone_and_replaces_what_was_there(home):
    path = write_file(home, "a/b/c.txt", "first")
    write_file(home, "a/b/c.txt", "sécond")
    assert path.read_text(encoding="utf-8") == "sécond"
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(OSError, match=r"c\.txt"):
        write_file(home, "a/b/c.txt/d", "no folder")


@pytest.mark.timeout(30)
@pytest.mark.parametrize("driver", DRIVERS)
def test_pipes_in_place_of_sessions_hold_nobody_up(driver, home):
    for name in (
        ".gemini/tmp/work/chats/session-1.jsonl",
        ".local/share/opencode/opencode.db",
        ".codex/sessions/2026/11/30/rollout-1.jsonl",
        ".qwen/projects/x/chats/1.jsonl",
        ".claude/projects/x/1.jsonl",
        ".dsh/sessions/x/1/session.v4.jsonl.zstd",
    ):
        path = home / name
        path.parent.mkdir(parents=True)
        os.mkfifo(path)
    driver().sessions(home)
    assert own_log(driver().facts.type, home).responses == ()


def test_links_out_of_a_home_are_no_files_of_it(home, outside):
    (home / "a.txt").write_text("mine")
    (home / "b.txt").symlink_to(outside)
    (home / "elsewhere").symlink_to(outside.parent)
    assert [path.name for path in files_in(home, "*.txt")] == ["a.txt"]
    assert list(files_in(home, "elsewhere/*.sqlite")) == []


def test_log_that_unpacks_without_end_is_given_up(home, monkeypatch):
    monkeypatch.setattr(log_lines, "LARGEST_LOG", 100_000)
    path = home / ".dsh/sessions/x/1/session.v4.jsonl.zstd"
    path.parent.mkdir(parents=True)
    path.write_bytes(zstd.compress(b'{"type": "step/start"}\n' * 100_000))
    assert path.stat().st_size < 1_000
    log = own_log("dsh", home)
    assert (log.status, log.detail) == ("unreadable", "ValueError: it has more than 100,000 bytes")


def test_line_that_is_nested_without_end_is_passed_over(home):
    path = home / ".claude/projects/x/1.jsonl"
    path.parent.mkdir(parents=True)
    usage = {"input_tokens": 3, "output_tokens": 1}
    line = {"type": "assistant", "message": {"id": "m", "usage": usage}}
    path.write_text("[" * 200_000 + "\n" + json.dumps(line) + "\n")
    assert own_log("claude-code", home).usage.input == 3
