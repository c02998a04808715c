"""Session logs of the programs, kept from runs of their own on a scripted model, and their rules.

In each run a program made two decisions in one session, the second one resumed, with four responses
of the model a decision: the n-th has 900 + 100 n input tokens, 600 of them cached, and 50 output
tokens, 20 of them reasoning.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ludarena.agents.own_log import OwnLog
from ludarena.harness.logs import READERS, own_log
from ludarena.models.usage import Usage

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

KEPT = Path(__file__).with_name("logs")
SESSION = "11111111-2222-3333-4444-555555555555"
PLACES = {
    "codex": f".codex/sessions/2026/11/30/rollout-2026-11-30T22-51-50-{SESSION}.jsonl",
    "qwen-code": f".qwen/projects/-home-seat-work/chats/{SESSION}.jsonl",
    "claude-code": f".claude/projects/-home-seat-work/{SESSION}.jsonl",
    "gemini-cli": ".gemini/tmp/work/chats/session-2026-11-30T22-54-11111111.jsonl",
    "dsh": f".dsh/sessions/--home-seat-work--/session-{SESSION}/session.v4.jsonl.zstd",
    "opencode": ".local/share/opencode/opencode.db",
}
LINES = [name for name in PLACES if name != "opencode"]
TOLD_REASONING = {"codex": 20, "opencode": 20, "qwen-code": 20, "gemini-cli": 20, "claude-code": 0}
"""By response; DeepSeek Harness does not tell, and Messages of the scripted model have none."""


def kept(program: str) -> list[dict]:
    text = (KEPT / f"{program}.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def placed(home: Path, program: str, lines: list[dict], *, end: str = "") -> Path:
    """Write lines where the program writes them, in two frames where it compresses."""
    path = home / PLACES[program]
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = [json.dumps(line) + "\n" for line in lines]
    half = len(texts) // 2
    if program == "dsh":
        frames = ["".join(texts[:half]), "".join(texts[half:]) + end]
        path.write_bytes(b"".join(zstd.compress(frame.encode()) for frame in frames))
    else:
        path.write_text("".join(texts) + end)
    return path


@pytest.fixture(params=sorted(PLACES))
def program(request):
    return request.param


@pytest.fixture
def home(program, tmp_path):
    """A home as the program left it after its two decisions."""
    if program == "opencode":
        path = tmp_path / PLACES[program]
        path.parent.mkdir(parents=True)
        with closing(sqlite3.connect(path)) as database:
            database.executescript((KEPT / "opencode.sql").read_text())
    else:
        placed(tmp_path, program, kept(program))
    return tmp_path


def test_log_counts_every_response_once_with_all_its_tokens(home, program):
    log = own_log(program, home)
    reasoning = TOLD_REASONING.get(program)
    assert (log.program, log.status) == (program, "read")
    assert [one.usage for one in log.responses] == [
        Usage(input=900 + 100 * n, output=50, cached=600, reasoning=reasoning) for n in range(1, 9)
    ]
    assert len({one.session for one in log.responses}) == 1
    assert (log.usage.input, log.usage.cached, log.usage.output) == (10_800, 4_800, 400)


def test_log_names_the_providers_ids_where_it_keeps_them(home, program):
    ids = [one.id for one in own_log(program, home).responses]
    prefix = {"codex": "resp_", "qwen-code": "chatcmpl-", "dsh": "chatcmpl-", "claude-code": "msg_"}
    if program in prefix:
        assert all(one.startswith(prefix[program]) for one in ids)
        assert len(set(ids)) == 8


@pytest.mark.parametrize("program", LINES)
def test_line_that_was_cut_and_types_never_seen_are_passed_over(tmp_path, program):
    strange = {"type": "of-next-year", "payload": {"usage": {"input_tokens": 5}}, "data": [1]}
    placed(tmp_path, program, [strange, *kept(program)], end='{"type": "assistant", "mess')
    assert own_log(program, tmp_path).usage.input == 10_800


@pytest.mark.parametrize("program", LINES)
def test_copy_of_a_session_counts_once(tmp_path, program):
    path = placed(tmp_path, program, kept(program))
    name = path.name.replace("11111111", "99999999")
    folder = path.parent.parent / "copy" if program == "dsh" else path.parent
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(path.read_bytes())
    assert len(own_log(program, tmp_path).responses) == 8


def test_last_frame_that_was_cut_is_read_as_far_as_it_goes(tmp_path):
    path = placed(tmp_path, "dsh", kept("dsh"))
    path.write_bytes(path.read_bytes()[:-20])
    assert 4 <= len(own_log("dsh", tmp_path).responses) <= 8


def test_message_of_several_blocks_and_sub_agents_of_claude_code(tmp_path):
    lines = kept("claude-code")
    first = next(line for line in lines if line["type"] == "assistant")
    aside = json.loads(json.dumps({**first, "isSidechain": True}))
    aside["message"]["id"] = "msg_of_a_sub_agent"
    silent = json.loads(json.dumps(first))
    silent["message"] |= {"id": "none", "model": "<synthetic>"}
    placed(tmp_path, "claude-code", [first, *lines, aside, silent])
    log = own_log("claude-code", tmp_path)
    assert len(log.responses) == 9
    assert log.usage.input == 10_800 + 1_000


def test_cached_written_input_of_claude_code_and_dsh_is_input(tmp_path):
    line = kept("claude-code")[0]
    usage = {"input_tokens": 1, "cache_read_input_tokens": 20, "cache_creation_input_tokens": 300}
    line["message"]["usage"] = {**usage, "output_tokens": 4}
    placed(tmp_path, "claude-code", [line])
    assert own_log("claude-code", tmp_path).usage == Usage(
        input=321, cached=20, cache_write=300, output=4
    )


def test_sub_agents_of_opencode_count_and_replies_that_broke_off_do_not(tmp_path):
    path = tmp_path / PLACES["opencode"]
    path.parent.mkdir(parents=True)
    zeros = {"input": 0, "output": 0, "reasoning": 0, "cache": {"read": 0, "write": 0}}
    tokens = {"input": 1, "output": 2, "reasoning": 3, "cache": {"read": 40, "write": 500}}
    with closing(sqlite3.connect(path)) as database:
        database.executescript((KEPT / "opencode.sql").read_text())
        database.execute("INSERT INTO session VALUES ('ses_child', 'ses_parent', 9)")
        for number, counts in enumerate((zeros, tokens)):
            data = json.dumps({"role": "assistant", "tokens": counts})
            row = (f"msg_{number}", "ses_child", 2**53, data)
            database.execute("INSERT INTO message VALUES (?, ?, ?, ?)", row)
        database.commit()
    last = own_log("opencode", tmp_path).responses[-1]
    assert len(own_log("opencode", tmp_path).responses) == 9
    assert last.session == "ses_child"
    assert last.usage == Usage(input=541, cached=40, cache_write=500, output=5, reasoning=3)


def test_response_of_gemini_cli_that_was_cut_has_no_counts(tmp_path):
    lines = [*kept("gemini-cli"), {"id": "cut", "type": "gemini", "content": "I w"}]
    placed(tmp_path, "gemini-cli", lines)
    assert len(own_log("gemini-cli", tmp_path).responses) == 8


def test_home_without_a_log_is_told(tmp_path, program):
    assert own_log(program, tmp_path) == OwnLog(
        program=program, status="absent", detail="it holds no response"
    )


def test_program_whose_log_nobody_can_read_is_told(tmp_path):
    assert own_log("program", tmp_path).detail == "its log has no known form"


@pytest.mark.parametrize(
    ("program", "spoil"),
    [
        ("opencode", lambda path: path.write_bytes(b"no database at all" * 99)),
        ("codex", lambda path: path.write_text(_contradictory())),
    ],
)
def test_log_that_cannot_be_read_is_told_and_no_error(
    tmp_path, program: str, spoil: Callable[[Path], object]
):
    path = tmp_path / PLACES[program]
    path.parent.mkdir(parents=True)
    path.touch()
    spoil(path)
    log = own_log(program, tmp_path)
    assert (log.status, log.responses) == ("unreadable", ())
    assert log.detail


def _contradictory() -> str:
    usage = {"input_tokens": 1, "cached_input_tokens": 2}
    record = {"type": "token_usage_record", "payload": {"response_id": "r", "usage": usage}}
    return json.dumps(record)


def test_missing_library_is_named(tmp_path, monkeypatch):
    placed(tmp_path, "dsh", kept("dsh"))
    for name in ("backports", "backports.zstd", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    log = own_log("dsh", tmp_path)
    assert log.status == "unreadable"
    assert "pip install 'ludarena[programs]'" in log.detail


def test_every_program_has_a_reader():
    assert READERS.keys() == PLACES.keys()
