"""Errors of searches."""

from __future__ import annotations

from ludarena.core.errors import LudarenaError


class SearchError(LudarenaError):
    """A search that cannot begin: a finished match, a seat that owes nothing, a bad limit."""
