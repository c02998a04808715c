"""`ludarena branch FOLDER MATCH --from N`: play on from a stored decision, between programs.

`ludarena play FOLDER MATCH --from N` does the same with a person; both begin here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.arena.place import Place
from ludarena.cli.arguments import RunFolder, forbid_file, out_option, read_players, run_folder
from ludarena.cli.complete import agent_types
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, command_line, say

if TYPE_CHECKING:
    from ludarena.arena.branch import Branch
    from ludarena.arena.participant import Participant
    from ludarena.arena.protocol import Protocol


def branch(
    folder: RunFolder,
    match: Annotated[str, typer.Argument(help="Id of the match or its beginning, or its number.")],
    decision: Annotated[
        int, typer.Option("--from", metavar="N", help="Decision, numbered as `show` does.")
    ],
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="TYPE,TYPE,...",
            help="Who sits where from there on; those who sat there if left out.",
            autocompletion=agent_types,
        ),
    ] = None,
    out: Annotated[
        Place | None, out_option("Folder of the branch, or URL; runs/branch/... if not.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Play on from a stored decision, between programs.

    The stored match stays as it is; the branch is a run of its own that records where it began.
    """
    from ludarena.cli.single import play_single

    seated = None if players is None else read_players(players, "--players")
    planned = branch_at(
        folder, match, decision, None if seated is None else dict(enumerate(seated)), "--players"
    )
    forbid_people(planned, "--players")
    place = begin(planned, folder, out)
    words = () if players is None else ("--players", players)
    again = command_line(*("branch", folder, match, "--from", decision), *words, "--out", place)
    play_single(planned.plan, place, again=again, json=json)


def branch_at(
    folder: Place,
    match: str,
    decision: int,
    players: Mapping[int, Participant] | None,
    argument: str,
    protocol: Protocol | None = None,
) -> Branch:
    """Return the plan of a branch of a stored match.

    Raises `BadArgument`, which names `argument`, for another number of players than seats, and
    the errors of `plan_branch`.
    """
    from ludarena.arena.branch import plan_branch
    from ludarena.arena.store import read_store

    with read_store(folder) as reader:
        found = reader.find(match)
        seats = found.cell.setup.seats
        if argument == "--players" and players is not None and len(players) != seats:
            raise BadArgument(argument, f"names {len(players)} players for {seats} seats")
        return plan_branch(reader, found, decision, players, protocol=protocol)


def forbid_people(planned: Branch, argument: str, *, but: int | None = None) -> None:
    """Raise `BadArgument` when a person would sit in the branch in another seat than `but`."""
    from ludarena.agents.registry import agent_type

    types = {one.name: one.type for one in planned.plan.participants}
    for seat, name in enumerate(planned.plan.cells[0].roster):
        if seat != but and agent_type(types[name]).interactive:
            told = f"seat {seat} would be played by a person; name programs for it"
            raise BadArgument(argument, told)


def begin(planned: Branch, folder: Place, out: Place | None) -> Place:
    """Store what a branch keeps, unless it is stored already; return the branch's place."""
    from ludarena.arena.branch import begin_branch
    from ludarena.arena.store import open_store

    place = out or run_folder("branch", planned.plan)
    forbid_file(place, "branch")
    if _same(place, folder):
        raise BadArgument("--out", f"{place} holds the stored match; name another folder")
    with open_store(place) as store:
        begin_branch(store, planned)
    origin = planned.position
    owing = ", ".join(str(seat) for seat in origin.to_act)
    say(f"branch of match {origin.match.id[:12]} at {len(origin.kept)}: seat {owing} is to decide")
    return place


def _same(one: Place, other: Place) -> bool:
    """Return whether two places are one, however they are written."""
    if one.folder is None or other.folder is None:
        return one == other
    return one.folder.resolve() == other.folder.resolve()
