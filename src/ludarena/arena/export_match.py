"""One stored match as one JSON value that needs nothing beside it.

Positions and sentences are not stored: they are made by executing the match again, which is
checked against the log on the way.
"""

from __future__ import annotations

from ludarena._version import __version__
from ludarena.arena.errors import NothingPlayed, OtherRules
from ludarena.arena.execution import Execution, replayed
from ludarena.arena.export import (
    FORMAT,
    Line,
    attempt_line,
    attempt_lines,
    experiment_line,
    match_line,
)
from ludarena.arena.record import StoredAttempt, StoredMatch
from ludarena.arena.seal import Seal
from ludarena.arena.store import Reader
from ludarena.arena.verify import attempt_problems
from ludarena.core.game import Game
from ludarena.core.registry import load_game
from ludarena.core.sight import sight, story
from ludarena.core.view import Json, plain


def export_match(reader: Reader, match: StoredMatch) -> Line:
    """Return everything about a match as JSON data.

    `events` hold facts, sentences and the view for `all` after each event; `checks` says what was
    compared with the stored log and lists what did not agree, `checksum` covers all other fields.
    Raises `NothingPlayed` before the first event, `UnknownGame` and `OtherRules` where the match
    cannot be executed here, and `CorruptLog` where the log contradicts its re-execution.
    """
    attempt = reader.current_attempt(match)
    experiment = reader.experiment()
    if attempt is None or experiment is None or not reader.events(attempt.key):
        raise NothingPlayed(match.id)
    game = load_game(match.cell.setup.game)
    if game.rules_version != match.cell.setup.rules_version:
        raise OtherRules(match.id, game.id, match.cell.setup.rules_version, game.rules_version)
    parts = _parts(reader, match, attempt)
    return Seal().sealed(
        {
            "type": "match",
            "format": FORMAT,
            "ludarena": __version__,
            "match": _without_type(match_line(match, canonical=False)),
            "attempt": _without_type(attempt_line(match, attempt)),
            "experiment": _without_type(experiment_line(reader, experiment)),
            "events": _with_snapshots(reader, game, match, attempt, parts["event"]),
            "failed_tries": list(parts["failed_try"]),
            "responses": list(parts["response"]),
            "results": list(parts["outcome"]),
            "checks": _checks(reader, match, attempt),
        }
    )


def _parts(reader: Reader, match: StoredMatch, attempt: StoredAttempt) -> dict[str, list[Line]]:
    """Return the lines of an attempt by type, without what they all share."""
    parts: dict[str, list[Line]] = {
        name: [] for name in ("event", "failed_try", "response", "outcome")
    }
    for line in attempt_lines(reader, match, attempt, canonical=False):
        kind = str(line["type"])
        shared = ("type", "match", "attempt")
        parts[kind].append({name: value for name, value in line.items() if name not in shared})
    return parts


def _with_snapshots(
    reader: Reader, game: Game, match: StoredMatch, attempt: StoredAttempt, lines: list[Line]
) -> list[Json]:
    """Return the lines of events with what each of them left behind."""
    execution = Execution(game, match.cell.setup)
    told: list[Json] = []
    for event, line in zip(reader.events(attempt.key), lines, strict=True):
        turn = int(execution.state.turn())
        replayed(execution, match.id, event)
        told.append(
            {
                **line,
                "turn": turn,
                "narration": [*story(game, event.facts, "all")],
                "to_act": [*execution.state.to_act()],
                "view": plain(sight(game, execution.state, "all").view),
            }
        )
    return told


def _checks(reader: Reader, match: StoredMatch, attempt: StoredAttempt) -> dict[str, Json]:
    problems = attempt_problems(reader, match, attempt)
    return {
        "executed_again": True,
        "compared": ["legality", "facts", "digests", "snapshots", "decisions", "results"],
        "problems": [str(problem) for problem in problems],
    }


def _without_type(line: Line) -> Line:
    return {name: value for name, value in line.items() if name != "type"}
