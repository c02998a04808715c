"""Programs that are started: what is read of them, and that nothing of them is left."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
import tracemalloc

import pytest

from ludarena.harness import process
from ludarena.harness.leftovers import MARK_VARIABLE, end_marked

STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
print('{"type": "ready", "pid": %d}' % (child or os.getpid()), flush=True)
time.sleep(600)
"""


class Heard(list):
    """The events of a program, in order."""

    async def started(self, code: str, folder, environment=None, mark=""):
        command = [sys.executable, "-c", code]
        return await process.start(command, environment or {}, folder, self.append, mark)


def test_objects_are_read_and_all_else_is_passed_over(tmp_path):
    code = (
        "import sys; print('{\"type\": \"a\"}'); print('no JSON'); print('[1]');"
        "print('{\"type\": \"b\"}'); print('last words', file=sys.stderr); sys.exit(3)"
    )

    async def ran():
        program = await heard.started(code, tmp_path)
        return await program.wait(), program

    heard = Heard()
    status, program = asyncio.run(ran())
    assert status == 3
    assert [event["type"] for event in heard] == ["a", "b"]
    assert program.errors == "last words\n"
    assert not program.running


def test_program_gets_its_environment_its_folder_and_no_input(tmp_path):
    code = (
        "import json, os, sys; print(json.dumps({'names': sorted(os.environ), "
        "'folder': os.getcwd(), 'input': sys.stdin.read()}))"
    )

    async def ran():
        heard = Heard()
        program = await heard.started(code, tmp_path, {"MINE": "1"})
        await program.wait()
        return heard[0]

    told = asyncio.run(ran())
    assert set(told["names"]) <= {"MINE", "LC_CTYPE"}
    assert told["folder"] == str(tmp_path.resolve())
    assert told["input"] == ""


def test_program_that_ignores_the_signal_is_killed_with_its_children(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", 0.3)

    async def ran():
        program = await heard.started(STUBBORN, tmp_path)
        while len(heard) < 2:
            await asyncio.sleep(0.01)
        await program.stop()
        return program

    heard = Heard()
    program = asyncio.run(ran())
    assert not program.running
    for pid in {event["pid"] for event in heard}:
        assert ended(pid)


def ended(pid: int) -> bool:
    """Return whether a process is gone, or dead and only waits for its parent."""
    until = time.monotonic() + 60
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
        heard = Heard()
        code = "import time; print('{}', flush=True); time.sleep(600)"
        program = await heard.started(code, tmp_path)
        while not heard:
            await asyncio.sleep(0.01)
        await program.stop()
        return await program.wait()

    assert asyncio.run(ran()) == -signal.SIGTERM


def test_program_that_floods_its_output_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "MOST_OUTPUT", 2**20)
    code = 'import sys\nwhile True: sys.stdout.write(\'{"type": "a"}\\n\' * 1000)'

    async def ran():
        program = await process.start([sys.executable, "-c", code], {}, tmp_path)
        return await program.wait(), program

    status, program = asyncio.run(ran())
    assert program.flooded
    assert status == -signal.SIGKILL


def test_hundred_megabytes_without_a_line_take_little_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "MOST_OUTPUT", 2**30)
    code = (
        "import sys\nfor _ in range(100): sys.stdout.write('x' * 2**20)\n"
        'print(); print(\'{"type": "after"}\')'
    )

    async def ran():
        program = await heard.started(code, tmp_path)
        return await program.wait()

    heard = Heard()
    tracemalloc.start()
    try:
        assert asyncio.run(ran()) == 0
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert heard == [{"type": "after"}]
    assert peak < 16 * 2**20


def test_child_that_left_its_group_is_found_by_its_mark(tmp_path):
    code = (
        "import os, sys, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        print('{\"pid\": %d}' % os.getpid(), flush=True)\n"
        "        time.sleep(600)\n"
        "    os._exit(0)\n"
        "os.wait()\n"
    )

    async def ran():
        mark = "mark-of-test"
        program = await heard.started(code, tmp_path, {MARK_VARIABLE: mark}, mark)
        await program.wait()
        while not heard:
            await asyncio.sleep(0.01)
        assert end_marked("another-mark") == 0
        await program.stop()

    heard = Heard()
    asyncio.run(ran())
    assert ended(heard[0]["pid"])
    assert end_marked("mark-of-test") == 0


def test_program_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        asyncio.run(process.start(["/nowhere/program"], {}, tmp_path))
