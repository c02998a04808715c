"""What programs are handed of the arena's environment: nothing whose name is that of a secret."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set

_SECRET = re.compile("KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH")


def handed(environment: Mapping[str, str], named: Set[str] = frozenset()) -> dict[str, str]:
    """Return the variables that are no secrets by their names, and those that are named."""
    return {
        name: value
        for name, value in environment.items()
        if name in named or not _SECRET.search(name.upper())
    }
