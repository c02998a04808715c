"""Carries connections between TCP ports of loopback and UNIX sockets.

A sandbox with a network of its own reaches nothing outside. What it may reach, the arena publishes
as UNIX sockets in a folder that is shown to it; inside, this file runs as a script that gives them
their old ports again, and then starts the program:

    python relay.py FOLDER PORT... -- COMMAND ARGUMENT...

So it needs the standard library and nothing else of this package.
"""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

Address = str | tuple[str, int]
"""A path of a UNIX socket, or a host and a port."""

_PIECE = 2**16


def forward(at: Address, to: Address) -> socket.socket:
    """Listen at one address and carry each connection to the other, in threads.

    `hang_up` ends it. Raises `OSError` when the address cannot be had.
    """
    listener = _socket(at)
    try:
        if not isinstance(at, str):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(at)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    threading.Thread(target=_welcome, args=(listener, to), daemon=True, name="relay").start()
    return listener


def hang_up(listener: socket.socket) -> None:
    """Take no more connections; those under way end with either side."""
    with contextlib.suppress(OSError):
        listener.shutdown(socket.SHUT_RDWR)
    listener.close()


def publish(ports: Iterable[int], folder: Path) -> list[socket.socket]:
    """Offer ports of loopback as UNIX sockets in a folder."""
    return [forward(_path(folder, port), ("127.0.0.1", port)) for port in ports]


def _path(folder: Path, port: int) -> str:
    return str(folder / f"{port}.sock")


def _socket(address: Address) -> socket.socket:
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    return socket.socket(family, socket.SOCK_STREAM)


def _welcome(listener: socket.socket, to: Address) -> None:
    while True:
        try:
            client, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=_carry, args=(client, to), daemon=True, name="relay").start()


def _carry(client: socket.socket, to: Address) -> None:
    """Carry bytes both ways until both sides have said all."""
    peer = _socket(to)
    with client, peer:
        try:
            peer.connect(to)
        except OSError:
            return
        back = threading.Thread(target=_pump, args=(peer, client), daemon=True, name="relay")
        back.start()
        _pump(client, peer)
        back.join()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while piece := source.recv(_PIECE):
            sink.sendall(piece)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)


def main(arguments: Sequence[str]) -> int:
    """Open the ports, run the command, and return its exit status as a shell would."""
    split = arguments.index("--")
    folder, *ports = arguments[:split]
    for port in ports:
        forward(("127.0.0.1", int(port)), _path(Path(folder), int(port)))
    try:
        status = subprocess.call(arguments[split + 1 :])
    except OSError as error:
        print(error, file=sys.stderr)
        return 127
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
