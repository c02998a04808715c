"""What keeps runs from being reported together, or at all."""

from __future__ import annotations

from collections.abc import Sequence

from ludarena.core.errors import LudarenaError


class MixedCohorts(LudarenaError):
    """Runs that differ in what results must share to be compared."""

    def __init__(self, differences: Sequence[str]) -> None:
        super().__init__(
            f"these runs are no one cohort: {'; '.join(differences)}; report them one by one, "
            "or give --mix, and the page says so"
        )
        self.differences = tuple(differences)


class UnlikeParticipants(LudarenaError):
    """One name that stands for different configurations in different runs."""

    def __init__(self, name: str, runs: Sequence[str]) -> None:
        super().__init__(
            f"{name!r} is another configuration in {runs[0]} than in {runs[1]}; one name must mean "
            "one participant: report the runs one by one"
        )
        self.name = name


class DuplicateOutcome(LudarenaError):
    """A match that is stored in two of the runs."""

    def __init__(self, match: str, runs: Sequence[str]) -> None:
        super().__init__(
            f"match {match[:12]} stands in {runs[0]} and in {runs[1]}; it must not count twice: "
            "leave one of the runs out"
        )
        self.match = match


class NothingToReport(LudarenaError):
    """Runs without a finished match."""

    def __init__(self, runs: Sequence[str]) -> None:
        super().__init__(
            f"no match is finished in {', '.join(runs)}; play it first, `ludarena run` does"
        )


class ForeignFolder(LudarenaError):
    """A folder that holds other things than a report."""

    def __init__(self, folder: str) -> None:
        super().__init__(
            f"{folder} holds other things than a report; name a new or an empty folder with --out"
        )
