"""One match on its own: the plan of `match` and `play`, and how its result is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ludarena.cli.output import command_line, emit, say
from ludarena.cli.session import (
    leave_unless_complete,
    match_results,
    play_plan,
    print_results,
    report_json,
    result_json,
    say_report,
)

if TYPE_CHECKING:
    from ludarena.arena.cells import Plan
    from ludarena.arena.participant import Participant
    from ludarena.arena.place import Place
    from ludarena.arena.protocol import Protocol
    from ludarena.arena.runner import Build
    from ludarena.core.game import Game
    from ludarena.core.options import OptionValue


def single_plan(
    game: Game,
    options: Mapping[str, OptionValue],
    seed: int,
    roster: Sequence[Participant],
    protocol: Protocol | None = None,
) -> Plan:
    """Return the plan of one match; raise `InvalidSeats` for a wrong number of players."""
    from ludarena.arena.cells import Cell, MatchSetup, Plan
    from ludarena.arena.presets import protocol_for
    from ludarena.arena.schedule import stratum
    from ludarena.core.errors import InvalidSeats

    if len(roster) not in game.seats:
        raise InvalidSeats(game.id, len(roster), game.seats)
    setup = MatchSetup(
        game=game.id,
        rules_version=game.rules_version,
        seats=len(roster),
        options=options,
        seed=seed,
    )
    names = tuple(one.name for one in roster)
    return Plan(
        name=f"one match of {game.id}",
        design={"kind": "single", "seed": seed},
        participants=tuple({one.name: one for one in roster}.values()),
        protocol=protocol or protocol_for(roster, {}),
        cells=(Cell(index=0, setup=setup, roster=names, stratum=stratum(setup)),),
    )


def play_single(
    plan: Plan, folder: Place, *, again: str, json: bool, build: Build | None = None
) -> None:
    """Play the one match of a plan, or the rest of it, and tell its result.

    `build` builds agents in place of the registry. Leaves with an exit code other
    than 0 when the match is not finished.
    """
    from ludarena.arena.store import read_store

    report = play_plan(plan, folder, quiet=True, build=build)
    say_report(report, again)
    with read_store(folder) as reader:
        match = reader.matches()[0]
        results = match_results(reader, match)
    if json:
        emit(
            {
                **report_json(report, folder),
                "match": match.id,
                "seed": match.cell.setup.seed,
                "result": [result_json(match, one) for one in results],
            }
        )
    elif results:
        print_results(match, results)
        look = command_line("show", folder, 0)
        say(f"seed {match.cell.setup.seed}; look at it with: {look}")
    leave_unless_complete(report)
