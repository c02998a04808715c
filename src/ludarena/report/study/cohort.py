"""What a report is made of: stored runs, read once and divided into cohorts that never mix."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from ludarena.analysis.appearances import Appearance, stored_appearances
from ludarena.analysis.leaderboard import Result
from ludarena.analysis.resources import UsageFault, usage_faults
from ludarena.analysis.results import stored_results
from ludarena.analysis.route_profiles import concentration
from ludarena.arena.amounts import appearance_amounts
from ludarena.arena.failures import Failures, failures_of
from ludarena.arena.ledger_check import Coverage, coverage_of
from ludarena.arena.participant import Participant
from ludarena.arena.protocol import Protocol
from ludarena.arena.record import Progress, StoredMatch, StoredResult
from ludarena.arena.store import Reader
from ludarena.arena.usage import Call, Total, by_participant, by_source, prices_of, totals
from ludarena.core.text import counted_noun
from ludarena.models.prices import Prices
from ludarena.report.study.errors import (
    DuplicateOutcome,
    MixedCohorts,
    NothingToReport,
    UnlikeParticipants,
)

CohortKind = Literal["panel", "matched", "reference"]

_KINDS: tuple[CohortKind, ...] = ("panel", "matched", "reference")
_OF_PART: Mapping[str, CohortKind] = {"matched": "matched", "cohort": "reference"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """A run as a report tells of it; `where` is the last part of how the user named it."""

    where: str
    name: str
    digest: str
    schedule_digest: str
    design: str
    seed: int | None
    protocol: Protocol
    progress: Progress
    attempts: int
    voids: int
    prices: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cohort:
    """Matches that are analysed together, in the order of the runs and their cells.

    All have an entry a match. `amounts` have by name a number a seat: `cost`, `tokens`, the same
    of every attempt (`all_cost`, `all_tokens`), `seconds`, `decisions`, `concentration` of the
    routes of its points, 0 without any, and `gained`, 1 with any; NaN where not known.
    """

    kind: CohortKind
    results: tuple[Result, ...]
    stored: tuple[StoredResult, ...]
    matches: tuple[StoredMatch, ...]
    appearances: tuple[tuple[Appearance, ...], ...]
    amounts: Mapping[str, tuple[tuple[float, ...], ...]]

    @property
    def games(self) -> tuple[str, ...]:
        """Return the labels of the games, ascending."""
        return tuple(sorted({result.game for result in self.results}))

    @property
    def participants(self) -> tuple[str, ...]:
        """Return the names of those who appear, ascending."""
        return tuple(sorted({name for result in self.results for name in result.roster}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """All that was read of the runs of a report.

    `mixed` says in what the runs differ although they are reported together, `gaps` what is
    missing, in sentences for people. `faults` are responses whose counts contradict each other, and
    whose they are. `currency` is that of all costs, empty without any.
    """

    runs: tuple[RunRecord, ...]
    participants: tuple[Participant, ...]
    cohorts: tuple[Cohort, ...]
    rules: tuple[Mapping[str, str], ...]
    failures: tuple[Failures, ...]
    usage: Mapping[tuple[str, ...], Total]
    sources: Mapping[tuple[str, ...], Total]
    coverage: tuple[Coverage, ...]
    faults: tuple[tuple[str, UsageFault], ...]
    currency: str
    mixed: tuple[str, ...]
    gaps: tuple[str, ...]


def read_material(
    readers: Sequence[Reader], *, prices: Prices | None = None, mix: bool = False
) -> Material:
    """Return what stored runs hold, all that a report needs.

    Matches of a reference cohort and of matched scenarios become cohorts of their own. Runs of
    different protocols or rules versions are refused unless `mix` says that they are wanted.
    Raises `MixedCohorts`, `UnlikeParticipants`, `DuplicateOutcome`, `NothingToReport`,
    `MissingPrice` and the errors of the store.
    """
    runs = tuple(_record(reader) for reader in readers)
    everybody = _everybody(readers)
    mixed = tuple(_differences(runs, readers))
    if mixed and not mix:
        raise MixedCohorts(mixed)
    _refuse_duplicates(readers)
    cohorts = tuple(_cohorts(readers, prices))
    if not cohorts:
        raise NothingToReport([run.where for run in runs])
    calls = [call for reader in readers for call in reader.calls()]
    usage = totals(calls, by_participant, prices)
    return Material(
        runs=runs,
        participants=everybody,
        cohorts=cohorts,
        rules=tuple(_rules(readers)),
        failures=_failures(readers),
        usage=usage,
        sources=totals(calls, by_source, prices),
        coverage=tuple(coverage_of(readers)),
        faults=_faults(calls),
        currency=next((total.currency for total in usage.values() if total.currency), ""),
        mixed=mixed,
        gaps=tuple(_gaps(runs, cohorts, usage)),
    )


def named(reader: Reader) -> str:
    """Return the name of a run: that of its folder, or the last part of its URL."""
    where = str(reader.where)
    return where.rstrip("/").rpartition("/")[2] or where


def _record(reader: Reader) -> RunRecord:
    experiment = reader.experiment()
    if experiment is None:
        raise NothingToReport([named(reader)])
    seed = experiment.design.get("seed")
    matches = reader.matches()
    return RunRecord(
        where=named(reader),
        name=experiment.name,
        digest=experiment.digest,
        schedule_digest=experiment.schedule_digest,
        design=str(experiment.design.get("kind", "")),
        seed=seed if isinstance(seed, int) else None,
        protocol=experiment.protocol,
        progress=reader.progress(),
        attempts=sum(match.attempts for match in matches),
        voids=sum(match.voids for match in matches),
        prices=tuple(sorted({price for call in reader.calls() if (price := prices_of(call))})),
    )


def _everybody(readers: Sequence[Reader]) -> tuple[Participant, ...]:
    found: dict[str, tuple[Participant, str]] = {}
    for reader in readers:
        experiment = reader.experiment()
        for one in experiment.participants if experiment else ():
            known, where = found.setdefault(one.name, (one, named(reader)))
            if known.digest != one.digest:
                raise UnlikeParticipants(one.name, (where, named(reader)))
    return tuple(one for one, _ in found.values())


def _differences(runs: Sequence[RunRecord], readers: Sequence[Reader]) -> Iterator[str]:
    """Yield in which ways runs differ that must be alike to be one cohort."""
    protocols: dict[str, list[str]] = defaultdict(list)
    for run in runs:
        protocols[run.protocol.id[:12]].append(run.where)
    if len(protocols) > 1:
        told = ", ".join(f"{one} in {' and '.join(of)}" for one, of in protocols.items())
        yield f"they have {len(protocols)} protocols ({told})"
    versions: dict[str, set[str]] = defaultdict(set)
    for reader in readers:
        for rules in reader.rules():
            versions[rules["game"]].add(rules["version"])
    for game, found in sorted(versions.items()):
        if len(found) > 1:
            yield f"{game} was played under the rules versions {' and '.join(sorted(found))}"


def _refuse_duplicates(readers: Sequence[Reader]) -> None:
    seen: dict[str, str] = {}
    for reader in readers:
        for match in reader.matches():
            if match.id in seen:
                raise DuplicateOutcome(match.id, (seen[match.id], named(reader)))
            seen[match.id] = named(reader)


def _cohorts(readers: Sequence[Reader], prices: Prices | None) -> Iterator[Cohort]:
    results = stored_results(*readers)
    stored = [one for reader in readers for one in reader.results()]
    matches = [one for reader in readers for one in reader.matches() if one.finished is not None]
    appearances = _by_match(stored_appearances(*readers))
    amounts = _amounts(readers, appearances, prices)
    for kind in _KINDS:
        own = [
            place
            for place, match in enumerate(matches)
            if _OF_PART.get(match.cell.part, "panel") == kind
        ]
        if own:
            yield Cohort(
                kind=kind,
                results=tuple(results[place] for place in own),
                stored=tuple(stored[place] for place in own),
                matches=tuple(matches[place] for place in own),
                appearances=tuple(appearances[place] for place in own),
                amounts={
                    name: tuple(values[place] for place in own) for name, values in amounts.items()
                },
            )


def _by_match(appearances: Sequence[Appearance]) -> list[tuple[Appearance, ...]]:
    return [tuple(own) for _, own in groupby(appearances, key=lambda one: one.match)]


def _amounts(
    readers: Sequence[Reader],
    appearances: Sequence[Sequence[Appearance]],
    prices: Prices | None,
) -> dict[str, list[tuple[float, ...]]]:
    found: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for reader in readers:
        for name, values in appearance_amounts(reader, prices=prices).items():
            found[name] += values
        every = appearance_amounts(reader, prices=prices, every_attempt=True)
        for name, values in every.items():
            found[f"all_{name}"] += values
    for match in appearances:
        routes = [concentration(one.routes) for one in match]
        found["seconds"].append(tuple(one.seconds for one in match))
        found["decisions"].append(tuple(float(one.controller_decisions) for one in match))
        found["concentration"].append(tuple(one or 0.0 for one in routes))
        found["gained"].append(tuple(float(one is not None) for one in routes))
    return dict(found)


def _faults(calls: Sequence[Call]) -> tuple[tuple[str, UsageFault], ...]:
    return tuple((str(call["participant"]), one) for call in calls for one in usage_faults([call]))


def _rules(readers: Sequence[Reader]) -> Iterator[Mapping[str, str]]:
    seen: set[tuple[str, str]] = set()
    for reader in readers:
        for rules in reader.rules():
            key = rules["game"], rules["version"]
            if key not in seen:
                seen.add(key)
                yield rules


def _failures(readers: Sequence[Reader]) -> tuple[Failures, ...]:
    """Return the failures of each participant, summed over the runs."""
    found: dict[str, Failures] = {}
    for reader in readers:
        for one in failures_of(reader):
            total = found.setdefault(one.participant, Failures(one.participant))
            for name in ("decisions", "repaired", "recovered", "stood_in", "forfeits", "voids"):
                setattr(total, name, getattr(total, name) + getattr(one, name))
            total.failed += one.failed
    return tuple(found.values())


def _gaps(
    runs: Sequence[RunRecord],
    cohorts: Sequence[Cohort],
    usage: Mapping[tuple[str, ...], Total],
) -> Iterator[str]:
    """Yield what a reader of the report must know is missing."""
    for run in runs:
        progress = run.progress
        if progress.finished < progress.planned:
            yield (
                f"{run.where} is not finished: {progress.finished:,} of {progress.planned:,} "
                f"matches are, {progress.set_aside:,} were set aside"
            )
    for cohort in cohorts:
        yield from _lonely(cohort)
    for (name,), total in usage.items():
        if total.cost is None:
            yield f"the cost of {name} is not known: a response has no price"
        if total.uncounted:
            replies = counted_noun(total.uncounted, "response")
            yield f"the tokens of {name} are not known: {replies} came without a full count"


def _lonely(cohort: Cohort) -> Iterator[str]:
    """Yield where a participant met nobody, so that no placement exists."""
    met: dict[tuple[str, str], bool] = defaultdict(bool)
    for result in cohort.results:
        for name in result.roster:
            met[result.game, name] |= len(set(result.roster)) > 1
    for (game, name), anybody in sorted(met.items()):
        if not anybody:
            yield f"{name} met nobody in {game} and has no placement there"
    games = {name: {game for game, one in met if one == name} for _, name in met}
    for name, played in sorted(games.items()):
        missing = [game for game in cohort.games if game not in played]
        if missing and cohort.kind == "panel":
            yield f"{name} did not play {', '.join(missing)}"
