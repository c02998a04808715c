"""Points by route during a match, from executing its log again."""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.arena.errors import NothingPlayed, OtherRules
from ludarena.arena.execution import Execution, replayed
from ludarena.arena.record import StoredMatch
from ludarena.arena.store import Reader
from ludarena.core.registry import load_game

History = tuple[Mapping[str, int], ...]
"""Points by route, one entry a turn of the game and one where the log ends."""


def route_history(reader: Reader, match: StoredMatch) -> tuple[History, ...]:
    """Return the points by route of each seat, at the end of each turn, as far as it was played.

    Turns are those of the game's own counter. Raises `NothingPlayed` before the first event,
    `UnknownGame`, `OtherRules` and `CorruptLog`.
    """
    setup = match.cell.setup
    game = load_game(setup.game)
    if game.rules_version != setup.rules_version:
        raise OtherRules(match.id, setup.game, setup.rules_version, game.rules_version)
    attempt = reader.current_attempt(match)
    events = reader.events(attempt.key) if attempt else []
    if not events:
        raise NothingPlayed(match.id)
    execution = Execution(game, setup)
    histories: list[list[Mapping[str, int]]] = [[] for _ in range(setup.seats)]
    for event in events:
        before = execution.state.turn()
        replayed(execution, match.id, event)
        if execution.state.turn() != before or event is events[-1]:
            for seat, history in enumerate(histories):
                history.append(game.score_routes(execution.state, seat, "all"))
    return tuple(map(tuple, histories))
