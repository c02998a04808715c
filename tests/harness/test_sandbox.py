"""What a program that is shut in sees, reaches and leaves behind, and what plain mode says."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ludarena.agents.errors import InvalidSetting
from ludarena.harness import sandbox
from ludarena.harness.installed import parts_of
from ludarena.harness.sandbox import HOME, UNPROTECTED, Finding, Sandbox, settled
from tests.harness.shut_in import needs_bubblewrap

PATH = {"PATH": "/usr/bin:/bin"}


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "run" / "home-of-seat"
    (folder / "work").mkdir(parents=True)
    return folder


def ran(box: Sandbox, home: Path, *command: str, **given: str) -> subprocess.CompletedProcess[str]:
    words, environment = box.wrap(command, {**PATH, **given}, home)
    try:
        return subprocess.run(
            words,
            check=False,
            env=environment,
            cwd=home / "work",
            capture_output=True,
            text=True,
            timeout=60,
        )
    finally:
        box.close()


def python(box: Sandbox, home: Path, code: str, **given: str) -> Any:
    done = ran(box, home, sys.executable, "-I", "-S", "-c", f"import json, os\n{code}", **given)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@contextmanager
def served(text: str) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/path"
    finally:
        server.shutdown()
        server.server_close()


@needs_bubblewrap
def test_program_sees_its_home_and_only_its_own_environment(home):
    told = python(
        Sandbox("bubblewrap"),
        home,
        "open(os.environ['MINE'] + '/kept', 'w').write('x')\n"
        "print(json.dumps([os.getcwd(), dict(os.environ), os.getuid(), os.listdir('/home')]))",
        MINE=str(home),
    )
    folder, environment, user, homes = told
    assert folder == f"{HOME}/work"
    assert set(environment) <= {"PATH", "MINE", "PWD", "LC_CTYPE"}
    assert (environment["MINE"], user, homes) == (HOME, 1000, ["seat"])
    assert (home / "kept").read_text() == "x", "what it writes at home is kept"


@needs_bubblewrap
def test_program_writes_nowhere_else_and_sees_no_other_process(home):
    told = python(
        Sandbox("bubblewrap"),
        home,
        """
failed = []
for place in ("/usr/x", "/etc/x", "/run/ludarena/x", "/x", "/usr/bin/env"):
    try:
        open(place, "a")
    except OSError:
        failed.append(place)
print(json.dumps([failed, [name for name in os.listdir("/proc") if name.isdigit()]]))
""",
    )
    assert told[0] == ["/usr/x", "/etc/x", "/run/ludarena/x", "/x", "/usr/bin/env"]
    assert len(told[1]) <= 3, "itself, its relay and the reaper"


@needs_bubblewrap
def test_program_reaches_the_addresses_it_is_given_and_no_other(home):
    code = """
import urllib.request
def asked(url):
    try:
        return urllib.request.urlopen(url, timeout=5).read().decode()
    except OSError as error:
        return type(error).__name__
print(json.dumps([asked(os.environ["A"]), asked(os.environ["A"]), asked(os.environ["B"])]))
"""
    with served("mine") as mine, served("other") as other:
        told = python(Sandbox("bubblewrap", addresses=[mine]), home, code, A=mine, B=other)
    assert told == ["mine", "mine", "URLError"]


@needs_bubblewrap
def test_status_output_and_signals_of_a_program_come_through(home):
    done = ran(Sandbox("bubblewrap"), home, "/bin/sh", "-c", "echo out; echo err >&2; exit 7")
    assert (done.returncode, done.stdout, done.stderr) == (7, "out\n", "err\n")
    killed = ran(Sandbox("bubblewrap"), home, "/bin/sh", "-c", "kill -9 $$")
    assert killed.returncode == 137


@needs_bubblewrap
def test_command_line_of_the_sandbox_tells_nothing_of_the_outside(home):
    told = python(
        Sandbox("bubblewrap"),
        home,
        """
seen = ""
for number in filter(str.isdigit, os.listdir("/proc")):
    for name in ("cmdline", "environ"):
        try:
            seen += open(f"/proc/{number}/{name}").read()
        except OSError:
            pass
print(json.dumps(seen))
""",
    )
    assert str(home) not in str(told) and str(home.parent) not in str(told)


@needs_bubblewrap
def test_programs_own_installation_is_shown_and_nothing_beside_it(home, tmp_path):
    modules = tmp_path / "tools" / "node_modules"
    (modules / ".bin").mkdir(parents=True)
    (modules / "pkg").mkdir()
    (modules / "pkg" / "data").write_text("data")
    script = modules / "pkg" / "run"
    script.write_text("#!/usr/bin/env sh\ncat $(dirname $(readlink -f $0))/data\nls /tmp $1\n")
    script.chmod(0o755)
    (modules / ".bin" / "run").symlink_to("../pkg/run")
    beside = tmp_path / "tools" / "secret"
    beside.write_text("secret")
    done = ran(
        Sandbox("bubblewrap"),
        home,
        "run",
        str(beside.parent),
        PATH=f"{modules / '.bin'}:/nowhere:/usr/bin",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("data")
    assert "secret" not in done.stdout
    assert "node_modules" in done.stdout


@needs_bubblewrap
def test_folder_that_holds_the_run_is_not_shown(home):
    box = Sandbox("bubblewrap", readable=[home.parent.parent])
    with pytest.raises(PermissionError, match="holds the folder of the run"):
        box.wrap(["true"], PATH, home)


@needs_bubblewrap
def test_program_that_is_not_there_is_an_error_of_the_system(home):
    with pytest.raises(FileNotFoundError, match="there is no program 'no-such-program'"):
        Sandbox("bubblewrap").wrap(["no-such-program"], PATH, home)


@needs_bubblewrap
def test_nothing_is_left_when_a_sandbox_is_closed(home):
    with served("mine") as mine:
        box = Sandbox("bubblewrap", addresses=[mine])
        words, _ = box.wrap(["true"], PATH, home)
        folder = Path(words[4]).parent
        (path,) = (folder / "inside").glob("*.sock")
        assert folder.stat().st_mode & 0o777 == 0o700
        with socket.socket(socket.AF_UNIX) as to:
            to.connect(str(path))
        box.close()
        assert not folder.exists()
        box.close()


def test_plain_mode_changes_nothing(home):
    box = Sandbox("none")
    assert box.wrap(["x", str(home)], {"A": str(home)}, home) == (
        ["x", str(home)],
        {"A": str(home)},
    )
    box.close()


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Put a bubblewrap on PATH that may not make namespaces."""
    program = tmp_path / "bin" / "bwrap"
    program.parent.mkdir()
    program.write_text(
        "#!/bin/sh\n[ $1 = --version ] && echo bubblewrap 9.9 && exit\n"
        "echo bwrap: No permissions to create new namespace >&2; exit 1\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    sandbox.looked.cache_clear()
    yield
    sandbox.looked.cache_clear()


def test_machine_where_bubblewrap_may_not_work_says_why(broken):
    reason = "bubblewrap does not work here: bwrap: No permissions to create new namespace"
    assert sandbox.looked() == Finding(False, reason=reason)
    assert settled("auto") == settled("none") == "none"
    with pytest.raises(InvalidSetting, match=r"it takes auto or none on this machine \(bubblewrap"):
        settled("bubblewrap")


def test_machine_without_bubblewrap_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    sandbox.looked.cache_clear()
    try:
        assert sandbox.looked().reason.startswith("bubblewrap is not installed")
    finally:
        sandbox.looked.cache_clear()


def test_what_plain_mode_does_not_protect_is_said():
    for said in ("store", "seeds", "keys", "other seats", "other processes", "network"):
        assert said in UNPROTECTED


def test_script_shows_its_interpreter_and_a_virtual_environment_is_shown_whole(tmp_path):
    environment = tmp_path / "venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "pyvenv.cfg").touch()
    (environment / "bin" / "python").symlink_to("/usr/bin/env")
    tool = environment / "bin" / "tool"
    tool.write_text(f"#!{environment}/bin/python\n")
    link = tmp_path / "tool"
    link.symlink_to(tool)
    shown = set(parts_of(link, ""))
    assert shown >= {link, environment}
    assert tmp_path not in shown


def test_python_in_the_folder_of_a_user_shows_its_libraries_and_nothing_else(tmp_path):
    local = tmp_path / ".local"
    (local / "bin").mkdir(parents=True)
    (local / "lib").mkdir()
    (local / "share").mkdir()
    (local / "bin" / "python3.12").touch()
    link = local / "bin" / "python3"
    link.symlink_to("python3.12")
    beyond = tmp_path / "python"
    beyond.symlink_to(link)
    expected = {beyond, link, local / "bin" / "python3.12", local / "lib"}
    assert set(parts_of(beyond, "")) == expected


ARENA = """
import subprocess, sys, time
from pathlib import Path
from ludarena.harness.sandbox import Sandbox
home = Path(sys.argv[1])
words, environment = Sandbox("bubblewrap").wrap(["sleep", "7654"], {"PATH": "/usr/bin:/bin"}, home)
print(words[4], flush=True)
subprocess.run(words, env=environment, check=False)
"""


@needs_bubblewrap
def test_program_ends_with_an_arena_that_is_killed(home):
    arena = subprocess.Popen(
        [sys.executable, "-c", ARENA, str(home)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert arena.stdout is not None
        folder = Path(arena.stdout.readline().strip()).parent
        until(lambda: sleeping() == 1)
    finally:
        arena.kill()
        arena.wait()
        if arena.stdout is not None:
            arena.stdout.close()
    until(lambda: sleeping() == 0)
    shutil.rmtree(folder)


def sleeping() -> int:
    """Return how many of the programs of the test are there."""
    found = 0
    words = f"{shutil.which('sleep', path='/usr/bin:/bin')}\x007654\x00".encode()
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found += place.read_bytes() == words
    return found


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)
