"""Laws of replay: a log gives the same match again, with or without a trace, in any process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b

from ludarena.core.game import Game
from ludarena.core.options import OptionValue
from ludarena.core.sight import sight, story
from ludarena.core.trace import Fact, Trace
from ludarena.testing.node import Move, Setup

SIGHT_EVERY = 13
"""At every how many decisions the digest takes in what viewpoints are shown."""


@dataclass(frozen=True, slots=True)
class Order:
    """A match that another process is to play: what it is set up with, and every move."""

    seats: int
    seed: int
    options: dict[str, OptionValue]
    moves: list[list[int]]


@dataclass(frozen=True, slots=True)
class Log:
    """A match that was played: its set-up, its moves, and digests of every state and its facts."""

    setup: Setup
    moves: tuple[Move, ...]
    digests: tuple[str, ...]


def digest(encoded: bytes, facts: Sequence[Fact]) -> str:
    """Return a digest of a state's bytes and of the facts that led to it."""
    told = [[f.kind, f.arguments, f.secret, f.sees, f.audience] for f in facts]
    return blake2b(encoded + json.dumps(told).encode(), digest_size=8).hexdigest()


def traced(log: Log) -> str | None:
    """Played from the log again with a trace, every state and fact has the same digest."""
    trace = Trace()
    state = log.setup.new(trace)
    found = [digest(state.encode(), trace.take())]
    for seat, action in log.moves:
        state.apply(seat, action)
        found.append(digest(state.encode(), trace.take()))
    for number, (one, other) in enumerate(zip(log.digests, found, strict=True)):
        if one != other:
            return f"played again from its log, state or facts differ after {number} decisions"
    return None


def untraced(log: Log, encoded: Sequence[bytes]) -> str | None:
    """Played without a trace, every state has the same bytes."""
    state = log.setup.new()
    for number, expected in enumerate(encoded):
        if number:
            state.apply(*log.moves[number - 1])
        if state.encode() != expected:
            return f"without a trace, the state after {number} decisions is another one"
    return None


def elsewhere(logs: Sequence[Log]) -> tuple[int, str] | None:
    """In another process with another hash seed, logs give the same digests.

    The digests take in what viewpoints are shown. Returns the row of the log that differs and
    how. The game's class must be importable by its module and name and take no arguments.
    """
    if not logs:
        return None
    kind = type(logs[0].setup.game)
    orders = [_order_of(log) for log in logs]
    task = {
        "path": sys.path,
        "module": kind.__module__,
        "name": kind.__qualname__,
        "orders": [asdict(order) for order in orders],
    }
    hash_seed = "271" if os.environ.get("PYTHONHASHSEED") != "271" else "828"
    done = subprocess.run(
        [sys.executable, "-m", "ludarena.testing.elsewhere"],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    if done.returncode:
        return 0, f"another process cannot play the match again: {done.stderr.strip()[-600:]}"
    for row, (order, found) in enumerate(zip(orders, json.loads(done.stdout), strict=True)):
        for here, there in zip(fingerprints(logs[row].setup.game, order), found, strict=True):
            if here != there:
                what = here.rsplit(" ", 1)[0]
                return row, f"in a process with another hash seed, {what} is another one"
    return None


def _order_of(log: Log) -> Order:
    setup = log.setup
    return Order(setup.seats, setup.seed, dict(setup.options), [list(move) for move in log.moves])


def fingerprints(game: Game, order: Order) -> list[str]:
    """Return lines with digests of every state and its facts, and of what is shown and told."""
    trace = Trace()
    state = game.new(seats=order.seats, seed=order.seed, options=order.options, trace=trace)
    facts = trace.take()
    lines = [f"the state at set-up {digest(state.encode(), facts)}"]
    for number, (seat, action) in enumerate(order.moves):
        if number % SIGHT_EVERY == 0:
            seen = sight(game, state, seat)
            words = repr((seen.view_json(), seen.text, seen.decision, seen.choices))
            words += repr(story(game, facts, seat)) + repr(game.metrics(state, seat))
            shown = digest(words.encode(), ())
            lines.append(f"what seat {seat} is shown after {number} decisions {shown}")
        state.apply(seat, action)
        facts = trace.take()
        lines.append(f"the state after {number + 1} decisions {digest(state.encode(), facts)}")
    return lines
