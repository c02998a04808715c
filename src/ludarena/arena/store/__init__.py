"""The store of a run: frozen plan, logs, results."""

from __future__ import annotations

from ludarena.arena.store.read import Reader, read_store
from ludarena.arena.store.store import Store, open_store

__all__ = ["Reader", "Store", "open_store", "read_store"]
