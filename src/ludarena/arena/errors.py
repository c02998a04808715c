"""Errors of matches, stores and logs."""

from __future__ import annotations

from collections.abc import Iterable

from ludarena.core.errors import LudarenaError, suggestion


class InvalidProtocol(LudarenaError):
    """A protocol setting with a value that it does not take."""

    def __init__(self, setting: str, value: object, expected: str) -> None:
        super().__init__(f"protocol: {setting!r} cannot be {value!r}; it takes {expected}")
        self.setting = setting
        self.value = value


class InvalidPlan(LudarenaError):
    """A plan whose cells, seats and participants do not fit together."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"this plan cannot be played: {reason}")
        self.reason = reason


class PlanChanged(LudarenaError):
    """A run folder that holds another plan than the one given."""

    def __init__(
        self, where: str, differences: Iterable[str], *, policy_alone: bool = False
    ) -> None:
        self.differences = tuple(differences)
        otherwise = "; --change-policy goes on with the new failure policy" if policy_alone else ""
        super().__init__(
            f"{where} holds another experiment; what changed: {'; '.join(self.differences)}. "
            f"Undo the change, or choose a new folder{otherwise}"
        )
        self.where = where


class EngineFault(LudarenaError):
    """A game that broke its own contract while a match was played."""

    def __init__(self, game: str, reason: str) -> None:
        super().__init__(f"the engine of {game} is at fault: {reason}; please report it")
        self.game = game
        self.reason = reason


class WorkersFailed(LudarenaError):
    """Worker processes that end before they can be given a match."""

    def __init__(self, code: int) -> None:
        super().__init__(
            f"worker processes do not start (exit code {code}; what they said stands above); "
            "every match is kept as it is. Play in one process with workers=1 (--workers 1)"
        )
        self.code = code


class InvalidPlace(LudarenaError):
    """A text that names neither a folder nor a database in which a run can be stored."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"this names no place for a run: {reason}")
        self.reason = reason


class StoreError(LudarenaError):
    """Base of errors about the database of a run."""


class StoreUnreachable(StoreError):
    """A database server that does not answer, does not let this user in, or went away."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(
            f"cannot reach {where}: {reason}; look whether the server runs, and at host, database, "
            "user and password. What was accepted before is kept: give the same command again"
        )
        self.where = where
        self.reason = reason


class ServerUnfit(StoreError):
    """A database server that a run cannot be stored on."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"the server of {where} cannot keep a run: {reason}")
        self.where = where
        self.reason = reason


class StoreMissing(StoreError):
    """A folder without a stored run."""

    def __init__(self, where: str) -> None:
        super().__init__(f"no run is stored in {where}; name the folder given to `--out`")
        self.where = where


class StoreUnreadable(StoreError):
    """A stored run that this user may not read."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} may not be read by this user; change its rights, or copy it")
        self.where = where


class StoreLocked(StoreError):
    """A store that another process is writing."""

    def __init__(self, where: str, holder: str) -> None:
        super().__init__(
            f"{where} is being written by {holder}; wait until it ends, or stop it, and try again"
        )
        self.where = where
        self.holder = holder


class StoreUnwritable(StoreError):
    """A folder or disk that takes no more data."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(
            f"cannot write to {where}: {reason}; what was accepted before is kept. "
            "Make room or choose another folder, then give the same command again"
        )
        self.where = where
        self.reason = reason


class CorruptStore(StoreError):
    """A file that is no database, or a damaged one."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(
            f"{where} is damaged or no store of ludarena: {reason}; restore it from a copy"
        )
        self.where = where
        self.reason = reason


class UnknownSchema(StoreError):
    """A store of a schema version that this version of ludarena cannot read."""

    def __init__(self, where: str, found: int, known: int) -> None:
        super().__init__(
            f"{where} has schema version {found}, this ludarena reads version {known}; "
            f"use {'a newer' if found > known else 'an older'} ludarena for it"
        )
        self.where = where
        self.found = found
        self.known = known


class CannotMerge(StoreError):
    """Runs that cannot lie in one store."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"these runs cannot be merged: {reason}; {remedy}")
        self.reason = reason


class CorruptLog(StoreError):
    """A stored match whose log contradicts its own re-execution."""

    def __init__(self, match: str, event: int, reason: str) -> None:
        super().__init__(
            f"match {match}, event {event}: {reason}; the log was changed or damaged, "
            "so this match cannot be continued. Restore the store from a copy"
        )
        self.match = match
        self.event = event
        self.reason = reason


class OtherRules(StoreError):
    """A stored match that was played under another rules version than the installed one."""

    def __init__(self, match: str, game: str, stored: str, installed: str) -> None:
        super().__init__(
            f"match {match} was played under {game} rules version {stored}, installed is "
            f"{installed}; it can be shown and exported, but not executed again. "
            "Install the ludarena that it was played with"
        )
        self.match = match


class UnknownMatch(StoreError):
    """A match id, or the beginning of one, that the store does not hold."""

    def __init__(self, text: str, known: Iterable[str], *, ambiguous: bool = False) -> None:
        ids = list(known)
        if ambiguous:
            message = f"several matches begin with {text!r}: {', '.join(ids[:4])}; give more of it"
        else:
            message = f"no match is called {text!r}{suggestion(text, ids)}"
            message += f"; the store holds {len(ids)} matches, for example {ids[0]}" if ids else ""
        super().__init__(message)
        self.text = text


class NothingPlayed(StoreError):
    """A planned match of which nothing is stored yet."""

    def __init__(self, match: str) -> None:
        super().__init__(f"match {match} has not begun; play it first, `ludarena run` does")
        self.match = match


class NoSuchDecision(StoreError):
    """A number that is no decision of a stored match."""

    def __init__(self, match: str, number: int, last: int, reason: str = "") -> None:
        told = reason or f"its decisions are 1 to {last}"
        super().__init__(f"match {match} has no decision {number}: {told}")
        self.match = match
        self.number = number
        self.last = last
