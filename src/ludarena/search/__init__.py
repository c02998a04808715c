"""Search: ISMCTS, flat Monte Carlo and one-step greedy choice, for every game on the contract.

All of them see a match from one seat: they begin with `State.determinize(seat, ...)` and never
read the hidden part of the state that they are given.
"""

from __future__ import annotations

from ludarena.search.errors import SearchError
from ludarena.search.methods import flat_monte_carlo, greedy, ismcts
from ludarena.search.result import SearchResult, follow

__all__ = ["SearchError", "SearchResult", "flat_monte_carlo", "follow", "greedy", "ismcts"]
