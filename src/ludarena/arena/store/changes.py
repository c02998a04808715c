"""What differs between a frozen plan and the one that is given now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from ludarena.arena.cells import Plan, schedule_digest
from ludarena.arena.protocol import POLICY, protocol_from
from ludarena.arena.record import StoredExperiment
from ludarena.core.view import Json, canonical_json

_MOST = 8


def differences(stored: StoredExperiment, plan: Plan) -> list[str]:
    """Return what changed, in words; empty when both are the same plan.

    Extensions that the plan adds after the stored ones are no change.
    """
    pairs: list[tuple[str, Json, Json]] = [
        ("", _plain(stored.design), _plain(plan.design)),
        ("protocol", stored.current.as_json(), plan.protocol.as_json()),
        ("participants", _people(stored), _people(plan)),
    ]
    found: list[str] = []
    for name, old, new in pairs:
        found += _changes(name, old, _plain(new) if isinstance(new, dict) else new)
    found += _extension_changes(stored, plan)
    if not found and not _same_schedules(stored, plan):
        found.append(_schedule_change(stored, plan))
    return found if len(found) <= _MOST else [*found[:_MOST], f"{len(found) - _MOST} more"]


def _schedule_change(stored: StoredExperiment, plan: Plan) -> str:
    """Return why equal settings give another schedule."""
    old, new = [[one.name for one in of.participants] for of in (stored, plan)]
    if old != new[: len(old)]:
        return f"the order of the participants was {', '.join(old)}, is {', '.join(new)}"
    return "the schedule that these settings give (games, rules or seeds)"


def changed_policy(stored: StoredExperiment, plan: Plan) -> dict[str, Json] | None:
    """Return the failure policy of a plan that differs from the stored one in nothing else."""
    now, then = plan.protocol.as_json(), stored.current.as_json()
    new = {name: now[name] for name in POLICY}
    old = {name: then[name] for name in POLICY}
    same = replace(plan, protocol=protocol_from({**now, **old}))
    return new if new != old and not differences(stored, same) else None


def _people(of: StoredExperiment | Plan) -> dict[str, Json]:
    """Return the participants that are not added by extensions."""
    added = {name for one in of.extensions for name in one.participants}
    return {one.name: one.as_json() for one in of.participants if one.name not in added}


def _extension_changes(stored: StoredExperiment, plan: Plan) -> list[str]:
    names = [one.name for one in plan.extensions]
    found = [
        f"extension {one.name!r} is gone" for one in stored.extensions if one.name not in names
    ]
    if found:
        return found
    if [one.name for one in stored.extensions] != names[: len(stored.extensions)]:
        return ["the order of the extensions: new ones stand after those that are stored"]
    new = {one.name: one.as_json() for one in plan.participants}
    old = {one.name: one.as_json() for one in stored.participants}
    for before, now in zip(stored.extensions, plan.extensions):
        path = f"extensions.{before.name}"
        found += _changes(path, _plain(before.design), _plain(now.design))
        then: dict[str, Json] = {name: old.get(name) for name in before.participants}
        here: dict[str, Json] = {name: new.get(name) for name in now.participants}
        found += _changes(f"{path}.participants", _plain(then), _plain(here))
    return found


def _same_schedules(stored: StoredExperiment, plan: Plan) -> bool:
    digests = [stored.schedule_digest, *(one.schedule_digest for one in stored.stages)]
    return all(
        schedule_digest(plan.stage_cells(stage)) == digest for stage, digest in enumerate(digests)
    )


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
