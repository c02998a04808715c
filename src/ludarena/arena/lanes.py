"""Which match is played next, so that no provider plays more at a time than it may."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from ludarena.arena.record import StoredMatch


class Lanes:
    """Hands out matches, the first one that may be played; used in one event loop.

    `limits` bounds the matches at a time in which models of a provider play, `providers` names
    the providers of a match. What is taken is given back with `done`. After `stopping` returns
    True nothing more is handed out.
    """

    def __init__(
        self,
        matches: Iterable[StoredMatch],
        limits: Mapping[str, int],
        providers: Callable[[StoredMatch], frozenset[str]],
        stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        self._waiting = list(matches)
        self._limits = limits
        self._providers = providers
        self._stopping = stopping
        self._playing: Counter[str] = Counter()
        self._changed = asyncio.Event()

    async def next(self) -> StoredMatch | None:
        """Wait for a match that may be played and return it, None when none is left."""
        while self._waiting and not self._stopping():
            for place, match in enumerate(self._waiting):
                if self._free(match):
                    self._playing.update(self._providers(match))
                    return self._waiting.pop(place)
            await self._changed.wait()
        return None

    def done(self, match: StoredMatch) -> None:
        """Give back what a match took, and let others look again."""
        self._playing.subtract(self._providers(match))
        self._changed.set()
        self._changed = asyncio.Event()

    def _free(self, match: StoredMatch) -> bool:
        names = self._providers(match)
        return all(self._playing[name] < self._limits.get(name, 1 << 30) for name in names)
