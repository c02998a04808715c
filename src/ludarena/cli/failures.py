"""How an error becomes one line on stderr and an exit code."""

from __future__ import annotations

import os
import sys
import traceback

from ludarena.cli.output import say
from ludarena.core.errors import LudarenaError, RulesError, UnknownGame

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


class BadArgument(LudarenaError):
    """An argument of a command that cannot mean anything."""

    def __init__(self, argument: str, problem: str) -> None:
        super().__init__(f"{argument}: {problem}")
        self.argument = argument


def exit_code(error: Exception) -> int:
    """Return 2 for an error that better input avoids, 1 for all others."""
    return BAD_INPUT if isinstance(error, _of_input()) else FAILED


def _of_input() -> tuple[type[Exception], ...]:
    """Return the errors that are about what the user gave; loaded only after an error."""
    from ludarena.agents.errors import InvalidSetting, UnknownAgentType, UnknownSetting
    from ludarena.analysis.contrasts import UnknownParticipant
    from ludarena.analysis.matched import RepeatedScenario
    from ludarena.analysis.planner import NotPlannable
    from ludarena.analysis.profile_terms import NoSuchGames, UnreadableTerm
    from ludarena.arena.errors import (
        CannotMerge,
        InvalidPlace,
        InvalidPlan,
        InvalidProtocol,
        NoSuchDecision,
        NothingPlayed,
        PlanChanged,
        StoreMissing,
        UnknownMatch,
    )
    from ludarena.arena.toml_table import InvalidExperiment
    from ludarena.models.errors import MissingKey, PriceError, UnknownProvider
    from ludarena.report.study.errors import (
        DuplicateOutcome,
        ForeignFolder,
        MixedCohorts,
        NothingToReport,
        UnlikeParticipants,
    )

    return (
        BadArgument,
        CannotMerge,
        RulesError,
        UnknownGame,
        UnknownAgentType,
        UnknownSetting,
        DuplicateOutcome,
        ForeignFolder,
        InvalidSetting,
        InvalidExperiment,
        MixedCohorts,
        NoSuchGames,
        NotPlannable,
        NothingToReport,
        RepeatedScenario,
        UnknownParticipant,
        UnlikeParticipants,
        UnreadableTerm,
        InvalidPlace,
        InvalidPlan,
        InvalidProtocol,
        NoSuchDecision,
        NothingPlayed,
        PlanChanged,
        MissingKey,
        PriceError,
        StoreMissing,
        UnknownMatch,
        UnknownProvider,
    )


def report(error: Exception) -> None:
    """Print the error on stderr: one line, or a traceback when debugging."""
    if os.environ.get("LUDARENA_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)
    elif isinstance(error, LudarenaError):
        say(f"error: {error}")
    elif isinstance(error, OSError):
        say(f"error: {_os_message(error)}")
    else:
        name = type(error).__name__
        say(f"error: {name}: {error}; this is a fault of the program, --debug shows where")


def _os_message(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
