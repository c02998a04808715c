"""Reading an action from text: only what the text plainly says, repairs named."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludarena.core.actions import ActionTable

_QUOTES = "`'\"*"
_ENDS = ".,;!"


@dataclass(frozen=True, slots=True)
class Reading:
    """The action that a text names and the repairs, in order, that reading it needed.

    Repairs are `spaces`, `quotes`, `punctuation` and `case`; whether they are allowed is the
    protocol's affair.
    """

    action: int
    repairs: tuple[str, ...] = ()


def read_id(table: ActionTable, text: str) -> Reading:
    """Return the action whose id the text is, after at most the named repairs.

    Raises `UnreadableAction`; a text with anything beside one id is unreadable.
    """
    repairs: list[str] = []

    def repaired(name: str, after: str, before: str) -> str:
        if after != before:
            repairs.append(name)
        return after

    tidy = repaired("spaces", re.sub(r"\s*:\s*", ":", text.strip()), text)
    tidy = repaired("punctuation", tidy.rstrip(_ENDS), tidy)
    tidy = repaired("quotes", tidy.strip(_QUOTES).strip(), tidy)
    tidy = repaired("case", tidy.lower(), tidy)
    return Reading(table.code_of(tidy), tuple(repairs))
