"""`ludarena show FOLDER MATCH`: a stored match as text, by turn, or as a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludarena.cli.arguments import RunFolder, read_viewpoint
from ludarena.cli.complete import viewpoints
from ludarena.cli.failures import BadArgument
from ludarena.cli.output import JsonFlag, emit, result, say, tell, write_whole
from ludarena.cli.session import match_results, print_results, result_json

if TYPE_CHECKING:
    from ludarena.arena.record import StoredMatch
    from ludarena.arena.store.read import Reader
    from ludarena.core.view import Json, Viewpoint
    from ludarena.report.transcript import Entry


def show(
    folder: RunFolder,
    match: Annotated[
        str | None,
        typer.Argument(help="Id of a match or its beginning, or its number; none lists all."),
    ] = None,
    viewpoint: Annotated[
        str,
        typer.Option("--as", help="A seat, public, or all.", autocompletion=viewpoints),
    ] = "all",
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page to step through instead."),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Show a stored match by turn, or list all.

    With --html the match is written as one page that needs no network: every decision with what
    was seen, asked, chosen and reasoned.
    """
    from ludarena.arena.store.read import read_store

    if html is not None and match is None:
        raise BadArgument("--html", "shows one match; name it, as in show FOLDER 0 --html FILE")
    with read_store(folder) as reader:
        if match is None:
            _list(reader.matches(), json)
        elif html is not None:
            found = reader.find(match)
            at = read_viewpoint(viewpoint, found.cell.setup.seats)
            size = write_page(reader, found, at, html)
            if json:
                emit({"file": str(html), "bytes": size, "match": found.id, "viewpoint": at})
            say(f"wrote {html}, {size / 1000:,.0f} kB; open it in a browser")
        else:
            found = reader.find(match)
            at = read_viewpoint(viewpoint, found.cell.setup.seats)
            _show(reader, found, at, json)


def write_page(reader: Reader, match: StoredMatch, at: Viewpoint, file: Path) -> int:
    """Write the page of a match as the viewpoint may know it; return its bytes.

    Raises `BadArgument` for a folder, and `NothingPlayed` before the first event.
    """
    from ludarena.core.registry import load_game
    from ludarena.report.page import match_page

    page = match_page(reader, match, load_game(match.cell.setup.game), at)
    return write_whole(file, page, "--html")


def _list(matches: Sequence[StoredMatch], json: bool) -> None:
    if json:
        emit([_match_json(match) for match in matches])
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for header in ("number", "match", "game", "seats", "status", "participants by seat"):
        table.add_column(header)
    for match in matches:
        setup = match.cell.setup
        table.add_row(
            str(match.cell.index),
            match.id[:12],
            setup.game,
            str(setup.seats),
            match.status.replace("_", " "),
            ", ".join(match.cell.roster),
        )
    result().print(table)


def _show(reader: Reader, match: StoredMatch, at: Viewpoint, json: bool) -> None:
    from ludarena.core.registry import load_game
    from ludarena.report.transcript import transcript, transcript_lines

    attempt = reader.current_attempt(match)
    setup = match.cell.setup
    events = reader.events(attempt.key) if attempt else []
    results = match_results(reader, match)
    game = load_game(setup.game)
    entries = transcript(game, setup, events, at)
    if game.rules_version != setup.rules_version:
        say(
            f"played under rules version {setup.rules_version}, installed is "
            f"{game.rules_version}: told by its actions alone"
        )
    if json:
        emit(
            {
                **_match_json(match, at),
                "viewpoint": at,
                "entries": [_entry_json(entry) for entry in entries],
                "result": [result_json(match, one) for one in results],
            }
        )
        return
    tell(_heading(match, at))
    print()
    for line in transcript_lines(entries, match.cell.roster):
        tell(line)
    if results:
        print()
        print_results(match, results)
    else:
        say(f"this match is {match.status.replace('_', ' ')}")


def _heading(match: StoredMatch, at: Viewpoint) -> str:
    setup = match.cell.setup
    who = "everything" if at == "all" else "what is public" if at == "public" else f"seat {at}"
    options = ", ".join(f"{name} {value}" for name, value in setup.options.items())
    lines = [
        f"match {match.id[:12]}: {setup.game}, {setup.seats} seats, as seen by {who}",
        f"rules version {setup.rules_version}; {options or 'no options'}",
    ]
    if at == "all":
        lines[1] += f"; seed {setup.seed}"
    return "\n".join(lines)


def _match_json(match: StoredMatch, at: Viewpoint = "all") -> dict[str, Json]:
    setup = match.cell.setup.as_json()
    if at != "all":
        del setup["seed"]  # whoever has it can work out what is hidden
    return {
        "match": match.id,
        "number": match.cell.index,
        "status": match.status,
        "participants": list(match.cell.roster),
        **setup,
    }


def _entry_json(entry: Entry) -> dict[str, Json]:
    return {**asdict(entry), "sentences": list(entry.sentences)}
