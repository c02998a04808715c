"""Matches that run in a thread while a test plays the seats of programs."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ludarena.arena.participant import Participant, built_in
from ludarena.arena.presets import protocol_for
from ludarena.arena.record import FailedTry, SeatResult
from ludarena.arena.runner import RunReport, run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store, read_store
from ludarena.cli.single import single_plan
from ludarena.core.options import OptionValue, resolve
from ludarena.core.registry import load_game
from ludarena.harness.tickets import Ticket

GUEST = built_in("guest", "mcp")
RANDOM = built_in("random", "random")
SHORT: dict[str, OptionValue] = {"turn_limit": 2}


@dataclass
class Match:
    """A match under way; `tickets` are those of its programs by seat."""

    folder: Path
    tickets: dict[int, Ticket] = field(default_factory=dict)
    report: RunReport | None = None

    def failed(self) -> list[FailedTry]:
        with read_store(self.folder) as reader:
            attempts = reader.attempts(reader.matches()[0])
            return [one for attempt in attempts for one in reader.failed_tries(attempt.key)]

    def results(self) -> list[SeatResult]:
        with read_store(self.folder) as reader:
            attempt = reader.current_attempt(reader.matches()[0])
            return reader.seat_results(attempt.key) if attempt else []


@contextmanager
def match(
    folder: Path,
    roster: Sequence[Participant],
    *,
    game: str = "splendor",
    options: Mapping[str, OptionValue] = SHORT,
    seed: int = 5,
    **protocol: object,
) -> Iterator[Match]:
    """Play a match in a thread; leaving waits for its end."""
    found = load_game(game)
    plan = single_plan(
        found, resolve(game, found.options, options), seed, roster, protocol_for(roster, protocol)
    )
    said: queue.Queue[str] = queue.Queue()
    running = Match(folder)

    def play() -> None:
        with open_store(folder) as store:
            store.freeze(plan)
            running.report = run_matches(store, services=Services(announce=said.put))

    thread = threading.Thread(target=play)
    thread.start()
    try:
        for _ in [one for one in roster if one is GUEST]:
            seat, ticket = ticket_of(said.get(timeout=30))
            running.tickets[seat] = ticket
        yield running
    finally:
        thread.join(60)
    assert not thread.is_alive(), "the match must have come to its end"


def ticket_of(line: str) -> tuple[int, Ticket]:
    """Return the seat and the ticket that an announcement tells of."""
    found = re.search(r"seat (\d+) of .*: (http\S+) with the token ([\w-]+)", line)
    assert found is not None, line
    return int(found[1]), Ticket(found[2], found[3])
