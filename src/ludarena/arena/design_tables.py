"""Reading designs: the tables `[design]` and `[cohort]` of an experiment file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludarena.arena.design_kinds import Design, Mirrored, Panel, RoundRobin
from ludarena.arena.design_matched import Beside, Matched, Scenario
from ludarena.arena.design_planned import Fault
from ludarena.arena.schedule import Block
from ludarena.arena.toml_table import Table, shown
from ludarena.core.errors import suggestion

MAX_ROUNDS = 10_000
MAX_SEED = 2**63 - 1

KINDS = ("round-robin", "panel", "matched", "mirrored", "cohort")


def read_design(table: Table, names: Sequence[str], strata: Sequence[Block]) -> Design:
    """Return the design of a table among the participants `names`; raise `InvalidExperiment`."""
    kind = table.choice("kind", KINDS, "round-robin")
    return _of_kind(kind, table, names, strata)


def read_extending_design(
    table: Table, names: Sequence[str], added: Sequence[str], strata: Sequence[Block]
) -> Design:
    """Return the design of an extension that adds the last of `names`; raise as `read_design`."""
    kinds = ("joining", *KINDS)
    kind = table.choice("kind", kinds, kinds[0] if added else "round-robin")
    if kind != "joining":
        return _of_kind(kind, table, names, strata)
    if not added:
        raise table.error(
            "kind", "is for newcomers: give the extension [[extensions.participants]]"
        )
    return _beside(table, Beside(kind="joining", people=tuple(added), each=0), names, strata)


def _of_kind(kind: str, table: Table, names: Sequence[str], strata: Sequence[Block]) -> Design:
    if kind == "panel":
        return _panel(table, names, strata)
    if kind == "matched":
        return _matched(table, names, strata)
    if kind == "cohort":
        return read_cohort(table, names, strata)
    rounds = table.integer("rounds", 1, MAX_ROUNDS, default=1)
    if kind == "round-robin":
        table.finish()
        return RoundRobin(rounds)
    every = table.choice("orders", ("rotations", "permutations"), "rotations") == "permutations"
    table.finish()
    return Mirrored(rounds, "permutations" if every else "rotations")


def read_cohort(table: Table, names: Sequence[str], strata: Sequence[Block]) -> Beside:
    """Return the cohort of a table; raise `InvalidExperiment`."""
    people = _people(table, "baselines", names)
    return _beside(table, Beside(kind="cohort", people=people, each=0), names, strata)


def _beside(table: Table, beside: Beside, names: Sequence[str], strata: Sequence[Block]) -> Beside:
    """Return matches beside a panel, with their number; raise `InvalidExperiment`."""
    beside = replace(beside, each=table.integer("matches", 1, MAX_ROUNDS))
    table.finish()
    _refuse(table, beside.infeasible(len(names), [block.seats for block in strata]))
    return beside


def _panel(table: Table, names: Sequence[str], strata: Sequence[Block]) -> Panel:
    appearances = table.integer("appearances", 0, MAX_ROUNDS * 100, default=0)
    matches = table.integer("matches", 0, MAX_ROUNDS * 100, default=0)
    table.finish()
    if bool(appearances) == bool(matches):
        raise table.error(
            None,
            "a panel takes one of two: appearances (of a participant, in every game and number "
            "of seats) or matches (of every game and number of seats)",
        )
    panel = Panel(appearances=appearances) if appearances else Panel(matches_each=matches)
    _refuse(table, panel.infeasible(len(names), [block.seats for block in strata]))
    return panel


def _matched(table: Table, names: Sequence[str], strata: Sequence[Block]) -> Matched:
    focals = _people(table, "focals", names)
    if len(focals) < 2:
        raise table.error("focals", "names one participant; a matched study compares at least two")
    anchors = _people(table, "anchors", names, repeats=True) if table.has("anchors") else ()
    expected = "a number of scenarios, or a table [[design.scenarios]] for each"
    value = table.take("scenarios", expected)
    scenarios: int | tuple[Scenario, ...]
    if isinstance(value, list):
        scenarios = tuple(
            _scenario(one, names, strata, anchors) for one in table.tables("scenarios")
        )
    else:
        scenarios = table.integer("scenarios", 1, MAX_ROUNDS)
    table.finish()
    matched = Matched(focals=focals, anchors=anchors, scenarios=scenarios)
    _refuse(table, matched.infeasible([block.seats for block in strata]))
    _refuse_idle(table, matched, names)
    return matched


def _scenario(
    table: Table, names: Sequence[str], strata: Sequence[Block], anchors: tuple[str, ...]
) -> Scenario:
    """Return a scenario that the file lists; without anchors of its own it has the design's."""
    number = _stratum(table, strata)
    seats = strata[number].seats
    focal_seat = table.integer("focal_seat", 0, seats - 1)
    key = "anchors" if table.has("anchors") else None
    if key is not None:
        anchors = _people(table, "anchors", names, repeats=True)
    if len(anchors) != seats - 1:
        raise table.error(
            key, f"{seats} seats need {seats - 1} anchors in the order of seats, not {len(anchors)}"
        )
    seed = table.integer("seed", 0, MAX_SEED) if table.has("seed") else None
    table.finish()
    return Scenario(stratum=number, focal_seat=focal_seat, anchors=anchors, seed=seed)


def _stratum(table: Table, strata: Sequence[Block]) -> int:
    """Return the number of the stratum that a scenario names."""
    labels = [block.label for block in strata]
    if len(labels) > 1 and not table.has("stratum"):
        raise table.error(None, f"lacks 'stratum': give one of {_all(labels)}")
    label = table.choice("stratum", labels, labels[0])
    if labels.count(label) > 1:
        raise table.error(
            "stratum", f"{label!r} is played with several options; list its scenarios by number"
        )
    return labels.index(label)


def _people(
    table: Table, key: str, names: Sequence[str], *, repeats: bool = False
) -> tuple[str, ...]:
    """Return the participants that a list names; with `repeats` one may stand in it twice."""
    expected = "a list of names of participants"
    value = table.take(key, expected)
    if not isinstance(value, list) or not value:
        raise table.error(key, f"must be {expected}, not {shown(value)}")
    found: list[str] = []
    for one in value:
        if one not in names:
            hint = suggestion(str(one), names)
            raise table.error(
                key, f"{shown(one)} is no participant{hint}; there are: {_all(names)}"
            )
        if one in found and not repeats:
            raise table.error(key, f"names {one!r} twice")
        found.append(one)
    return tuple(found)


def _refuse_idle(table: Table, matched: Matched, names: Sequence[str]) -> None:
    seated = {*matched.focals, *matched.anchors}
    if not isinstance(matched.scenarios, int):
        seated.update(name for one in matched.scenarios for name in one.anchors)
    for name in names:
        if name not in seated:
            raise table.error(
                None, f"{name!r} sits nowhere: name it in focals or anchors, or remove it"
            )


def _refuse(table: Table, fault: Fault | None) -> None:
    if fault is not None:
        raise table.error(*fault)


def _all(names: Sequence[str]) -> str:
    return ", ".join(names)
