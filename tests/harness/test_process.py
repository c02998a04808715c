"""Programs that are started: what is read of them, and that nothing of them is left."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time

import pytest

from ludarena.harness import process

STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
print('{"type": "ready", "pid": %d}' % (child or os.getpid()), flush=True)
time.sleep(600)
"""


def started(code: str, folder, environment=None):
    return process.start([sys.executable, "-c", code], environment or {}, folder)


def test_objects_are_read_and_all_else_is_passed_over(tmp_path):
    code = (
        "import sys; print('{\"type\": \"a\"}'); print('no JSON'); print('[1]');"
        "print('{\"type\": \"b\"}'); print('last words', file=sys.stderr); sys.exit(3)"
    )

    async def ran():
        program = await started(code, tmp_path)
        return await program.wait(), program

    status, program = asyncio.run(ran())
    assert status == 3
    assert [event["type"] for event in program.events] == ["a", "b"]
    assert program.errors == "last words\n"
    assert not program.running


def test_program_gets_its_environment_its_folder_and_no_input(tmp_path):
    code = (
        "import json, os, sys; print(json.dumps({'names': sorted(os.environ), "
        "'folder': os.getcwd(), 'input': sys.stdin.read()}))"
    )

    async def ran():
        program = await started(code, tmp_path, {"MINE": "1"})
        await program.wait()
        return program.events[0]

    told = asyncio.run(ran())
    assert set(told["names"]) <= {"MINE", "LC_CTYPE"}
    assert told["folder"] == str(tmp_path.resolve())
    assert told["input"] == ""


def test_program_that_ignores_the_signal_is_killed_with_its_children(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 0.3)

    async def ran():
        program = await started(STUBBORN, tmp_path)
        while len(program.events) < 2:
            await asyncio.sleep(0.01)
        await program.stop()
        return program

    program = asyncio.run(ran())
    assert not program.running
    for pid in {event["pid"] for event in program.events}:
        assert ended(pid)


def ended(pid: int) -> bool:
    """Return whether a process is gone, or dead and only waits for its parent."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.02)
    return False


def test_program_that_obeys_is_not_killed(tmp_path):
    async def ran():
        program = await started("import time; print('{}', flush=True); time.sleep(600)", tmp_path)
        while not program.events:
            await asyncio.sleep(0.01)
        await program.stop()
        return await program.wait()

    assert asyncio.run(ran()) == -signal.SIGTERM


def test_program_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        asyncio.run(process.start(["/nowhere/program"], {}, tmp_path))
