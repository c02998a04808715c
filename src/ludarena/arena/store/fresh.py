"""A place for a new run that is there when all of it is written, or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

from ludarena.arena.errors import CannotMerge, StoreUnwritable
from ludarena.arena.place import DatabaseUrl, Place
from ludarena.arena.store.dialect import connected, translated, writing_engine
from ludarena.arena.store.postgres import drop_room, has_room, rename_room


def fresh(place: Place) -> AbstractContextManager[Place]:
    """Return where to write meanwhile; after the block it is `place`, after an error it is gone.

    A process that is killed in the block leaves a hidden folder `.NAME-...` beside the new one, or
    on a server a run `merging-...`. Raises `CannotMerge` where something is there already,
    `StoreUnwritable`, and for a server what `open_store` raises.
    """
    if place.url is not None:
        return _run_on_server(place.url)
    if place.folder is not None:
        return _folder(place.folder)
    raise CannotMerge("memory keeps no run", "name a folder or a postgresql:// URL")


@contextmanager
def _folder(into: Path) -> Iterator[Place]:
    if into.exists():
        raise CannotMerge(f"{into} exists already", "name a new folder")
    try:
        into.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=f".{into.name}-", dir=into.parent))
    except OSError as error:
        raise StoreUnwritable(str(into), error.strerror or str(error)) from error
    try:
        yield Place(folder=folder)
        os.replace(folder, into)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


@contextmanager
def _run_on_server(url: DatabaseUrl) -> Iterator[Place]:
    place = Place(url=url)
    meanwhile = replace(url, run=f"merging-{token_hex(8)}")
    engine = writing_engine(place)
    try:
        connection = connected(engine, place)
        try:
            with translated(str(place)), connection.begin():
                if has_room(connection, url):
                    raise CannotMerge(f"{place} exists already", "name a new run")
            yield Place(url=meanwhile)
            with translated(str(place)), connection.begin():
                if not rename_room(connection, meanwhile, url):
                    raise CannotMerge(f"{place} exists by now", "name a new run")
        except BaseException:
            with translated(str(place)), connection.begin():
                drop_room(connection, meanwhile)
            raise
        finally:
            connection.close()
    finally:
        engine.dispose()
