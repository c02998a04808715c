"""Where the keys of a TOML text stand: a scan beside `tomllib`, which tells no positions."""

from __future__ import annotations

from typing import Final

KeyPath = tuple[str | int, ...]
"""Names of tables and keys, and numbers of array items, from the top."""

_SPACE: Final = " \t\r\n"
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def key_lines(text: str) -> dict[KeyPath, int]:
    """Return the line (from 1) of each table, key and array item of a valid TOML text.

    >>> key_lines('seed = 1\\n[[games]]\\nid = "azul"\\n')[("games", 0, "id")]
    3
    """
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.tables: dict[KeyPath, int] = {}  # array of tables -> how many so far

    def document(self) -> None:
        table: KeyPath = ()
        self._skip_space()
        while self.at < len(self.text):
            if self._take("[["):
                table = self._array_of_tables()
            elif self._take("["):
                table = self._resolve(self._key())
                self._note(table)
                self._take("]")
            else:
                self._pair(table)
            self._skip_space()

    def _array_of_tables(self) -> KeyPath:
        path = self._key()
        parent = (*self._resolve(path[:-1]), path[-1])
        number = self.tables.get(parent, 0)
        self.tables[parent] = number + 1
        self._note((*parent, number))
        self._take("]]")
        return (*parent, number)

    def _resolve(self, path: tuple[str, ...]) -> KeyPath:
        """Return the path of a header; a name of an array of tables means its last item."""
        resolved: KeyPath = ()
        for name in path:
            resolved = (*resolved, name)
            if resolved in self.tables:
                resolved = (*resolved, self.tables[resolved] - 1)
        return resolved

    def _note(self, path: KeyPath) -> None:
        line = self.text.count("\n", 0, self.at) + 1
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def _pair(self, table: KeyPath) -> None:
        start = self.at
        path = (*table, *self._key())
        if self.at == start:  # no valid TOML: give up rather than stand still
            self.at = len(self.text)
            return
        self._note(path)
        self._take("=")
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        self._skip_space()
        if self._take("["):
            self._items(path)
        elif self._take("{"):
            self._skip_space()
            while not self._take("}") and self.at < len(self.text):
                self._pair(path)
                self._skip_space()
                self._take(",")
                self._skip_space()
        elif self._peek() in ("'", '"'):
            self._string()
        else:
            while self.at < len(self.text) and self._peek() not in ",]}#\n":
                self.at += 1

    def _items(self, path: KeyPath) -> None:
        number = 0
        self._skip_space()
        while not self._take("]") and self.at < len(self.text):
            self._note((*path, number))
            self._value((*path, number))
            number += 1
            self._skip_space()
            self._take(",")
            self._skip_space()

    def _key(self) -> tuple[str, ...]:
        names = [self._name()]
        self._skip_space()
        while self._take("."):
            self._skip_space()
            names.append(self._name())
            self._skip_space()
        return tuple(names)

    def _name(self) -> str:
        self._skip_space()
        if self._peek() in ("'", '"'):
            return self._string()
        start = self.at
        while self._peek().isalnum() or self._peek() in ("-", "_"):
            self.at += 1
        return self.text[start : self.at]

    def _string(self) -> str:
        quote = self._peek()
        if self.text.startswith(quote * 3, self.at):
            quote *= 3
        self.at += len(quote)
        found: list[str] = []
        while self.at < len(self.text) and not self._take(quote):
            if self._peek() == "\\" and quote[0] == '"':
                self.at += 1
                found.append(_ESCAPES.get(self._peek(), self._peek()))
            else:
                found.append(self._peek())
            self.at += 1
        while len(quote) == 3 and self._take(quote[0]):  # `""""` ends with a quote of its own
            found.append(quote[0])
        return "".join(found)

    def _skip_space(self) -> None:
        while self.at < len(self.text):
            if self._peek() == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif self._peek() in _SPACE:
                self.at += 1
            else:
                return

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _take(self, token: str) -> bool:
        if self.text.startswith(token, self.at):
            self.at += len(token)
            return True
        return False
