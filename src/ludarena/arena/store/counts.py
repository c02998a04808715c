"""Counting in the database what became of decisions, so that no decision is read one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, FromClause, Table, case, func, select

from ludarena.arena.store import schema
from ludarena.arena.store.rows import Row

if TYPE_CHECKING:
    from ludarena.arena.store.read import Reader

NAME = schema.PARTICIPANT.c.name


@dataclass(frozen=True, slots=True)
class FailureCounts:
    """Counts of a whole run by name of the participant, and for failed tries by class too.

    `decisions` has a row a participant with `own`, `repaired`, `recovered`, `stood_in` and
    `forfeits`.
    """

    decisions: Mapping[str, Row]
    failed: Mapping[tuple[str, str], int]
    voids: Mapping[str, int]


def failure_counts(reader: Reader) -> FailureCounts:
    """Return the counts of all attempts of a run."""
    made, failed, events = schema.DECISION.c, schema.FAILED_TRY.c, schema.EVENT.c
    own = made.stand_in.is_(False)
    decisions = (
        select(
            NAME,
            _times(own, "own"),
            _times(made.repairs != "", "repaired"),
            _times(own & (made.tries > 1), "recovered"),
            _times(made.stand_in.is_(True), "stood_in"),
            _times(made.act == "forfeit", "forfeits"),
        )
        .select_from(_with_participants(schema.DECISION))
        .group_by(NAME)
    )
    tries = (
        select(NAME, failed.kind, func.count().label("n"))
        .select_from(_with_participants(schema.FAILED_TRY))
        .group_by(NAME, failed.kind)
    )
    voids = (
        select(NAME, func.count().label("n"))
        .select_from(_with_participants(schema.EVENT))
        .where(events.act == "void")
        .group_by(NAME)
    )
    return FailureCounts(
        decisions={row["name"]: row for row in reader.stream(decisions)},
        failed={(row["name"], row["kind"]): row["n"] for row in reader.stream(tries)},
        voids={row["name"]: row["n"] for row in reader.stream(voids)},
    )


def _times(condition: ColumnElement[bool], name: str) -> ColumnElement[Any]:
    return func.sum(case((condition, 1), else_=0)).label(name)


def _with_participants(table: Table) -> FromClause:
    """Return a table of an attempt's seats joined with who sat there."""
    seats = schema.APPEARANCE.c
    return (
        table.join(schema.ATTEMPT, schema.ATTEMPT.c.id == table.c.attempt)
        .join(
            schema.APPEARANCE,
            (seats.match == schema.ATTEMPT.c.match) & (seats.seat == table.c.seat),
        )
        .join(schema.PARTICIPANT, schema.PARTICIPANT.c.id == seats.participant)
    )
