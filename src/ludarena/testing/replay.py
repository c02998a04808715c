"""Laws of replay: a log gives the same match again, with or without a trace, in any process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from ludarena.core.game import Game
from ludarena.core.options import OptionValue
from ludarena.core.sight import sight, story
from ludarena.core.trace import Fact, Trace
from ludarena.testing.node import Move, Setup

SIGHT_EVERY = 4
"""At every how many decisions the digest takes in what viewpoints are shown."""


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
    return _compare(log.digests, found, "played again from its log")


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
    order = {
        "path": sys.path,
        "module": kind.__module__,
        "name": kind.__qualname__,
        "matches": [
            {
                "seats": log.setup.seats,
                "seed": log.setup.seed,
                "options": dict(log.setup.options),
                "moves": log.moves,
            }
            for log in logs
        ],
    }
    hash_seed = "271" if os.environ.get("PYTHONHASHSEED") != "271" else "828"
    done = subprocess.run(
        [sys.executable, "-m", "ludarena.testing.elsewhere"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    if done.returncode:
        return 0, f"another process cannot play the match again: {done.stderr.strip()[-600:]}"
    for row, (log, found) in enumerate(zip(logs, json.loads(done.stdout), strict=True)):
        said = _compare(shown_digests(log.setup.game, log.setup, log.moves), found, "elsewhere")
        if said:
            return row, said
    return None


def shown_digests(game: Game, setup: Setup, moves: Sequence[Move]) -> list[str]:
    """Return digests of every state, its facts, and at some nodes of what is shown and told."""
    trace = Trace()
    state = setup.new(trace)
    facts = trace.take()
    digests = [digest(state.encode(), facts)]
    for number, (seat, action) in enumerate(moves):
        if number % SIGHT_EVERY == 0:
            seen = sight(game, state, seat)
            words = repr((seen.view_json(), seen.text, seen.decision, seen.choices))
            words += repr(story(game, facts, seat)) + repr(game.metrics(state, seat))
            digests.append(digest(words.encode(), ()))
        state.apply(seat, action)
        facts = trace.take()
        digests.append(digest(state.encode(), facts))
    return digests


def _compare(expected: Sequence[str], found: Sequence[str], how: str) -> str | None:
    for number, (one, other) in enumerate(zip(expected, found, strict=False)):
        if one != other:
            return f"{how}, digest {number} of the match is another one"
    if len(expected) != len(found):
        return f"{how}, the match has {len(found)} digests, not {len(expected)}"
    return None


def play_order(game: Game, order: Mapping[str, object]) -> list[str]:
    """Return the digests of one match of the order that `elsewhere` writes."""
    seats, seed, options, moves = (order[key] for key in ("seats", "seed", "options", "moves"))
    if not (isinstance(seats, int) and isinstance(seed, int) and isinstance(moves, list)):
        raise TypeError("an order holds seats, a seed and moves")
    given: dict[str, OptionValue] = dict(options) if isinstance(options, dict) else {}
    setup = Setup(game, seats, seed, given, "random")
    return shown_digests(game, setup, [Move(seat, action) for seat, action in moves])
