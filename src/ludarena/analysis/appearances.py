"""The appearances of stored runs: what each participant did in one seat of one finished match."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from ludarena.analysis.results import stored_results
from ludarena.arena.store import schema

if TYPE_CHECKING:
    from ludarena.analysis.leaderboard import Result
    from ludarena.arena.store.read import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A participant in one seat of one finished match.

    `game` is the label of `stored_results`, `match` the place of the result there. `turns` is the
    game's own turn counter of the match. The four counters are kept apart: actions applied for
    the seat, accepted answers of its participant, tool calls by tool, responses of models.
    `routes` are points by where they came from, which add up to `score`.
    """

    match: int
    game: str
    part: str
    seats: int
    seat: int
    participant: str
    rank: int
    score: int
    routes: Mapping[str, int]
    turns: int
    engine_decisions: int
    controller_decisions: int
    tool_calls: Mapping[str, int]
    model_responses: int
    seconds: float

    @property
    def all_tool_calls(self) -> int:
        """Return the tool calls of all tools."""
        return sum(self.tool_calls.values())


def stored_appearances(*readers: Reader) -> list[Appearance]:
    """Return the appearances of runs, by match in the order of `stored_results`, then by seat."""
    results = stored_results(*readers)
    seats = [
        (number, seat) for number, one in enumerate(results) for seat in range(len(one.roster))
    ]
    rows = [row for reader in readers for row in _rows(reader)]
    return [
        _appearance(row, number, results[number], seat)
        for row, (number, seat) in zip(rows, seats, strict=True)
    ]


def _rows(reader: Reader) -> Iterator[Mapping[str, Any]]:
    """Yield the results of seats, by cell and seat, with the turns of their match."""
    attempt, match, outcome = schema.ATTEMPT.c, schema.MATCH.c, schema.OUTCOME.c
    tables = schema.MATCH.join(schema.ATTEMPT, attempt.id == match.finished).join(
        schema.OUTCOME, outcome.attempt == attempt.id
    )
    query = select(schema.OUTCOME, attempt.turns).select_from(tables)
    yield from reader.stream(query.order_by(match.cell, outcome.seat))


def _appearance(row: Mapping[str, Any], number: int, result: Result, seat: int) -> Appearance:
    return Appearance(
        match=number,
        game=result.game,
        part=result.part,
        seats=len(result.roster),
        seat=seat,
        participant=result.roster[seat],
        rank=row["rank"],
        score=row["score"],
        routes=json.loads(row["routes_json"]),
        turns=row["turns"],
        engine_decisions=row["engine_decisions"],
        controller_decisions=row["controller_decisions"],
        tool_calls=json.loads(row["tool_calls_json"]),
        model_responses=row["model_responses"],
        seconds=row["seconds"],
    )
