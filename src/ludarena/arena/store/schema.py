"""The tables of a run.

Texts (prompts, replies, reasoning) are kept once each in `text`, compressed, and referred to by
digest. Times are Unix seconds. Columns that end in `_json` hold canonical JSON. Nothing here is
special to one database; what is, stands in `dialect.py`.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA_VERSION = 2
OLDEST_VERSION = 1
"""The oldest version that is still read; who writes such a store changes it first."""

METADATA = MetaData()

NAME = String().with_variant(String(collation="C"), "postgresql")
"""Short text, sorted by its bytes in every database."""


def _reference(name: str, to: str, *, nullable: bool = False) -> Column[int]:
    return Column(name, Integer, ForeignKey(f"{to}.id"), nullable=nullable)


META = Table(
    "meta",
    METADATA,
    Column("key", NAME, primary_key=True),
    Column("value", NAME, nullable=False),
)

TEXT = Table(
    "text",
    METADATA,
    Column("digest", LargeBinary, primary_key=True),
    Column("length", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

EXPERIMENT = Table(
    "experiment",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", NAME, nullable=False),
    Column("digest", NAME, nullable=False),
    Column("design_json", Text, nullable=False),
    Column("protocol_id", NAME, nullable=False),
    Column("protocol_json", Text, nullable=False),
)

SCHEDULE = Table(
    "schedule",
    METADATA,
    _reference("experiment", "experiment"),
    Column("stage", Integer, nullable=False),
    Column("digest", NAME, nullable=False),
    Column("cells", Integer, nullable=False),
    PrimaryKeyConstraint("experiment", "stage"),
)

EXTENSION = Table(
    "extension",
    METADATA,
    _reference("experiment", "experiment"),
    Column("stage", Integer, nullable=False),
    Column("name", NAME, nullable=False),
    Column("digest", NAME, nullable=False),
    Column("design_json", Text, nullable=False),
    Column("participants_json", Text, nullable=False),  # names of those that it adds
    PrimaryKeyConstraint("experiment", "stage"),
    UniqueConstraint("experiment", "name"),
)

ADDED_TO_MATCH = ("part", "focal")
"""Columns of `match` that version 1 did not have."""

RULES = Table(
    "rules",
    METADATA,
    Column("game", NAME, nullable=False),
    Column("version", NAME, nullable=False),
    Column("title", NAME, nullable=False),
    Column("edition", NAME, nullable=False),
    Column("decisions_json", Text, nullable=False),
    Column("facts_json", Text, nullable=False),
    Column("ranking_json", Text, nullable=False),
    Column("text", LargeBinary, ForeignKey("text.digest")),
    PrimaryKeyConstraint("game", "version"),
)

PARTICIPANT = Table(
    "participant",
    METADATA,
    Column("id", Integer, primary_key=True),
    _reference("experiment", "experiment"),
    Column("name", NAME, nullable=False),
    Column("digest", NAME, nullable=False),
    Column("record_json", Text, nullable=False),
    UniqueConstraint("experiment", "name"),
)

MATCH = Table(
    "match",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("key", NAME, nullable=False, unique=True),
    _reference("experiment", "experiment"),
    Column("stage", Integer, nullable=False),
    Column("cell", Integer, nullable=False),
    Column("game", NAME, nullable=False),
    Column("rules_version", NAME, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options_json", Text, nullable=False),
    Column("seed", NAME, nullable=False),
    Column("stratum", NAME, nullable=False),
    Column("scenario", NAME, nullable=False),
    Column("part", NAME, nullable=False, server_default=""),
    Column("focal", Integer),  # seat of the participant that the match is about
    Column("finished", Integer),  # the attempt that counts
    UniqueConstraint("experiment", "cell"),
)

APPEARANCE = Table(
    "appearance",
    METADATA,
    _reference("match", "match"),
    Column("seat", Integer, nullable=False),
    _reference("participant", "participant"),
    PrimaryKeyConstraint("match", "seat"),
)

ATTEMPT = Table(
    "attempt",
    METADATA,
    Column("id", Integer, primary_key=True),
    _reference("match", "match"),
    Column("number", Integer, nullable=False),
    Column("status", NAME, nullable=False),
    Column("reason", NAME),
    Column("ended_by", NAME),
    Column("turns", Integer),
    Column("resumes", Integer, nullable=False),
    Column("started", Float, nullable=False),
    Column("ended", Float),
    Column("host", NAME, nullable=False),
    Column("version", NAME, nullable=False),
    UniqueConstraint("match", "number"),
)

EVENT = Table(
    "event",
    METADATA,
    _reference("attempt", "attempt"),
    Column("number", Integer, nullable=False),
    Column("block", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("act", NAME, nullable=False),
    Column("action", BigInteger),
    Column("action_id", NAME),
    Column("form", LargeBinary, ForeignKey("text.digest")),  # JSON of an answer that is a form
    Column("stand_in", Boolean, nullable=False),
    Column("reason", NAME),
    Column("facts", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    PrimaryKeyConstraint("attempt", "number"),
    sqlite_with_rowid=False,
)

DECISION = Table(
    "decision",
    METADATA,
    _reference("attempt", "attempt"),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("block", Integer, nullable=False),
    Column("kind", NAME, nullable=False),
    Column("choices", Integer, nullable=False),
    Column("action", BigInteger, nullable=False),
    Column("act", NAME),
    Column("reason", NAME),
    Column("stand_in", Boolean, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("repairs", NAME, nullable=False),
    Column("reply", LargeBinary, ForeignKey("text.digest")),
    Column("reasoning", LargeBinary, ForeignKey("text.digest")),
    Column("rationale", LargeBinary, ForeignKey("text.digest")),
    Column("tool_calls_json", Text),
    Column("at", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    PrimaryKeyConstraint("attempt", "seat", "number"),
    sqlite_with_rowid=False,
)

FAILED_TRY = Table(
    "failed_try",
    METADATA,
    _reference("attempt", "attempt"),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("kind", NAME, nullable=False),
    Column("detail", Text, nullable=False),
    Column("reply", LargeBinary, ForeignKey("text.digest")),
    Column("reasoning", LargeBinary, ForeignKey("text.digest")),
    Column("tool_calls_json", Text),
    Column("at", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    PrimaryKeyConstraint("attempt", "seat", "number", "tries"),
    sqlite_with_rowid=False,
)

RESPONSE = Table(
    "response",
    METADATA,
    Column("provider", NAME, nullable=False),
    Column("id", NAME, nullable=False),
    _reference("attempt", "attempt"),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("model", NAME, nullable=False),
    Column("status", NAME, nullable=False),
    Column("prompt", LargeBinary, ForeignKey("text.digest")),
    Column("reply", LargeBinary, ForeignKey("text.digest")),
    Column("input_tokens", Integer, nullable=False),
    Column("cached_tokens", Integer, nullable=False),
    Column("cache_written_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("reasoning_tokens", Integer, nullable=False),
    Column("extra_json", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    PrimaryKeyConstraint("attempt", "provider", "id"),
    Index("response_of_decision", "attempt", "seat", "number"),
)

SNAPSHOT = Table(
    "snapshot",
    METADATA,
    _reference("attempt", "attempt"),
    Column("number", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    PrimaryKeyConstraint("attempt", "number"),
    sqlite_with_rowid=False,
)

OUTCOME = Table(
    "outcome",
    METADATA,
    _reference("attempt", "attempt"),
    Column("seat", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("tie_breaks_json", Text, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("payoff", Float, nullable=False),
    Column("rules_rank", Integer, nullable=False),
    Column("forfeited", Boolean, nullable=False),
    Column("routes_json", Text, nullable=False),
    Column("engine_decisions", Integer, nullable=False),
    Column("controller_decisions", Integer, nullable=False),
    Column("stand_in_decisions", Integer, nullable=False),
    Column("tool_calls_json", Text, nullable=False),
    Column("model_responses", Integer, nullable=False),
    Column("failed_tries", Integer, nullable=False),
    Column("repairs", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    PrimaryKeyConstraint("attempt", "seat"),
    sqlite_with_rowid=False,
)

OWN_LOG = Table(
    "own_log",
    METADATA,
    _reference("attempt", "attempt"),
    Column("seat", Integer, nullable=False),
    Column("program", NAME, nullable=False),
    Column("status", NAME, nullable=False),
    Column("detail", Text, nullable=False),
    Column("responses", LargeBinary, ForeignKey("text.digest")),  # JSON, one list a response
    PrimaryKeyConstraint("attempt", "seat"),
    sqlite_with_rowid=False,
)

ADDED_TABLES = (EXTENSION, OWN_LOG)
"""Tables that version 1 did not have."""
