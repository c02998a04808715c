"""Running the command line inside the test's process."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from ludarena.cli import main
from tests.keys import MARK


@dataclass
class Ran:
    """What a command printed and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Return stdout as JSON; it must be nothing else."""
        return json.loads(self.out)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> Ran:
    """Return what `ludarena ARGUMENTS` printed and its exit code."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main([str(one) for one in arguments])
    out, err = capsys.readouterr()
    assert MARK not in out + err, "a key was shown"
    code = left.value.code
    return Ran(code if isinstance(code, int) else 0, out, err)
