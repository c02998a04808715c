"""What differs between a frozen plan and the one that is given now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from ludarena.arena.cells import Plan
from ludarena.arena.record import StoredExperiment
from ludarena.core.view import Json, canonical_json

_MOST = 8


def differences(stored: StoredExperiment, plan: Plan) -> list[str]:
    """Return what changed, in words; empty when both are the same plan."""
    pairs: list[tuple[str, Json, Json]] = [
        ("", _plain(stored.design), _plain(plan.design)),
        ("protocol", stored.protocol.as_json(), plan.protocol.as_json()),
        (
            "participants",
            {one.name: one.as_json() for one in stored.participants},
            {one.name: one.as_json() for one in plan.participants},
        ),
    ]
    found: list[str] = []
    for name, old, new in pairs:
        found += _changes(name, old, _plain(new) if isinstance(new, dict) else new)
    if not found and stored.schedule_digest != plan.schedule_digest:
        found.append("the schedule that these settings give (games, rules or seeds)")
    return found if len(found) <= _MOST else [*found[:_MOST], f"{len(found) - _MOST} more"]


def _changes(path: str, old: Json, new: Json) -> list[str]:
    if isinstance(old, dict) and isinstance(new, dict):
        found: list[str] = []
        for key in sorted({*old, *new}):
            inner = f"{path}.{key}" if path else key
            if key not in new:
                found.append(f"{inner} is gone")
            elif key not in old:
                found.append(f"{inner} is new")
            else:
                found += _changes(inner, old[key], new[key])
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [
            change
            for place, (before, after) in enumerate(zip(old, new, strict=True))
            for change in _changes(f"{path}[{place}]", before, after)
        ]
    if canonical_json(old) == canonical_json(new):
        return []
    return [f"{path} was {_short(old)}, is {_short(new)}"]


def _plain(value: Mapping[str, Json]) -> dict[str, Json]:
    return cast(dict[str, Json], json.loads(canonical_json(dict(value))))


def _short(value: Json) -> str:
    text = canonical_json(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
