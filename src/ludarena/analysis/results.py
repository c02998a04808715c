"""The results of a stored run, labelled so that only like is compared with like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ludarena.analysis.leaderboard import Result
from ludarena.core.view import canonical_json

if TYPE_CHECKING:
    from ludarena.arena.store.read import Reader
    from ludarena.core.view import Json

REFERENCE = "cohort"
"""The part of a design whose matches are never pooled with others."""


def stored_results(*readers: Reader) -> list[Result]:
    """Return the finished matches of a run, or of several one after another, by cell.

    Matches of one game that were played under different rules versions or options are given
    different labels, such as `azul (wall=grey)`.
    """
    stored = [one for reader in readers for one in reader.results()]
    variants: dict[str, dict[str, dict[str, Json]]] = defaultdict(dict)
    for one in stored:
        settings = _settings(one.rules_version, one.options)
        variants[one.game][canonical_json(settings)] = settings
    return [
        Result(
            game=_label(one.game, _settings(one.rules_version, one.options), variants[one.game]),
            roster=one.participants,
            ranks=one.ranks,
            failed=any(one.forfeited) or any(one.stand_ins),
            scenario=one.scenario,
            part=one.part,
            focal=one.focal,
        )
        for one in stored
    ]


def pooled(results: Iterable[Result]) -> list[Result]:
    """Return the results without those of a reference cohort, which are told beside them."""
    return [one for one in results if one.part != REFERENCE]


def _settings(rules_version: str, options: Mapping[str, Json]) -> dict[str, Json]:
    return {"rules": rules_version, **options}


def _label(game: str, own: Mapping[str, Json], variants: Mapping[str, Mapping[str, Json]]) -> str:
    """Return the game's id and those settings in which its matches differ."""
    differing = [
        f"{name}={value}"
        for name, value in own.items()
        if any(other.get(name) != value for other in variants.values())
    ]
    return f"{game} ({', '.join(differing)})" if differing else game
