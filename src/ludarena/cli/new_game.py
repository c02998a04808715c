"""`ludarena new-game NAME`: a folder with a tiny complete game to start from."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, emit, say

_MARK = ".txt"
"""Ends the names of the template's files, so that no tool takes them for code of this package."""


def new_game(
    name: Annotated[
        str, typer.Argument(help="Id of the game: small letters, digits and _, such as dice_duel.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder to make; ./NAME if left out.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Write a package with a tiny complete game.

    Its rules, tests and entry point are ready: install it, and ludarena plays it. Then make it a
    game of your own.
    """
    _check_name(name)
    folder = Path(name) if out is None else out
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadArgument(str(folder), "exists already and is not empty; choose another --out")
    files = template_files(name)
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    if json:
        emit({"folder": str(folder), "files": [*sorted(files)]})
    say(f"wrote {len(files)} files into {folder}; next:")
    say(f"  pip install -e '{folder}[test]'")
    say(f"  ludarena match {name} --players heuristic,random")
    say(f"  pytest {folder}")


def _check_name(name: str) -> None:
    """Raise `BadArgument` for a name that cannot be that of a new game."""
    from ludarena.core.registry import game_ids

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadArgument(
            "NAME",
            f"{name!r} cannot be the id of a game: begin with a small letter and go on with small "
            "letters, digits and _, such as dice_duel",
        )
    if name in game_ids():
        raise BadArgument("NAME", f"a game called {name!r} is installed already; choose another")
    if find_spec(name) is not None:
        raise BadArgument("NAME", f"Python has a module called {name!r} already; choose another")


def template_files(name: str) -> dict[str, str]:
    """Return the files of a new game by their path in its folder."""
    words = name.strip("_").split("_")
    fitting = {
        "my_game": name,
        "my-game": "-".join(words),
        "MY_GAME": name.upper(),
        "MyGame": "".join(word.capitalize() for word in words),
        "My Game": " ".join(word.capitalize() for word in words),
    }
    pattern = re.compile("|".join(fitting))
    template = resources.files("ludarena.cli").joinpath("template")
    return {
        pattern.sub(lambda found: fitting[found[0]], path): pattern.sub(
            lambda found: fitting[found[0]], file.read_text("utf-8")
        )
        for path, file in _files(template, "")
    }


def _files(folder: Traversable, path: str) -> list[tuple[str, Traversable]]:
    """Return the files below a folder of the template with their paths, in order."""
    found: list[tuple[str, Traversable]] = []
    for one in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if one.is_dir():
            found += _files(one, f"{path}{one.name}/")
        elif one.name.endswith(_MARK):
            found.append((path + one.name.removesuffix(_MARK), one))
    return found
