"""Why a call of a program made no move: its class, from what arena and gateway saw themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludarena.agents.controller import Failure, StopRun
from ludarena.agents.llm.access import Till
from ludarena.agents.llm.agent import stop_if_shared
from ludarena.harness.process import MOST_LINES, MOST_OUTPUT
from ludarena.models.ledger import LedgerRow

NO_TOOLS = "it never asked for the tools of its seat"
NO_CALL = "it called no tool of its seat"

_HOPELESS = frozenset({401, 403, 404})
"""Statuses with which a provider rejects a key or a model: every match would fail alike."""


_PATIENCE = 3
"""Model calls in a row that may fail for good, each tried again by the gateway, in one call."""


@dataclass(slots=True)
class WatchedTill(Till):
    """A till that looks at what goes through it in one call of a program.

    `row` is the last row, `faults` counts the last ones that failed.
    """

    row: LedgerRow | None = None
    faults: int = 0

    def begin(self) -> None:
        """Forget what an earlier call did."""
        self.row, self.faults = None, 0

    def take(self, row: LedgerRow) -> None:
        """Record a row of a ledger."""
        self.row = row
        self.faults = self.faults + 1 if failed(row) else 0
        Till.take(self, row)

    @property
    def hopeless(self) -> bool:
        """Return whether the program can only fail, however often it tries again itself."""
        return self.faults >= _PATIENCE or (self.row is not None and rejected(self.row))


def failed(row: LedgerRow) -> bool:
    """Return whether a model call failed for good; a program that went away is no failure."""
    return row.fault not in ("", "client_gone")


def rejected(row: LedgerRow) -> bool:
    """Return whether the provider rejects the key or the model."""
    return row.fault == "http" and row.status in _HOPELESS


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A call that is over and made no move.

    `told` is what its events say of errors, `errors` the end of its standard error. `offered` and
    `used` say whether it had the tools of its seat and called one. `refused` are the calls that the
    gateway turned away, `row` the last one that it carried.
    """

    title: str
    status: int
    told: Sequence[str]
    errors: str
    flooded: bool
    offered: bool
    used: bool
    refused: Sequence[tuple[str, str]]
    row: LedgerRow | None


def failure_of(call: Ended) -> Failure:
    """Return the failure of a call without an act.

    Raises `StopRun` where the provider rejects key or model, or where the budget of the whole run
    is used up: every further call would fail alike.
    """
    failure = _failure(call)
    if not call.offered:
        return Failure(failure.kind, f"{failure.detail}; {NO_TOOLS}")
    if not call.used:
        return Failure(failure.kind, f"{failure.detail}; {NO_CALL}")
    return failure


def _failure(call: Ended) -> Failure:
    for kind, message in call.refused:
        if kind == "budget_exhausted":
            stop_if_shared(message)
            return Failure("budget_exhausted", message)
    if call.flooded:
        most = f"{MOST_OUTPUT // 2**20} MiB or {MOST_LINES:,} lines"
        detail = f"{call.title} wrote more than {most} and was ended"
        return Failure("harness_error", detail)
    row = call.row
    if row is not None and failed(row):
        return _provider_failure(row, call)
    for kind, message in call.refused:
        if kind != "barred":
            return Failure("harness_error", f"the gateway refused its call: {message}")
    if call.status != 0 or not call.offered:
        return Failure(
            "harness_error", f"{call.title} ended with status {call.status}: {said(call)}"
        )
    if call.told:
        return Failure("harness_error", f"{call.title} reports an error: {call.told[-1]}")
    return Failure("empty", "the call ended without an act")


def _provider_failure(row: LedgerRow, call: Ended) -> Failure:
    """Return the failure of a call whose last model call failed for good."""
    seen = f"status {row.status}" if row.fault == "http" else row.fault
    told = call.told[-1] if call.told else f"{call.title} says: {said(call)}"
    if rejected(row):
        raise StopRun(
            f"the provider of {row.model} rejects the request: {seen}; {told}; "
            "check the key, the name of the model and its settings"
        )
    return Failure("provider_error", f"the last model call failed ({seen}): {told}")


def said(call: Ended) -> str:
    """Return the last words of a program."""
    if call.told:
        return call.told[-1]
    return (call.errors.strip().splitlines() or ["it said nothing"])[-1]
