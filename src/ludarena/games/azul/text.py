"""The view of Azul as Markdown that a model or a person can play from."""

from __future__ import annotations

from collections.abc import Iterable

from ludarena.core.text import counted_noun, listed, markdown_table
from ludarena.games.azul.state import OFFER
from ludarena.games.azul.tables import SPACE_LOSSES, WALL
from ludarena.games.azul.view import PHASES, AzulPlayer, AzulView, PatternLine, Pile, Source


def text_of(view: AzulView) -> str:
    """Return the whole view in words; views that differ have texts that differ."""
    parts = [
        f"# Azul, round {view.round} (round limit {view.round_limit}): {view.phase}",
        _situation(view),
        "## Tiles on offer",
        _offer(view),
        _stock(view),
        _legend(view),
    ]
    first = view.you or 0
    parts += [_board(view, player) for player in view.players[first:] + view.players[:first]]
    return "\n\n".join(parts) + "\n"


def _situation(view: AzulView) -> str:
    lines = [_viewer(view), _owing(view)]
    lines.append(f"Seat {view.starter} began this round. {_marker(view)}")
    lines.append(f"Score: {_scores(view)}.")
    return "\n".join(lines)


def _viewer(view: AzulView) -> str:
    if view.you is None:
        return f"You watch a match of {len(view.players)} seats."
    return f"You are seat {view.you} of {len(view.players)} (seats are counted from 0)."


def _owing(view: AzulView) -> str:
    if view.to_act is None:
        return "The match is over."
    who = "You have" if view.to_act == view.you else f"Seat {view.to_act} has"
    if view.tiling_line is None:
        return f"{who} to draft tiles."
    return f"{who} to choose the column of the tile of line {view.tiling_line}."


def _marker(view: AzulView) -> str:
    goes_on = view.to_act is not None and view.round < view.round_limit
    if view.marker is not None:
        then = " and will begin the next round" if goes_on else ""
        return f"Seat {view.marker} took the starting-player marker{then}."
    if view.phase != PHASES[OFFER]:
        then = f", so seat {view.starter} will begin the next round" if goes_on else ""
        return f"Nobody took the starting-player marker{then}."
    then = " and begins the next round" if goes_on else ""
    return (
        "The starting-player marker lies in the centre: who first picks from the centre takes it "
        f"to the floor line{then}."
    )


def _scores(view: AzulView) -> str:
    return ", ".join(f"seat {player.seat} {player.score}" for player in view.players)


def _offer(view: AzulView) -> str:
    return markdown_table(("source", "tiles"), [_source_row(view, s) for s in view.sources])


def _source_row(view: AzulView, source: Source) -> tuple[str, str]:
    things = _counts(source.piles)
    if source.name == "centre" and view.marker is None:
        things = ["marker", *things]
    return source.name, ", ".join(things) or "empty"


def _counts(piles: Iterable[Pile]) -> list[str]:
    return [f"{pile.tiles} {pile.colour}" for pile in piles]


def _stock(view: AzulView) -> str:
    return f"{_heap('Bag', view.bag)} {_heap('Lid', view.lid)}"


def _heap(name: str, piles: tuple[Pile, ...]) -> str:
    number = sum(pile.tiles for pile in piles)
    colours = f" ({', '.join(_counts(piles))})" if piles else ""
    return f"{name}: {counted_noun(number, 'tile')}{colours}."


def _legend(view: AzulView) -> str:
    if view.wall_side == "grey":
        wall = (
            "Walls are grey: `[blue]` is a tile on the wall, `-` a free square. Who tiles a line "
            "chooses the column; no colour may stand twice in a row or in a column. A full line "
            "that no column takes falls to the floor line."
        )
    else:
        wall = (
            "Walls are coloured: `[blue]` is a tile on the wall, `blue` the free square where the "
            "blue tile of that row goes."
        )
    if view.marker_on_full_floor == "replace_last":
        return f"{wall} The marker on a full floor line replaces its last tile."
    return f"{wall} The marker on a full floor line takes no space."


def _board(view: AzulView, player: AzulPlayer) -> str:
    you = " (you)" if player.seat == view.you else ""
    header = ("", "pattern line", *(f"column {n}" for n in range(1, 6)))
    rows = [
        (f"line {row + 1}", _line(player.lines[row]), *_wall_row(view, player, row))
        for row in range(5)
    ]
    return "\n\n".join(
        (
            f"## Seat {player.seat}{you}: {counted_noun(player.score, 'point')}",
            markdown_table(header, rows),
            f"{_floor(player)}\n{_summary(player)}",
        )
    )


def _line(line: PatternLine) -> str:
    if line.colour is None:
        return f"empty, takes {line.capacity}"
    if line.tiles == line.capacity:
        return f"{line.tiles} {line.colour}, full"
    return f"{line.tiles} {line.colour}, takes {line.capacity - line.tiles} more"


def _wall_row(view: AzulView, player: AzulPlayer, row: int) -> list[str]:
    free = WALL[row] if view.wall_side == "coloured" else ("-",) * 5
    return [
        blank if tile is None else f"[{tile}]"
        for tile, blank in zip(player.wall[row], free, strict=True)
    ]


def _floor(player: AzulPlayer) -> str:
    filled = len(player.floor)
    content = ", ".join(player.floor) if player.floor else "empty"
    costs = [f"-{loss}" for loss in SPACE_LOSSES[filled:]]
    coming = f"the next spaces cost {', '.join(costs)}" if costs else "it is full"
    return f"Floor line: {content}; costs {player.floor_loss} so far; {coming}."


def _summary(player: AzulPlayer) -> str:
    complete = listed(
        (
            counted_noun(player.complete_rows, "row"),
            counted_noun(player.complete_columns, "column"),
            counted_noun(player.complete_colours, "colour"),
        )
    )
    return (
        f"Complete: {complete}. Points of placed tiles so far: {player.placement_points}; "
        f"lost to the floor so far: {player.floor_losses}."
    )
