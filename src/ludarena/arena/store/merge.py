"""Merging runs: everything that several of them store, in one new store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import update

from ludarena.arena.cells import Cell, Plan
from ludarena.arena.errors import CannotMerge
from ludarena.arena.origin import origin_of
from ludarena.arena.participant import Participant
from ludarena.arena.place import Place, place_of
from ludarena.arena.record import StoredExperiment, StoredMatch
from ludarena.arena.store import schema
from ludarena.arena.store.fresh import fresh
from ludarena.arena.store.read import Key, Reader, read_store
from ludarena.arena.store.rows import Row
from ludarena.arena.store.store import open_store
from ludarena.arena.store.writer import Writer
from ludarena.core.view import Json

KIND = "merge"
"""The kind of the design of a merged run."""

_BATCH = 200
"""Attempts, or texts, that are copied at a time."""

_OF_ATTEMPTS = [table for table in schema.METADATA.sorted_tables if "attempt" in table.c]


@dataclass(frozen=True, slots=True)
class Source:
    """A run that is merged: where it is, its plan, its matches."""

    reader: Reader
    experiment: StoredExperiment
    matches: list[StoredMatch]

    @property
    def name(self) -> str:
        """Return how errors call the run."""
        return self.reader.where


def merge_runs(
    runs: Sequence[str | Path | Place], into: str | Path | Place
) -> list[tuple[str, int, int]]:
    """Copy everything that runs store into a new store; return name, matches, finished of each.

    The runs are only read. Their matches follow one another and get new ids, since they belong
    to a new design, which names the runs; scenarios are numbered by run, `2:azul/3/matched-1`.
    The new run, in a folder or on a server, is there when all of it is written, or not at all.
    Raises `CannotMerge` for runs of different protocols, rules versions or participants, for a
    match that two of them hold, for a branch, and where something is at the new place;
    `StoreUnwritable`, and what `read_store` and `open_store` raise.
    """
    if len(runs) < 2:
        raise CannotMerge("a merger takes at least two", "name more of them")
    with ExitStack() as stack:
        readers = [stack.enter_context(read_store(run)) for run in runs]
        sources = [_source(reader) for reader in readers]
        people = _check(sources)
        with fresh(place_of(into)) as place:
            _write(place, sources, people)
    return [
        (
            source.experiment.name,
            len(source.matches),
            sum(match.finished is not None for match in source.matches),
        )
        for source in sources
    ]


def _source(reader: Reader) -> Source:
    experiment = reader.experiment()
    if experiment is None:
        raise CannotMerge(f"nothing is planned in {reader.where}", "leave it out")
    if origin_of(experiment.design) is not None:
        raise CannotMerge(
            f"{reader.where} is a branch, which begins with the play of another match",
            "leave it out",
        )
    return Source(reader, experiment, reader.matches())


# --- what must fit ------------------------------------------------------------------------------


def _check(sources: Sequence[Source]) -> tuple[Participant, ...]:
    """Return all participants; raise `CannotMerge`."""
    first = sources[0]
    for other in sources[1:]:
        _check_protocols(first, other)
    _check_rules(sources)
    _check_matches(sources)
    return _people(sources)


def _check_protocols(one: Source, other: Source) -> None:
    before, after = one.experiment.protocol.as_json(), other.experiment.protocol.as_json()
    for setting, value in before.items():
        if after[setting] != value:
            raise CannotMerge(
                f"{setting!r} of the protocol is {value!r} in {one.name} and "
                f"{after[setting]!r} in {other.name}",
                "results compare only under one protocol",
            )


def _check_rules(sources: Sequence[Source]) -> None:
    found: dict[str, tuple[str, str]] = {}
    for source in sources:
        for match in source.matches:
            game, version = match.cell.setup.game, match.cell.setup.rules_version
            known, where = found.setdefault(game, (version, source.name))
            if known != version:
                raise CannotMerge(
                    f"{game} has rules version {known} in {where} and {version} in {source.name}",
                    "results compare only under one version",
                )


def _check_matches(sources: Sequence[Source]) -> None:
    found: dict[str, str] = {}
    for source in sources:
        for match in source.matches:
            if match.id in found:
                raise CannotMerge(
                    f"match {match.id[:12]} is in {found[match.id]} and in {source.name}",
                    "name each run once; runs of one experiment file hold the same matches",
                )
            found[match.id] = source.name


def _people(sources: Sequence[Source]) -> tuple[Participant, ...]:
    by_name: dict[str, tuple[Participant, str]] = {}
    by_digest: dict[str, tuple[str, str]] = {}
    for source in sources:
        for one in source.experiment.participants:
            same, where = by_name.setdefault(one.name, (one, source.name))
            if same.digest != one.digest:
                raise CannotMerge(
                    f"{one.name!r} is one configuration in {where} and another in {source.name}",
                    "give them different names and play one of the runs anew",
                )
            name, where = by_digest.setdefault(one.digest, (one.name, source.name))
            if name != one.name:
                raise CannotMerge(
                    f"one configuration is called {name!r} in {where} and {one.name!r} in "
                    f"{source.name}",
                    "it would count as two participants",
                )
    return tuple(one for one, _ in by_name.values())


# --- writing ------------------------------------------------------------------------------------


def _write(place: Place, sources: Sequence[Source], people: tuple[Participant, ...]) -> None:
    with open_store(place) as store:
        plan = Plan(
            name=" + ".join(source.experiment.name for source in sources)[:100],
            design={"kind": KIND, "runs": [_told(source) for source in sources]},
            participants=people,
            protocol=sources[0].experiment.protocol,
            cells=tuple(_cells(sources)),
        )
        rules = {(row["game"], row["version"]): row for s in sources for row in _rules(s)}
        for source in sources:
            _copy_texts(source.reader, store.writer)
        store.flush()
        store.adopt(plan, rules.values())
        matches = attempts = 0
        for source in sources:
            last = _copy_attempts(source, store.writer, matches, attempts)
            matches, attempts = matches + len(source.matches), last
        store.flush()


def _told(source: Source) -> Json:
    experiment = source.experiment
    return {
        "name": experiment.name,
        "design": dict(experiment.design),
        "design_digest": experiment.digest,
        "schedule_digest": experiment.schedule_digest,
        "extensions": [
            {
                "name": stage.extension.name,
                "design_digest": stage.digest,
                "schedule_digest": stage.schedule_digest,
            }
            for stage in experiment.stages
        ],
        "policies": [dict(one.settings) for one in experiment.policies],
        "matches": len(source.matches),
    }


def _cells(sources: Sequence[Source]) -> Iterator[Cell]:
    index = 0
    for number, source in enumerate(sources, 1):
        for match in source.matches:
            cell = match.cell
            scenario = f"{number}:{cell.scenario}" if cell.scenario else ""
            yield replace(cell, index=index, scenario=scenario, stage=0)
            index += 1


def _rules(source: Source) -> list[Row]:
    played = {match.cell.setup.game for match in source.matches}
    return source.reader.raw(schema.RULES, "game", sorted(played))


def _copy_texts(reader: Reader, writer: Writer) -> None:
    for digests in _parts(reader.text_digests()):
        for row in reader.raw(schema.TEXT, "digest", digests):
            writer.add(schema.TEXT, dict(row))
        if writer.due:
            writer.flush()


def _copy_attempts(source: Source, writer: Writer, matches: int, attempts: int) -> int:
    """Copy all attempts of a run, under keys from `attempts` + 1; return the last one."""
    place = {match.key: matches + number for number, match in enumerate(source.matches, 1)}
    finished = {match.finished: place[match.key] for match in source.matches if match.finished}
    number_of: dict[int, int] = {}
    for keys in _parts(sorted(place)):
        for row in source.reader.raw(schema.ATTEMPT, "match", keys):
            number_of[row["id"]] = attempts + len(number_of) + 1
            moved = {**row, "id": number_of[row["id"]], "match": place[row["match"]]}
            writer.add(schema.ATTEMPT, moved)
            if row["id"] in finished:
                counts = update(schema.MATCH).where(schema.MATCH.c.id == finished[row["id"]])
                writer.update(counts.values(finished=number_of[row["id"]]))
    for keys in _parts(sorted(number_of)):
        for table in _OF_ATTEMPTS:
            for row in source.reader.raw(table, "attempt", keys):
                writer.add(table, {**row, "attempt": number_of[row["attempt"]]})
        if writer.due:
            writer.flush()
    return attempts + len(number_of)


def _parts(keys: Sequence[Key]) -> Iterator[Sequence[Key]]:
    for start in range(0, len(keys), _BATCH):
        yield keys[start : start + _BATCH]
