"""The section on agreement: do games, halves of the matches, and ratings give the same order?"""

from __future__ import annotations

from math import isnan, nan

from ludarena.analysis.agreement import (
    Agreement,
    SplitHalf,
    leave_one_game_out,
    leave_one_game_out_range,
    spearman,
    split_half,
)
from ludarena.analysis.draws import JointDraws, TooFewMatches, ranks
from ludarena.report.figures.intervals import Estimate, draw_intervals
from ludarena.report.figures.style import Drawing
from ludarena.report.study.findings import Findings
from ludarena.report.study.section import Section, gap, spoken
from ludarena.report.study.tables import Table, number, text, whole

_ID, _TITLE = "agreement", "Agreement"
_FEWEST_SPLITS = 100
_MOST_SPLITS = 2_000


def agreement_section(found: Findings) -> Section:
    """Return the section; a gap where nothing can be compared."""
    drawn = found.drawn
    if drawn is None:
        return gap(_ID, _TITLE, f"there are no joint draws: {found.refused}")
    if len(drawn.games) < 2 or len(drawn.participants) < 2:
        return gap(_ID, _TITLE, "it takes two games and two participants to compare orders")
    agreement = leave_one_game_out(drawn.placement, drawn.games)
    if isnan(agreement.tau_b):
        return gap(_ID, _TITLE, "the participants are tied, or nobody plays two games")
    halves = _halves(found)
    tables = [_games_table(agreement, halves), _ranks_table(drawn)]
    return Section(
        id=_ID,
        title=_TITLE,
        paragraphs=(
            _said_of_games(agreement, found),
            _said_of_halves(halves),
            f"Pooled ratings and mean placements correlate by rank with "
            f"{_rank_correlation(drawn):.3f} (Spearman).",
        ),
        drawings=(_drawing(agreement),),
        tables=tuple(tables),
    )


def _said_of_games(agreement: Agreement, found: Findings) -> str:
    assert found.drawn is not None
    low, high = leave_one_game_out_range(found.drawn.drawn_placement)
    return (
        "Does the order by the placement in all other games fit the order in a game? "
        f"Kendall's tau-b is {agreement.tau_b:.3f} on average over games, and "
        f"{agreement.accuracy:.1%} of the pairs are in the right order. Drawing whole matches "
        f"again gives tau-b from {low:.3f} to {high:.3f}: a range of sensitivity, no "
        "confidence interval."
    )


def _halves(found: Findings) -> SplitHalf | None:
    splits = min(_MOST_SPLITS, max(_FEWEST_SPLITS, found.settings.draws))
    try:
        return split_half(found.cohort.results, seed=found.settings.seed, splits=splits)
    except TooFewMatches:
        return None


def _said_of_halves(halves: SplitHalf | None) -> str:
    if halves is None:
        return "The matches cannot be halved so that everybody plays every game in both halves."
    return (
        f"Two random halves of the matches agree with tau-b {halves.tau_b:.3f} on average over "
        f"games, from {halves.low:.3f} to {halves.high:.3f} (5th to 95th percentile of "
        f"{halves.splits:,} splits); the orders by mean placement over all games with "
        f"{halves.overall:.3f}."
    )


def _rank_correlation(drawn: JointDraws) -> float:
    return spearman(drawn.pooled, drawn.mean_placement)


def _games_table(agreement: Agreement, halves: SplitHalf | None) -> Table:
    by_half = dict(halves.by_game) if halves else {}
    rows = [
        (one.game, one.tau_b, one.accuracy, one.pairs, by_half.get(one.game, nan))
        for one in agreement.games
    ]
    mean = ("*", agreement.tau_b, agreement.accuracy, None, halves.tau_b if halves else nan)
    return Table(
        id="agreement",
        title="How well the other games order the participants of a game",
        note="* is the mean over games. Halves: tau-b between two random halves of the matches.",
        columns=(
            text("game"),
            number("tau_b", "tau-b"),
            number("accuracy", "pairs in order"),
            whole("pairs"),
            number("halves_tau_b", "halves tau-b"),
        ),
        rows=(*rows, mean),
        main=True,
    )


def _ranks_table(drawn: JointDraws) -> Table:
    """Return the rank of everybody by the rating of each game, ties with their mean."""
    own = ranks(drawn.elo)
    pooled = ranks(drawn.pooled)
    order = sorted(range(len(pooled)), key=lambda one: (pooled[one], drawn.participants[one]))
    return Table(
        id="ranks",
        title="Rank by the rating of each game, and by the pooled rating",
        columns=(
            text("participant"),
            *(number(game, spoken(game), 1) for game in drawn.games),
            number("pooled", digits=1),
        ),
        rows=tuple(
            (drawn.participants[one], *map(float, own[:, one]), float(pooled[one])) for one in order
        ),
    )


def _drawing(agreement: Agreement) -> Drawing:
    estimates = [
        Estimate(spoken(one.game), one.tau_b, None, None)
        for one in sorted(agreement.games, key=lambda one: -one.tau_b)
        if not isnan(one.tau_b)
    ]
    return Drawing(
        id="agreement",
        title="Tau-b of each game with the mean placement over the others",
        caption="The dashed line is the mean over games. A game has one value and no interval.",
        words=", ".join(f"{one.name} {one.value:.2f}" for one in estimates),
        draw=lambda width: draw_intervals(
            estimates, width, axis="Kendall's tau-b", centre=agreement.tau_b, span=(0.0, 1.0)
        ),
    )
