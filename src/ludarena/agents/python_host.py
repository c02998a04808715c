"""The process in which a user's agent runs: it reads turns on stdin and writes replies on stdout.

Run as `python -m ludarena.agents.python_host TARGET SETTINGS`, where TARGET is `file.py:Class`,
`module:Class` or `entry:NAME`. Each line is one JSON object. What the agent prints goes to stderr.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import cast

from ludarena.agents.turn import Action, Turn
from ludarena.core.view import Json

ENTRY_POINT = "ludarena.agents"


def load(target: str) -> Callable[..., object]:
    """Return the class that a target names.

    Raises what its import raises, and `ValueError` for a target that names nothing.
    """
    place, _, name = target.rpartition(":")
    if not place or not name:
        raise ValueError(f"{target!r} names no class: write file.py:Class or module:Class")
    if place == "entry":
        points = entry_points(group=ENTRY_POINT, name=name)
        if not points:
            raise ValueError(f"no installed package offers an agent called {name!r}")
        return cast(Callable[..., object], next(iter(points)).load())
    if place.endswith(".py"):
        path = Path(place)
        if not path.is_file():
            raise ValueError(f"there is no file {place}")
        sys.path.insert(0, str(path.resolve().parent))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None:
            raise ValueError(f"{place} cannot be read as a module")
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
    else:
        sys.path.insert(0, os.getcwd())
        module = import_module(place)
    if not hasattr(module, name):
        raise ValueError(f"{place} has no {name}")
    return cast(Callable[..., object], getattr(module, name))


def turn_of(data: dict[str, Json]) -> Turn:
    """Return the turn that a line of JSON holds."""
    actions = cast(list[list[str]], data.pop("actions"))
    story = cast(list[str], data.pop("story"))
    fields = cast(dict[str, str], data)
    return Turn(
        actions=tuple(Action(*action) for action in actions),
        story=tuple(story),
        **fields,  # type: ignore[arg-type]
    )


def reply_of(answer: object) -> dict[str, Json]:
    """Return the line for what an agent's `decide` returned.

    That is an action id, or a pair of an id and the reasoning behind it.
    """
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], str):
        return {**reply_of(answer[0]), "reasoning": answer[1]}
    if isinstance(answer, Action):
        return {"text": answer.id}
    if isinstance(answer, str):
        return {"text": answer}
    kind = type(answer).__name__
    return {"error": f"decide returned {kind}; it must return an action id, or (id, reasoning)"}


def serve(target: str, settings: dict[str, Json]) -> None:
    """Build the agent and answer turns until stdin closes."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def send(line: dict[str, Json]) -> None:
        out.write(json.dumps(line) + "\n")
        out.flush()

    try:
        agent = load(target)(**settings)
        decide = cast(Callable[[Turn], object], agent.decide)  # type: ignore[attr-defined]
    except Exception as error:  # noqa: BLE001 - the user's code is the boundary
        send({"error": _told(error), "trace": traceback.format_exc()})
        return
    send({"ready": True})
    for line in sys.stdin:
        try:
            send(reply_of(decide(turn_of(json.loads(line)))))
        except Exception as error:  # noqa: BLE001 - the user's code is the boundary
            send({"error": _told(error), "trace": traceback.format_exc()})


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    serve(sys.argv[1], json.loads(sys.argv[2]))
