"""`ludarena plan [RUN]`: how many appearances separate two participants, and what they cost."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.arena.place import Place, place_of
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, emit, result, say

if TYPE_CHECKING:
    from ludarena.analysis.planner import Pilot, StudySize
    from ludarena.core.view import Json

POWERS = (0.5, 0.8, 0.9, 0.95)
DRAWS = 2_000


def plan(
    run: Annotated[
        Place | None,
        typer.Argument(
            parser=place_of,
            metavar="RUN",
            help="A pilot run, whose variance and costs are taken; else give --seats and --games.",
        ),
    ] = None,
    between: Annotated[
        str, typer.Option("--between", metavar="A,B", help="The two participants of the pilot run.")
    ] = "",
    difference: Annotated[
        float | None,
        typer.Option("--difference", help="Of mean placements, to be found; default: the pilot's."),
    ] = None,
    power: Annotated[
        float | None, typer.Option("--power", help="Chance to find it; default: several.")
    ] = None,
    alpha: Annotated[float, typer.Option("--alpha", help="Chance to find what is not.")] = 0.05,
    pairs: Annotated[
        int, typer.Option("--pairs", min=1, help="Pairs compared; alpha is divided by it.")
    ] = 1,
    step: Annotated[
        int, typer.Option("--step", min=1, help="Appearances come in multiples of this.")
    ] = 1,
    seats: Annotated[int, typer.Option("--seats", help="Seats of a match, without RUN.")] = 3,
    games: Annotated[int, typer.Option("--games", help="Number of games, without RUN.")] = 1,
    cost: Annotated[
        float | None,
        typer.Option("--cost", min=0, help="Cost of an appearance, without a pilot's."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the draws.")] = 0,
    json: JsonFlag = False,
) -> None:
    """Say how many appearances separate two participants, and what they cost.

    By the normal approximation, from the variance of a pilot run, or for equally strong seats.
    """
    from ludarena.analysis.planner import study_size

    pilot = _pilot(run, between, seats, games, cost, seed)
    found = [
        study_size(pilot, difference=difference, power=one, alpha=alpha / pairs, step=step)
        for one in ((power,) if power is not None else POWERS)
    ]
    if json:
        emit(_as_json(pilot, found))
        return
    _print(pilot, found)
    if difference is None:
        say(
            "the difference is the pilot's own, which chance made larger or smaller; think of the "
            "smallest one that would matter, and give it with --difference"
        )


def _pilot(
    run: Place | None, between: str, seats: int, games: int, cost: float | None, seed: int
) -> Pilot:
    from dataclasses import replace

    from ludarena.analysis.planner import assumed

    if run is None:
        if between:
            raise BadArgument("--between", "names participants of a pilot run; name the run too")
        return assumed(seats, games) if cost is None else assumed(seats, games, (cost, cost))
    pilot = _read_pilot(run, between, seed)
    return pilot if cost is None else replace(pilot, costs=(cost, cost))


def _read_pilot(run: Place, between: str, seed: int) -> Pilot:
    from ludarena.analysis.draws import joint_draws
    from ludarena.analysis.planner import pilot_of
    from ludarena.analysis.results import REFERENCE, stored_results
    from ludarena.arena.amounts import appearance_amounts
    from ludarena.arena.store import read_store

    with read_store(run) as reader:
        everything = stored_results(reader)
        costs = appearance_amounts(reader)["cost"]
    kept = [row for row, one in enumerate(everything) if one.part != REFERENCE]
    results = [everything[row] for row in kept]
    names = sorted({name for one in results for name in one.roster})
    chosen = [name.strip() for name in between.split(",")] if between else names
    if len(chosen) != 2:
        known = ", ".join(names) or "none, no match is finished yet"
        raise BadArgument("--between", f"name two participants, as in A,B; there are: {known}")
    amounts = {"cost": [costs[row] for row in kept]}
    draws = joint_draws(results, seed=seed, draws=DRAWS, amounts=amounts)
    return pilot_of(results, draws, chosen[0], chosen[1])


def _print(pilot: Pilot, found: list[StudySize]) -> None:
    from rich.table import Table

    console = result()
    console.print(f"variance from {pilot.source}")
    games = "1 game" if pilot.games == 1 else f"{pilot.games} games of equal weight"
    console.print(f"a difference of {found[0].difference:.3f} in mean placement over {games}")
    table = Table(box=None, pad_edge=False, header_style="dim")
    for header in ("power", "appearances of each in a game", "of both in all", "cost"):
        table.add_column(header, justify="right")
    for one in found:
        money = "unknown" if isnan(one.cost) else f"{one.cost:,.2f}"
        table.add_row(
            f"{one.reached:.1%}", f"{one.appearances:,}", f"{one.all_appearances:,}", money
        )
    console.print(table)


def _as_json(pilot: Pilot, found: list[StudySize]) -> Json:
    return {
        "source": pilot.source,
        "games": pilot.games,
        "pilot_difference": None if isnan(pilot.difference) else pilot.difference,
        "variance": pilot.variance,
        "costs": [None if isnan(one) else one for one in pilot.costs],
        "studies": [
            {
                "difference": one.difference,
                "power": one.power,
                "alpha": one.alpha,
                "appearances": one.appearances,
                "all_appearances": one.all_appearances,
                "reached": one.reached,
                "cost": None if isnan(one.cost) else one.cost,
            }
            for one in found
        ],
    }
