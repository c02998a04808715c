"""The section on games: mechanism profiles, rules versions, editions and options as played."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import fields

from ludarena.core.errors import UnknownGame
from ludarena.core.profile import Profile
from ludarena.core.registry import load_game
from ludarena.report.figures.matrix import Matrix, draw_matrix
from ludarena.report.figures.style import Drawing
from ludarena.report.study.cohort import Material
from ludarena.report.study.section import Section
from ludarena.report.study.tables import Table, text, whole

MECHANISMS = {
    "EC": "engine construction",
    "SP": "space",
    "AS": "action sequencing",
    "OC": "opponents' coupling",
    "HI": "hidden information",
    "SC": "scoring complexity",
}


def games_section(material: Material) -> Section:
    """Return what was played: under which rules, with which options, by which mechanisms."""
    profiles, unknown = _profiles(material)
    paragraphs = ["The rules version, the edition and all options are those of the stored matches."]
    if unknown:
        paragraphs.append(
            f"The profile is missing of games not installed here: {', '.join(unknown)}."
        )
    return Section(
        id="games",
        title="Games",
        paragraphs=tuple(paragraphs),
        drawings=(_drawing(profiles),) if profiles else (),
        tables=(_rules_table(material), *((_profile_table(profiles),) if profiles else ())),
    )


def _profiles(material: Material) -> tuple[dict[str, Profile], list[str]]:
    """Return the profile of each game that is installed, and the ids of the others."""
    games = sorted({one.game for cohort in material.cohorts for one in cohort.stored})
    found: dict[str, Profile] = {}
    unknown: list[str] = []
    for game in games:
        try:
            found[load_game(game).title] = load_game(game).profile
        except UnknownGame:
            unknown.append(game)
    return found, unknown


def _drawing(profiles: dict[str, Profile]) -> Drawing:
    import numpy as np

    kinds = [field.name for field in fields(Profile)]
    values = np.array([[getattr(one, kind).value for kind in kinds] for one in profiles.values()])
    matrix = Matrix(
        rows=list(profiles),
        columns=[MECHANISMS[kind] for kind in kinds],
        values=values.astype(float),
        texts=[[str(value) for value in row] for row in values],
        scale="from-zero",
        shorten=False,
    )
    return Drawing(
        id="mechanisms",
        title="Mechanism profiles",
        caption="0 absent, 1 partly, 2 central. They are read from the rules and have no interval.",
        words="the values stand in the table below, each with its evidence",
        draw=lambda width: draw_matrix(matrix, width),
    )


def _profile_table(profiles: dict[str, Profile]) -> Table:
    rows = [
        (
            title,
            MECHANISMS[kind],
            one.value,
            "published" if one.published else "derived",
            one.evidence,
        )
        for title, profile in profiles.items()
        for kind in MECHANISMS
        for one in (getattr(profile, kind),)
    ]
    return Table(
        id="mechanisms",
        title="Mechanism profiles with their evidence",
        columns=(text("game"), text("mechanism"), whole("value"), text("source"), text("evidence")),
        rows=tuple(rows),
    )


def _rules_table(material: Material) -> Table:
    """Return each combination of game, rules version, seats and options, with its matches."""
    editions = {(rules["game"], rules["version"]): rules["edition"] for rules in material.rules}
    counts: dict[tuple[str, str, str, int, str], int] = defaultdict(int)
    for cohort in material.cohorts:
        for one in cohort.stored:
            options = ", ".join(f"{name} {_shown(value)}" for name, value in one.options.items())
            edition = editions.get((one.game, one.rules_version), "")
            seats = len(one.participants)
            counts[one.game, one.rules_version, edition, seats, options] += 1
    return Table(
        id="games",
        title="What was played",
        columns=(
            text("game"),
            text("rules_version"),
            text("edition"),
            whole("seats"),
            whole("matches"),
            text("options"),
        ),
        rows=tuple(
            (game, version, edition, seats, number, options or "none")
            for (game, version, edition, seats, options), number in sorted(counts.items())
        ),
    )


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
