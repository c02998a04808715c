"""Bringing the tables of an older version up to date, in one transaction."""

from __future__ import annotations

from sqlalchemy import Connection, Table, select, update
from sqlalchemy.schema import CreateColumn, CreateTable

from ludarena.arena.store import schema
from ludarena.arena.store.dialect import translated


def upgrade(connection: Connection, where: str, version: int) -> None:
    """Change tables of `version` into those of this version; what they hold stays.

    Does nothing where they are. Raises `StoreUnwritable` and `StoreLocked`.
    """
    if version == schema.SCHEMA_VERSION:
        return
    known = schema.META.c
    with translated(where), connection.begin():
        stored = connection.execute(select(known.value).where(known.key == "schema_version"))
        if stored.scalar() != str(version):
            return  # another writer was faster
        for name in schema.ADDED_TO_MATCH:
            _add_column(connection, schema.MATCH, name)
        for table in schema.ADDED_TABLES:
            connection.execute(CreateTable(table))
        connection.execute(
            update(schema.META)
            .where(known.key == "schema_version")
            .values(value=str(schema.SCHEMA_VERSION))
        )


def _add_column(connection: Connection, table: Table, name: str) -> None:
    words = CreateColumn(table.c[name]).compile(dialect=connection.dialect)
    quoted = connection.dialect.identifier_preparer.format_table(table)
    connection.exec_driver_sql(f"ALTER TABLE {quoted} ADD COLUMN {words}")
