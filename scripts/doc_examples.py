"""For the reference pages: show examples in docstrings as code, wherever they stand."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class DocExamples(griffe.Extension):
    """Puts fences around doctest examples before a docstring is rendered."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of an object that was loaded."""
        _fence(obj)

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Change the docstring of the package itself, which is no object of itself."""
        _fence(pkg)


def _fence(obj: griffe.Object) -> None:
    if obj.docstring is not None and "```" not in obj.docstring.value:
        fenced = _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
        obj.docstring.value = fenced
