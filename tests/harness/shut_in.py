"""Whether tests of the sandbox can run; where they must, they fail, else they say why not."""

from __future__ import annotations

import os

import pytest

from ludarena.harness.sandbox import looked

MUST = "LUDARENA_NEEDS_SANDBOX"
"""Set where a machine without a working sandbox is a failure, not a reason to skip."""

needs_bubblewrap = pytest.mark.skipif(
    not looked().works and MUST not in os.environ, reason=looked().reason or "it works"
)
