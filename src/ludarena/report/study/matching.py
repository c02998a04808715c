"""The section on matched scenarios: focal participants compared within each scenario."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ludarena.analysis.matched import (
    MatchedStudy,
    NothingMatched,
    Question,
    difference_of_pairs,
    focal_scores,
    matched_study,
    paired,
    paired_between_games,
)
from ludarena.analysis.matched_contrasts import (
    ALPHA,
    MatchedContrast,
    MatchedFamily,
    matched_family,
    scenario_values,
)
from ludarena.core.text import counted_noun
from ludarena.report.figures.scenarios import ScenarioRow, draw_scenarios
from ludarena.report.figures.style import Drawing
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, count_of, spoken
from ludarena.report.study.tables import Table, number, text, whole


def matched_section(found: Findings) -> Section:
    """Return the contrasts of all pairs of focal participants, in every game and between games.

    Raises `RepeatedScenario`.
    """
    try:
        study = matched_study(focal_scores(found.cohort.results))
    except NothingMatched as error:
        return Section(id="matched", title="Matched scenarios", paragraphs=(f"A gap: {error}.",))
    questions = _questions(study)
    family = matched_family(study, questions, seed=found.settings.seed)
    tables = [_contrast_table(family), _score_table(study), _scenario_table(study)]
    further = _further(study)
    if further:
        rest = matched_family(study, further, seed=found.settings.seed)
        tables.insert(1, _further_table(rest))
    return Section(
        id="matched",
        title="Matched scenarios",
        paragraphs=tuple(_paragraphs(study, family)),
        drawings=(_drawing(study, questions, family),),
        tables=tuple(tables),
    )


def _questions(study: MatchedStudy) -> list[Question]:
    """Return the contrasts of all pairs, by game."""
    return [
        paired(study, first, second, game)
        for game in study.games
        for first, second in combinations(study.focals, 2)
    ]


def _further(study: MatchedStudy) -> list[Question]:
    """Return the contrasts over all games, between games, and between pairs."""
    pairs = list(combinations(study.focals, 2))
    if len(study.games) < 2:
        return []
    over = [paired(study, *pair) for pair in pairs]
    between = [
        paired_between_games(study, *pair, one, other)
        for pair in pairs
        for one, other in combinations(study.games, 2)
    ]
    apart = [
        difference_of_pairs(study, one, other)
        for one, other in combinations(pairs, 2)
        if not set(one) & set(other)
    ]
    return [*over, *between, *apart]


def _paragraphs(study: MatchedStudy, family: MatchedFamily) -> list[str]:
    told = [
        f"{counted_noun(len(study.scenarios), 'scenario')} fix set-up, focal seat and the other "
        f"players; {len(study.focals)} participants took the focal seat in turn. A contrast is "
        f"formed within each scenario; whole scenarios are resampled: {_resampled(family)}. "
        f"Intervals are percentile intervals of 95 %, and of "
        f"{float(1 - ALPHA / len(family.contrasts)):.2%} for all contrasts of the first table "
        "together (Bonferroni). The sign test is exact and two-sided and leaves ties out. These "
        "matches are pooled with no others."
    ]
    if study.incomplete:
        names = ", ".join(name for name, _ in study.incomplete)
        told.append(f"Left out because somebody has not finished them: {names}.")
    return told


def _resampled(family: MatchedFamily) -> str:
    if family.draws is not None:
        return f"{family.draws:,} seeded resamples"
    counts = ", ".join(f"{number:,} of {spoken(game)}" for game, number in family.resamples)
    return f"all ordered resamples ({counts})"


def _drawing(study: MatchedStudy, questions: Sequence[Question], family: MatchedFamily) -> Drawing:
    rows: list[ScenarioRow] = []
    for question, one in zip(questions, family.contrasts):
        (values,) = scenario_values(study, question).values()
        (game,) = question.games
        rows.append(
            ScenarioRow(
                group=f"{spoken(game)} ({counted_noun(len(values), 'scenario')})",
                name=one.name.removesuffix(f" in {game}"),
                values=[float(value) for value in values],
                mean=float(one.value),
                ends=(one.low, one.high),
                wider=(one.bonferroni_low, one.bonferroni_high),
                counts=_signs(one),
            )
        )
    return Drawing(
        id="matched",
        title="Contrasts of focal participants within scenarios",
        caption="A faint dot is a scenario, the strong one the mean; the thick line is the 95 % "
        "interval, the thin one that of all contrasts together. At the right the number of "
        "scenarios above, at and below 0.",
        words="the numbers stand in the table below",
        draw=lambda width: draw_scenarios(rows, width, axis="difference of placement"),
    )


def _signs(one: MatchedContrast) -> str:
    return f"{one.above}/{one.equal}/{one.below}"


_INTERVALS = (
    number("low"),
    number("high"),
    number("low_all", "low, all"),
    number("high_all", "high, all"),
)
_SIGNS = (
    *(whole("above", "+"), whole("equal", "="), whole("below", "-")),
    *(number("sign_p", "sign test p"), number("sign_p_all", "p, all")),
    whole("scenarios"),
)


def _row(one: MatchedContrast) -> tuple[str | int | float | None, ...]:
    ends = (one.low, one.high, one.bonferroni_low, one.bonferroni_high)
    signs = (one.above, one.equal, one.below, one.sign_p, one.bonferroni_p, one.scenarios)
    return (one.name, float(one.value), *ends, *signs)


def _contrast_table(family: MatchedFamily) -> Table:
    return Table(
        id="matched",
        title="Contrasts of focal participants, by game",
        note=f"All: for {len(family.contrasts)} contrasts together (Bonferroni).",
        columns=(text("contrast"), number("difference"), *_INTERVALS, *_SIGNS),
        rows=tuple(_row(one) for one in family.contrasts),
        main=True,
    )


def _further_table(family: MatchedFamily) -> Table:
    return Table(
        id="matched-further",
        title="Contrasts over games, between games and between pairs",
        note=f"All: for {len(family.contrasts)} contrasts together (Bonferroni).",
        columns=(text("contrast"), number("difference"), *_INTERVALS, *_SIGNS),
        rows=tuple(_row(one) for one in family.contrasts),
    )


def _score_table(study: MatchedStudy) -> Table:
    return Table(
        id="matched-scores",
        title="Mean score of the focal seat",
        columns=(
            text("participant"),
            *(number(game, spoken(game)) for game in study.games),
        ),
        rows=tuple(
            (focal, *(float(study.mean(focal, game)) for game in study.games))
            for focal in study.focals
        ),
    )


def _scenario_table(study: MatchedStudy) -> Table:
    return Table(
        id="matched-scenarios",
        title="Score of the focal seat in every scenario",
        columns=(text("game"), text("scenario"), *(number(focal, focal) for focal in study.focals)),
        rows=tuple(
            (one.game, one.name, *(float(share) for share in one.shares)) for one in study.scenarios
        ),
        note=f"{count_of(len(study.scenarios) * len(study.focals))}.",
    )
