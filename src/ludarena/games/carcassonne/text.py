"""The view of Carcassonne as Markdown that a model or a person can play from."""

from __future__ import annotations

from collections.abc import Iterable

from ludarena.core.text import counted_noun, listed, markdown_table
from ludarena.games.carcassonne.actions import SPOT_NAMES, segment_at
from ludarena.games.carcassonne.phrases import kind_words, segment_words
from ludarena.games.carcassonne.tables import HALF_NAMES, SIDE_NAMES, TILE_KINDS, Kind
from ludarena.games.carcassonne.view import (
    CarcassonneView,
    Copies,
    FeatureOnMap,
    FreeSquareOnMap,
    TileOnMap,
)

KIND_OF = {kind.id: kind for kind in TILE_KINDS}

LEGEND = (
    "A square is (x, y): x grows to the east (right), y to the south (down). Rotations are degrees "
    f"clockwise. Sides are {', '.join(SIDE_NAMES)}; half sides, clockwise from the north-west "
    f"corner, are {', '.join(HALF_NAMES)} (`nnw` is the western half of the north side). Features "
    "have names: C cities, R roads, F fields, M monasteries; `+` joins sides of one segment."
)


def text_of(view: CarcassonneView) -> str:
    """Return the whole view in words; views that differ have texts that differ."""
    parts = [
        f"# Carcassonne: {view.phase}",
        _situation(view),
        _players(view),
        *_hand(view),
        "## Map",
        LEGEND,
        f"```\n{_grid(view)}\n```",
        "Tiles in the order of laying and who laid them; `*` marks the segment on which that "
        "seat's meeple stands now:",
        "\n".join(_tile(view, tile) for tile in view.tiles),
        "## Features",
        _features(view),
    ]
    if view.to_act is not None:
        parts += [
            "## Free squares and what their sides must show, with the feature there",
            _free(view.free),
        ]
    parts += ["## Tiles to come", _stock(view)]
    return "\n\n".join(parts) + "\n"


def _situation(view: CarcassonneView) -> str:
    return "\n".join((_viewer(view), _owing(view), f"Options: {_options(view)}."))


def _viewer(view: CarcassonneView) -> str:
    if view.you is None:
        return f"You watch a match of {len(view.players)} seats."
    return f"You are seat {view.you} of {len(view.players)} (seats are counted from 0)."


def _owing(view: CarcassonneView) -> str:
    if view.to_act is None:
        return "The match is over."
    yours = view.to_act == view.you
    who = "You have" if yours else f"Seat {view.to_act} has"
    if view.drawn is not None:
        return f"{who} to lay tile {view.drawn}."
    tile = view.tiles[-1]
    return (
        f"{who} laid tile {tile.tile} at ({tile.x}, {tile.y}) and may place a meeple on it; then "
        "what it completed is scored."
    )


def _options(view: CarcassonneView) -> str:
    fields = f"fields scored by {view.field_scoring}" if view.fields else "no farmers"
    return (
        f"{fields}; a complete city of two tiles scores {view.two_tile_city}; unplaceable tiles: "
        f"{view.unplaceable}; {counted_noun(view.meeples, 'meeple')} a seat"
    )


def _players(view: CarcassonneView) -> str:
    header = ("seat", "score", "meeples left", "on the map", "cities", "roads", "monasteries")
    rows = [
        (
            f"{player.seat} (you)" if player.seat == view.you else str(player.seat),
            player.score,
            player.supply,
            player.on_map,
            player.cities,
            player.roads,
            player.monasteries,
            player.unfinished,
            player.fields,
        )
        for player in view.players
    ]
    return markdown_table((*header, "unfinished", "fields"), rows)


def _hand(view: CarcassonneView) -> list[str]:
    if view.drawn is None:
        return []
    kind = KIND_OF[view.drawn]
    return [f"Tile in hand, not turned: **{kind.id}** ({kind.name}): {kind_words(kind)}."]


# --- the map ----------------------------------------------------------------------------------


def _grid(view: CarcassonneView) -> str:
    """Return the map with the letter of each tile and its degrees; `.` is a free square."""
    cells = {(tile.x, tile.y): tile.tile + (str(tile.rotation or "")) for tile in view.tiles}
    cells |= {(place.x, place.y): "." for place in view.free}
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    rows = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    lines = ["y\\x " + "".join(f"{x:>5}" for x in columns)]
    for y in rows:
        lines.append(f"{y:>3} " + "".join(f"{cells.get((x, y), ''):>5}" for x in columns).rstrip())
    return "\n".join(lines)


def _tile(view: CarcassonneView, tile: TileOnMap) -> str:
    kind = KIND_OF[tile.tile]
    rotation = tile.rotation // 90
    claimed = -1
    if tile.claim is not None and tile.meeple:
        claimed = segment_at_name(kind, rotation, tile.claim)
    segments = [
        f"{'*' if index == claimed else ''}{segment_words(segment, rotation)} {feature}"
        for index, (segment, feature) in enumerate(zip(kind.segments, tile.features, strict=True))
    ]
    turned = f" turned {tile.rotation}" if tile.rotation else ""
    laid = "start tile" if tile.seat is None else f"seat {tile.seat}"
    past = f"; claimed {tile.claim}, scored since" if tile.claim and not tile.meeple else ""
    return f"- ({tile.x}, {tile.y}) {tile.tile}{turned} ({laid}{past}): {'; '.join(segments)}"


def segment_at_name(kind: Kind, rotation: int, spot: str) -> int:
    """Return the segment of a turned tile that the name of a spot stands for."""
    return segment_at(4 * TILE_KINDS.index(kind) + rotation, SPOT_NAMES.index(spot))


# --- features ---------------------------------------------------------------------------------


def _features(view: CarcassonneView) -> str:
    begun = [one for one in view.features if not one.complete and one.kind != "field"]
    fields = [one for one in view.features if one.kind == "field"]
    done = [one for one in view.features if one.complete]
    parts = [
        "`worth` is what each owner gets if the feature stays as it is. Owners have most meeples "
        "on it, all of them on a tie.",
        "Not complete; `open` are open sides, or empty squares around a monastery:",
        markdown_table(
            ("feature", "tiles", "pennants", "open", "worth", "meeples"),
            [(*_size(one), one.open, one.points, _meeples(one)) for one in begun],
        ),
        "Complete: " + (listed(map(_done, done)) or "none") + ".",
        "Fields and the cities that they touch:",
        markdown_table(
            ("field", "tiles", "complete cities", "other cities", "worth", "meeples"),
            [
                (
                    one.name,
                    one.tiles,
                    ", ".join(one.cities) or "-",
                    ", ".join(one.open_cities) or "-",
                    one.points,
                    _meeples(one),
                )
                for one in fields
            ],
        ),
    ]
    return "\n\n".join(parts)


def _size(feature: FeatureOnMap) -> tuple[object, ...]:
    return (feature.name, feature.tiles, feature.pennants)


def _done(feature: FeatureOnMap) -> str:
    pennants = f", {counted_noun(feature.pennants, 'pennant')}" if feature.pennants else ""
    meeples = f", meeples of {_meeples(feature)}" if any(feature.meeples) else ""
    tiles = counted_noun(feature.tiles, "tile")
    return f"{feature.name} ({tiles}{pennants}, worth {feature.points}{meeples})"


def _meeples(feature: FeatureOnMap) -> str:
    return (
        ", ".join(f"seat {seat}: {number}" for seat, number in enumerate(feature.meeples) if number)
        or "-"
    )


# --- free squares, tiles to come --------------------------------------------------------------


def _free(places: Iterable[FreeSquareOnMap]) -> str:
    return "\n".join(f"- ({place.x}, {place.y}): {_sides(place)}" for place in places)


def _sides(place: FreeSquareOnMap) -> str:
    sides = zip(SIDE_NAMES, (place.north, place.east, place.south, place.west), strict=True)
    return ", ".join(
        f"{name} {side.shows} {side.feature}" for name, side in sides if side is not None
    )


def _stock(view: CarcassonneView) -> str:
    number = sum(pile.copies for pile in view.stack)
    text = f"{counted_noun(number, 'tile')} in the stack, in unknown order: {_piles(view.stack)}."
    if view.removed:
        text += f" Out of the game, since they fitted nowhere: {_piles(view.removed)}."
    return text


def _piles(piles: tuple[Copies, ...]) -> str:
    return ", ".join(f"{pile.copies} {pile.tile}" for pile in piles) or "none"
