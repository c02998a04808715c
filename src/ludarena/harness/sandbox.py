"""Where an agent program runs: shut in by bubblewrap, or in plain mode, which says what it is not.

Shut in, a program sees the system's own folders, its installation and its own home, all but the
home read-only; no other process; and no network but two ports of its loopback, which lead to its
seat and to the gateway.
"""

from __future__ import annotations

import functools
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from ludarena.agents.errors import InvalidSetting
from ludarena.harness import relay
from ludarena.harness.installed import interpreter, is_within, parts_of
from ludarena.harness.scratch import Scratch

Kind = Literal["bubblewrap", "none"]

HOME = "/home/seat"
"""Where a program that is shut in finds its home, whatever the home is called outside."""

UNPROTECTED = (
    "programs play unconfined: each has a home of its own and a clean environment, but runs as you "
    "and can read every file that you can (the store and its seeds, keys, homes of other seats), "
    "see other processes and use the network"
)
"""What plain mode does not protect."""

_SYSTEM = ("bin", "lib", "lib32", "lib64", "libx32", "sbin")
_ETC = (
    "alternatives",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "ssl/certs",
    "ssl/openssl.cnf",
)
_OWN_ETC = {
    "passwd": f"seat:x:1000:1000::{HOME}:/bin/sh\n",
    "group": "seat:x:1000:\n",
    "hosts": "127.0.0.1 localhost\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}
_INSIDE = "/run/ludarena"
_NAMESPACES = (
    *("--unshare-user", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"),
    *("--uid", "1000", "--gid", "1000", "--hostname", "seat", "--cap-drop", "ALL"),
)
_START = 'file=$1; shift; exec env -i "$0" --args 9 -- "$@" 9<"$file"'
"""A program that is shut in can read command line and environment of pid 1, which is bubblewrap:
so its options come from a file, and the shell's own variables go no further.
"""

_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether programs can be shut in here: with which bubblewrap, or why not."""

    works: bool
    version: str = ""
    reason: str = ""


@functools.cache
def looked() -> Finding:
    """Return whether bubblewrap works on this machine; it is tried once a process."""
    program = shutil.which("bwrap")
    if program is None:
        return Finding(False, reason="bubblewrap is not installed: there is no `bwrap` on PATH")
    try:
        version = _told([program, "--version"], os.environ).split()[-1]
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            (home / "work").mkdir()
            sandbox = Sandbox("bubblewrap")
            try:
                _told(*sandbox.wrap(["true"], {"PATH": "/usr/bin:/bin"}, home))
            finally:
                sandbox.close()
    except subprocess.CalledProcessError as error:
        lines = str(error.stderr).strip().splitlines() or [f"it ended with {error.returncode}"]
        return Finding(False, reason=f"bubblewrap does not work here: {lines[-1]}")
    except (OSError, IndexError, subprocess.SubprocessError) as error:
        return Finding(False, reason=f"bubblewrap does not work here: {error}")
    return Finding(True, version)


def settled(setting: str, agent: str = "program") -> Kind:
    """Return what a participant's setting `auto`, `bubblewrap` or `none` comes to on this machine.

    Raises `InvalidSetting` where bubblewrap is asked for and does not work.
    """
    if setting == "none":
        return "none"
    found = looked()
    if found.works:
        return "bubblewrap"
    if setting == "bubblewrap":
        expected = f"auto or none on this machine ({found.reason})"
        raise InvalidSetting(agent, "sandbox", setting, expected)
    return "none"


class Sandbox:
    """The sandbox of one seat in one match.

    A program may reach the ports of `addresses` and read the folders `readable` beside its own
    installation. In plain mode nothing is changed and nothing is kept from it.
    """

    def __init__(
        self, kind: Kind, *, addresses: Iterable[str] = (), readable: Iterable[Path] = ()
    ) -> None:
        self.kind = kind
        ports = (urlsplit(address).port for address in addresses)
        self._ports = sorted({port for port in ports if port})
        self._readable = [path.absolute() for path in readable]
        self._scratch: Scratch | None = None
        self._listeners: list[socket.socket] = []

    def wrap(
        self, command: Sequence[str], environment: Mapping[str, str], home: Path
    ) -> tuple[list[str], dict[str, str]]:
        """Return the command and the environment with which to start a program shut in.

        It finds itself in the folder `work` of its home, with the home's path in `command` and
        `environment` put right. Raises `OSError` when there is no such program, or when a folder
        that it is to see holds its home, and so the run.
        """
        if self.kind == "none":
            return list(command), dict(environment)
        found = shutil.which(command[0], path=environment.get("PATH", ""))
        bwrap = shutil.which("bwrap")
        if found is None or bwrap is None:
            raise FileNotFoundError(f"there is no program {command[0] if bwrap else 'bwrap'!r}")
        program = Path(found).absolute()
        shown = self._shown(program, environment, home)
        outside = self._scratch.path if self._scratch else self._open()
        given = {name: _inside(value, home) for name, value in environment.items()}
        given["PATH"] = os.pathsep.join(_paths(given.get("PATH", ""), shown))
        options = [*_NAMESPACES, *_environment(given), *_mounts(outside, shown, home)]
        file = outside / "options"
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write("\0".join([*options, "--chdir", f"{HOME}/work"]))
        words = [str(program), *command[1:]]
        carried = [str(interpreter()), "-I", "-S", f"{_INSIDE}/relay.py", _INSIDE]
        carried += [*map(str, self._ports), "--", *(_inside(word, home) for word in words)]
        return ["/bin/sh", "-c", _START, bwrap, str(file), *carried], {"PATH": "/usr/bin:/bin"}

    def close(self) -> None:
        """Take back what the program could reach; call it when the program has ended."""
        for listener in self._listeners:
            relay.hang_up(listener)
        self._listeners = []
        scratch, self._scratch = self._scratch, None
        if scratch is not None:
            scratch.remove()

    def _open(self) -> Path:
        """Make the folder of what is shown inside, and publish the ports in it."""
        self._scratch = Scratch()
        folder = self._scratch.path
        inside = folder / "inside"
        inside.mkdir()
        shutil.copyfile(relay.__file__, inside / "relay.py")
        for name, text in _OWN_ETC.items():
            (folder / name).write_text(text)
        self._listeners = relay.publish(self._ports, inside)
        return folder

    def _shown(self, program: Path, environment: Mapping[str, str], home: Path) -> list[Path]:
        """Return the files and folders that are shown read-only, outer ones first."""
        parts = [*parts_of(program, environment.get("PATH", "")), *parts_of(interpreter(), "")]
        places = sorted({*parts, *self._readable})
        for place in places:
            if is_within(home, place):
                raise PermissionError(
                    f"the program is to see {place}, which holds the folder of the run; "
                    "install it elsewhere, or name narrower folders in `readable`"
                )
        return [place for place in places if not _is_shown_anyway(place, home)]


def _told(command: Sequence[str], environment: Mapping[str, str]) -> str:
    return subprocess.run(
        command,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=True,
    ).stdout


def _inside(text: str, home: Path) -> str:
    return text.replace(str(home), HOME)


def _is_shown_anyway(place: Path, home: Path) -> bool:
    system = (Path("/usr"), *(Path("/", name) for name in _SYSTEM))
    return is_within(place, home) or any(is_within(place, one) for one in system)


def _paths(given: str, shown: Sequence[Path]) -> Iterator[str]:
    """Yield the folders of a search path of which something can be seen inside."""
    system = [Path("/usr"), Path(HOME), *(Path("/", name) for name in _SYSTEM)]
    for name in given.split(os.pathsep):
        folder = Path(name)
        whole = any(is_within(folder, one) for one in (*system, *shown))
        if whole or any(is_within(one, folder) for one in shown):
            yield name


def _environment(given: Mapping[str, str]) -> Iterator[str]:
    for name, value in given.items():
        yield from ("--setenv", name, value)


def _mounts(outside: Path, shown: Sequence[Path], home: Path) -> Iterator[str]:
    """Yield the options that say what is seen: later ones lie over earlier ones."""
    yield from ("--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp")
    for name in _SYSTEM:
        place = Path("/", name)
        if place.is_symlink():
            yield from ("--symlink", os.readlink(place), str(place))
        elif place.exists():
            yield from ("--ro-bind", str(place), str(place))
    for name in _ETC:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")
    for name in _OWN_ETC:
        yield from ("--ro-bind", str(outside / name), f"/etc/{name}")
    yield from ("--ro-bind", str(outside / "inside"), _INSIDE)
    for place in shown:
        yield from ("--ro-bind", str(place), str(place))
    yield from ("--bind", str(home), HOME, "--remount-ro", "/")
