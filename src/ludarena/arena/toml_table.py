"""Typed reading of a TOML file: every complaint names the file, the line and the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from datetime import date, time
from pathlib import Path

from ludarena.arena.toml_lines import KeyPath, key_lines
from ludarena.core.errors import LudarenaError, suggestion


class InvalidExperiment(LudarenaError):
    """An experiment file that cannot be read, is contradictory, or asks for what is not there."""

    def __init__(self, file: str, line: int | None, key: str, problem: str) -> None:
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {key}: {problem}" if key else f"{place}: {problem}")
        self.file = file
        self.line = line
        self.key = key
        self.problem = problem


def read_toml(path: Path) -> Table:
    """Return the top table of the file; raise `InvalidExperiment` when it is no TOML."""
    file = str(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")  # some editors begin with a byte order mark
    except OSError as error:
        raise InvalidExperiment(
            file, None, "", f"cannot be read: {error.strerror}; `ludarena init` writes an example"
        ) from error
    except UnicodeDecodeError as error:
        raise InvalidExperiment(file, None, "", "is not UTF-8 text") from error
    return parse_toml(file, text)


def parse_toml(file: str, text: str) -> Table:
    """Return the top table of a text; raise `InvalidExperiment` when it is no TOML."""
    try:
        values = tomllib.loads(text)
        lines = key_lines(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\s*\(at line (\d+), column \d+\)", str(error))
        line = int(found[1]) if found else text.rstrip().count("\n") + 1
        problem = str(error).replace(found[0], "") if found else str(error)
        raise InvalidExperiment(file, line, "", f"no valid TOML: {problem}") from error
    except ValueError as error:
        raise InvalidExperiment(file, None, "", "a number in it has too many digits") from error
    except RecursionError as error:
        raise InvalidExperiment(file, None, "", "it is nested too deep") from error
    return Table(_Source(file, lines), (), values)


class _Source:
    def __init__(self, file: str, lines: dict[KeyPath, int]) -> None:
        self.file = file
        self.lines = lines

    def line(self, path: KeyPath) -> int | None:
        """Return the line of the path or of the nearest table that holds it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None


class Table:
    """One table of the file; each key is taken once, `finish` complains of what is left."""

    def __init__(self, source: _Source, path: KeyPath, values: dict[str, object]) -> None:
        self._source = source
        self._path = path
        self._values = values
        self._taken: list[str] = []

    def error(self, key: str | int | None, problem: str) -> InvalidExperiment:
        """Return a complaint about a key of this table, or about the table itself."""
        path = self._path if key is None else (*self._path, key)
        return InvalidExperiment(self._source.file, self._source.line(path), spelt(path), problem)

    def has(self, key: str) -> bool:
        return key in self._values

    def names(self) -> list[str]:
        """Return the keys that are given, in their order."""
        return list(self._values)

    def take(self, key: str, expected: str) -> object:
        """Return the value of a key that must be there; `expected` says what it holds."""
        self._taken.append(key)
        if key not in self._values:
            raise self.error(None, f"lacks {key!r}: give {expected}")
        return self._values[key]

    def string(self, key: str, default: str | None = None) -> str:
        if default is not None and not self.has(key):
            self._taken.append(key)
            return default
        value = self.take(key, "a text")
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, f"must be a text that is not empty, not {shown(value)}")
        return value

    def choice(self, key: str, values: Sequence[str], default: str) -> str:
        value = self.string(key, default)
        if value not in values:
            listed = ", ".join(repr(known) for known in values)
            raise self.error(
                key, f"cannot be {value!r}{suggestion(value, values)}; one of {listed}"
            )
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        if default is not None and not self.has(key):
            self._taken.append(key)
            return default
        value = self.take(key, f"an integer from {low} to {high}")
        if type(value) is not int or not low <= value <= high:
            raise self.error(key, f"must be an integer from {low} to {high}, not {shown(value)}")
        return value

    def table(self, key: str) -> Table:
        """Return a table of the table; an empty one when it is absent."""
        self._taken.append(key)
        value = self._values.get(key, {})
        if not isinstance(value, dict):
            raise self.error(key, f"must be a table, written [{key}], not {shown(value)}")
        return Table(self._source, (*self._path, key), value)

    def tables(self, key: str) -> list[Table]:
        """Return the items of an array of tables, at least one."""
        value = self.take(key, f"at least one table [[{key}]]")
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.error(key, f"must be written as tables [[{key}]], not {shown(value)}")
        if not value:
            raise self.error(key, "must not be empty")
        return [
            Table(self._source, (*self._path, key, number), item)
            for number, item in enumerate(value)
        ]

    def rest(self) -> dict[str, object]:
        """Return the values of all keys that were not taken yet, and take them."""
        left = {key: value for key, value in self._values.items() if key not in self._taken}
        self._taken.extend(left)
        return left

    def finish(self, also: Iterable[str] = ()) -> None:
        """Complain of the first key that nobody took."""
        known = [*self._taken, *also]
        for key in self._values:
            if key not in known:
                listed = ", ".join(known)
                raise self.error(key, f"is not known here{suggestion(key, known)}; known: {listed}")


def spelt(path: KeyPath) -> str:
    """Return a key path as people write it.

    >>> spelt(("games", 0, "options", "variant"))
    'games[0].options.variant'
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def shown(value: object) -> str:
    """Return a value as TOML readers know it, cut when long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, date | time):
        return value.isoformat()
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
