"""The paragraph on methods, written from what really ran, and nothing else."""

from __future__ import annotations

import platform
from importlib.metadata import version

from ludarena._version import __version__
from ludarena.analysis.bootstrap import LEVEL
from ludarena.analysis.ratings import PENALTY
from ludarena.arena.protocol import Protocol
from ludarena.core.text import counted_noun, listed
from ludarena.report.study.cohort import Cohort, Material, RunRecord
from ludarena.report.study.findings import Settings
from ludarena.report.study.section import Section, count_of, spoken
from ludarena.report.study.tables import Table, text, whole

_SHORT = 12
"""Digits of a digest that are told in a sentence; tables have them all."""


def methods_section(material: Material, settings: Settings) -> Section:
    """Return how the study was played and computed, in words that can go into a paper."""
    return Section(
        id="methods",
        title="Methods",
        paragraphs=methods(material, settings),
        tables=(_runs_table(material), _participants_table(material)),
    )


def methods(material: Material, settings: Settings) -> tuple[str, ...]:
    """Return the paragraphs: play, protocol, analysis, resources, programs."""
    return (
        " ".join(_played(material)),
        " ".join(_protocols(material)),
        _analysed(settings),
        _described(settings),
        _paid(material),
        _programs(),
    )


def _played(material: Material) -> list[str]:
    told = [_run(run) for run in material.runs]
    for cohort in material.cohorts:
        told.append(_cohort(cohort))
    return told


def _run(run: RunRecord) -> str:
    seed = "" if run.seed is None else f", seed {run.seed}"
    progress = run.progress
    return (
        f"The experiment {run.name} (design {run.design or 'of single matches'}{seed}, digest "
        f"{run.digest[:_SHORT]}) froze a schedule of {count_of(progress.planned)} (digest "
        f"{run.schedule_digest[:_SHORT]}); {progress.finished:,} are finished after "
        f"{counted_noun(run.attempts, 'attempt')}, of which {run.voids:,} were set aside."
    )


def _cohort(cohort: Cohort) -> str:
    strata: dict[tuple[str, int], int] = {}
    for result in cohort.results:
        key = result.game, len(result.roster)
        strata[key] = strata.get(key, 0) + 1
    kinds = {
        "panel": "",
        "matched": "Of matched scenarios: ",
        "reference": "Of a reference cohort: ",
    }
    games = [
        f"{spoken(game)} with {seats} seats ({count_of(number)})"
        for (game, seats), number in sorted(strata.items())
    ]
    people = counted_noun(len(cohort.participants), "participant")
    return f"{kinds[cohort.kind]}{people} played {listed(games)}."


def _protocols(material: Material) -> list[str]:
    protocols = {run.protocol.id: run.protocol for run in material.runs}
    return [_protocol(one) for one in protocols.values()]


def _protocol(one: Protocol) -> str:
    shown = "the whole rules text" if one.rules == "full" else "no rules text"
    listing = "listed" if one.listing else "not listed"
    rethinks = (
        "no second try"
        if not one.rethinks
        else counted_noun(one.rethinks, "further try", "further tries")
    )
    policy = {
        "void": f"the match was set aside and played again, at most {one.attempts} times in all",
        "forfeit": f"the seat was placed last and {one.stand_in} finished its moves",
        "stand_in": f"{one.stand_in} answered that decision",
    }[one.on_failure]
    seconds = f"{one.decision_seconds:,g} s" if one.decision_seconds else "no limit of time"
    return (
        f"Protocol {one.id[:_SHORT]}: participants saw {shown}, legal actions were {listing}, a "
        f"failed reply had {rethinks}, a decision {seconds}; then {policy}."
    )


def _analysed(settings: Settings) -> str:
    return (
        "A placement is the share of opponents beaten, ties as a half, averaged over matches and "
        "then over games with equal weight. Ratings are the penalised Bradley-Terry fit "
        f"(penalty {PENALTY} on half the sum of squares, pairs weighted by one over the number of "
        f"opponents, 1500 + 400 theta / ln 10). Intervals are {LEVEL:.0%} intervals, each for "
        f"itself: of placements {_of_placements(settings)}, of ratings, ranks and costs the "
        f"percentiles of {settings.draws:,} joint draws of whole matches with every rating fitted "
        f"again; seed {settings.seed}."
    )


def _of_placements(settings: Settings) -> str:
    if settings.method == "score":
        return (
            "score intervals under the schedule as played (Blaker's, mid-P, by the law of results "
            "under the fitted ratings, with one dispersion a game), deviations of games added up"
        )
    return (
        f"the percentiles of {settings.resamples:,} resamples of whole matches within game and "
        "number of seats"
    )


def _described(settings: Settings) -> str:
    return (
        "Score intervals of placements stand beside percentile ones; their widths are told as if "
        "only a part of the matches had been played, and the appearances that a pair would need by "
        "the normal approximation. Who is on a frontier is told as it is, by game and pooled, and "
        "as the share of the joint draws. Lengths of matches and counters are medians with "
        "quartiles. Shares of routes are of the points gained by an appearance, their "
        "concentration is the sum of squared shares, and pivots are changes of the leading route "
        f"in at most {counted_noun(settings.replays, 'match', 'matches')} of each game and number "
        "of seats, executed again."
    )


def _paid(material: Material) -> str:
    if not material.usage:
        return "No model was called."
    digests = sorted({one for run in material.runs for one in run.prices})
    responses = sum(total.responses for total in material.usage.values())
    if digests:
        tables = listed(digest[:_SHORT] for digest in digests)
        priced = f"each was priced by itself from the price tables of digest {tables}"
    elif any(total.cost is None for total in material.usage.values()):
        priced = "not all have a price"
    else:
        priced = "they cost nothing, or were priced anew for this report"
    return f"Models gave {responses:,} responses in all attempts; {priced}."


def _programs() -> str:
    named = [f"{name} {version(name)}" for name in ("numpy", "matplotlib")]
    return f"ludarena {__version__}, Python {platform.python_version()}, {listed(named)}."


def _runs_table(material: Material) -> Table:
    columns = (
        "run",
        "experiment",
        "design",
        "design_digest",
        "schedule_digest",
        "protocol",
        "seed",
    )
    counts = ("planned", "finished", "unfinished", "set_aside")
    return Table(
        id="runs",
        title="Runs",
        columns=(
            *map(text, columns),
            *map(whole, counts),
            whole("attempts"),
            whole("voids", "attempts set aside"),
            text("prices"),
        ),
        rows=tuple(
            (
                *(run.where, run.name, run.design, run.digest, run.schedule_digest),
                *(run.protocol.id, "" if run.seed is None else str(run.seed)),
                *(int(getattr(run.progress, name)) for name in counts),
                *(run.attempts, run.voids, ", ".join(run.prices)),
            )
            for run in material.runs
        ),
    )


def _participants_table(material: Material) -> Table:
    rows = []
    for one in material.participants:
        settings = ", ".join(f"{name} {value}" for name, value in one.settings.items())
        harness = f"{one.harness} {one.harness_version}".strip()
        rows.append((one.name, one.type, one.model or "", harness, settings, one.digest))
    names = ("participant", "type", "model", "harness", "settings", "digest")
    return Table(
        id="participants",
        title="Participants",
        columns=tuple(map(text, names)),
        rows=tuple(rows),
    )
