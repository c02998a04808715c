"""The results of finished matches: one query, only what an analysis needs, match by match."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Column, select

from ludarena.arena.record import StoredResult
from ludarena.arena.store import schema
from ludarena.arena.store.rows import Row
from ludarena.core.view import Json

if TYPE_CHECKING:
    from ludarena.arena.store.read import Reader

A, M, O = schema.ATTEMPT.c, schema.MATCH.c, schema.OUTCOME.c  # noqa: E741 - as in a query


def finished_results(reader: Reader, stored: Sequence[Column[Any]]) -> Iterator[StoredResult]:
    """Yield the finished matches by cell; `stored` are the columns of matches that there are.

    Raises `CorruptStore` when seats, participants and results of one are not equally many.
    """
    unused = ("seed", "experiment", "stage")
    columns = [column for column in stored if column.name not in unused]
    tables = schema.MATCH.outerjoin(schema.ATTEMPT, A.id == M.finished).outerjoin(
        schema.OUTCOME, O.attempt == A.id
    )
    query = (
        select(
            *columns,
            A.ended_by,
            A.turns,
            O.seat.label("seat"),
            *(O.score, O.rank, O.payoff, O.forfeited, O.stand_in_decisions, O.failed_tries),
        )
        .select_from(tables)
        .where(M.finished.is_not(None))
        .order_by(M.cell, O.seat)
    )
    rosters = _rosters(reader)
    for key, rows in groupby(reader.stream(query), key=lambda row: row["id"]):
        found = list(rows)
        with reader.readable(f"the result of match {found[0]['key']}"):
            result = _result(found, tuple(rosters.get(key, ())))
        yield result


def _rosters(reader: Reader) -> dict[int, list[str]]:
    """Return who sits in each match, by its key."""
    seats, people = schema.APPEARANCE.c, schema.PARTICIPANT.c
    names = {row["id"]: row["name"] for row in reader.stream(select(people.id, people.name))}
    rosters: dict[int, list[str]] = defaultdict(list)
    query = select(seats.match, seats.participant).order_by(seats.match, seats.seat)
    for row in reader.stream(query):
        if row["participant"] in names:
            rosters[row["match"]].append(names[row["participant"]])
    return rosters


def _result(seats: Sequence[Row], roster: tuple[str, ...]) -> StoredResult:
    match = seats[0]
    if not len(seats) == len(roster) == match["seats"]:
        raise ValueError(
            f"it has {match['seats']} seats, {len(roster)} participants, {len(seats)} results"
        )
    return StoredResult(
        match=match["key"],
        game=match["game"],
        rules_version=match["rules_version"],
        options=_options(match["options_json"]),
        stratum=match["stratum"],
        scenario=match["scenario"],
        part=match.get("part", ""),
        focal=match.get("focal"),
        participants=roster,
        ranks=tuple(seat["rank"] for seat in seats),
        scores=tuple(seat["score"] for seat in seats),
        payoffs=tuple(seat["payoff"] for seat in seats),
        forfeited=tuple(seat["forfeited"] for seat in seats),
        stand_ins=tuple(seat["stand_in_decisions"] for seat in seats),
        failed_tries=tuple(seat["failed_tries"] for seat in seats),
        ended_by=match["ended_by"],
        turns=match["turns"],
    )


@lru_cache(maxsize=256)
def _options(text: str) -> dict[str, Json]:
    """Return the options of a match; equal ones are one object."""
    return cast(dict[str, Json], dict(json.loads(text)))
