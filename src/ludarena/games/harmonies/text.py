"""A view of Harmonies in words, from which a model or a person can play."""

from __future__ import annotations

from functools import lru_cache

from ludarena.core.text import counted_noun, listed, markdown_table
from ludarena.games.harmonies.grid import LABELS, SIDES, around
from ludarena.games.harmonies.phrases import AROUND
from ludarena.games.harmonies.tables import COLOURS
from ludarena.games.harmonies.view import (
    CardView,
    HarmoniesPlayerView,
    HarmoniesView,
    HexView,
    TokensView,
)

_ROUTES = ("trees", "mountains", "fields", "buildings", "water", "animals", "spirit")


def view_text(view: HarmoniesView) -> str:
    """Return the view as Markdown."""
    spaces = "\n".join(f"- {tokens_in_words(space)}" for space in view.spaces)
    parts = [
        _heading(view),
        "## Central board: take the three tokens of one space",
        spaces,
        f"Left in the pouch: {tokens_text(view.pouch)}.",
        f"## Animal cards on offer ({counted_noun(view.deck, 'card')} in the deck)",
        _row(view),
        "## Score as the boards stand",
        _scoreboard(view),
        *(part for player in view.players for part in _player(player, view)),
    ]
    return "\n\n".join(parts)


def tokens_in_words(colours: tuple[str, ...]) -> str:
    """Return tokens with their numbers.

    >>> tokens_in_words(("gray", "gray", "red"))
    '2 gray, 1 red'
    """
    counts = [(colours.count(colour), colour) for colour in COLOURS]
    return ", ".join(f"{count} {colour}" for count, colour in counts if count)


def tokens_text(tokens: TokensView) -> str:
    """Return the numbers of tokens that are not 0."""
    counts = [(getattr(tokens, colour), colour) for colour in COLOURS]
    return ", ".join(f"{count} {colour}" for count, colour in counts if count) or "nothing"


def _heading(view: HarmoniesView) -> str:
    options = view.options
    lines = [f"# Harmonies, side {options.side}, round {view.round}"]
    if view.viewer is not None:
        lines.append(f"You are seat {view.viewer} of {len(view.players)}.")
    lines.append(_stage_text(view))
    if view.last_round and view.stage != "over":
        lines.append("This is the last round.")
    elif view.stage != "over":
        lines.append(
            "The round in which a player has 2 or fewer empty hexes at the end of a turn, or the "
            "pouch runs dry, is the last one."
        )
    if options.side == "A":
        river = "the shortest way between its tokens furthest apart"
        if options.river_length == "from_river_ends":
            river += ", measured from the ends of the river"
        lines.append(f"Water: your best river counts, by its length, which is {river}.")
    else:
        lines.append("Water: every connected group of hexes without blue is an island: 5 points.")
    if view.cubes_left is not None:
        lines.append(f"Animal cubes left in the box: {view.cubes_left}.")
    if options.spirit_cube_in_tiebreak:
        lines.append("The cube of a spirit counts among the cubes that decide ties.")
    return "\n".join(lines)


def _stage_text(view: HarmoniesView) -> str:
    if view.active is None:
        return "The match is over."
    who = "You are" if view.active == view.viewer else f"Seat {view.active} is"
    if view.stage == "spirit":
        return f"{who} to choose a spirit."
    card = "taken" if view.card_taken else "not taken"
    state = f"animal card of this turn: {card}"
    if view.stage == "turn":
        return f"{who} to take a turn; tokens not taken yet; {state}."
    if view.stage == "place":
        return f"{who} to place tokens, still in hand: {tokens_text(view.hand)}; {state}."
    return f"{who} to end the turn, all tokens being placed; {state}."


def _row(view: HarmoniesView) -> str:
    if not view.row:
        return "none"
    return markdown_table(
        ("animal", "points for 1, 2, ... cubes", "habitat; the cube goes on the hex in bold"),
        ((card.card, _ladder(card), card.habitat) for card in view.row),
    )


def _ladder(card: CardView) -> str:
    return ", ".join(str(points) for points in card.points)


def _scoreboard(view: HarmoniesView) -> str:
    shown = [name for name in _ROUTES if name != "spirit" or view.options.spirits == "on"]
    header = ("seat", "points", *shown, "cubes", "empty hexes")
    rows = []
    for player in view.players:
        you = " (you)" if player.seat == view.viewer else ""
        cells = [getattr(player.routes, name) for name in shown]
        rows.append((f"{player.seat}{you}", player.points, *cells, player.cubes, player.empty))
    return markdown_table(header, rows)


def _player(player: HarmoniesPlayerView, view: HarmoniesView) -> tuple[str, ...]:
    own = player.seat == view.viewer
    board = _own_board(player, view) if own else _board(player)
    return (f"## Seat {player.seat}{' (you)' if own else ''}", _cards(player, own), board)


def _cards(player: HarmoniesPlayerView, own: bool) -> str:
    lines = [f"- {_card_above(card)}" for card in player.above] or ["- none"]
    lines.insert(0, f"Cards above the board ({len(player.above)} of 4):")
    if player.complete:
        done = listed(_complete(card) for card in player.complete)
        lines.append(f"- Complete: {done}")
    lines += [
        f"- Spirit to choose: {card.card}, scores {card.scores}; habitat: {card.habitat}"
        for card in player.offered
    ]
    if player.deciding and not player.offered:
        lines.append("- Spirit: two cards in hand, one to be chosen on the first turn")
    if player.returned is not None:
        whose = "you" if own else f"seat {player.seat}"
        lines.append(f"- Spirit returned unseen by {whose}: {player.returned}")
    return "\n".join(lines)


def _complete(card: CardView) -> str:
    worth = f"scores {card.scores}" if card.kind == "spirit" else f"{card.worth} points"
    return f"{card.card} ({worth})"


def _card_above(card: CardView) -> str:
    homes = f"a cube fits on {', '.join(card.homes)}" if card.homes else "no cube fits now"
    if card.kind == "spirit":
        return f"spirit {card.card}: scores {card.scores}; habitat: {card.habitat}; {homes}"
    left = ", ".join(str(points) for points in card.points[card.placed :])
    return (
        f"{card.card}: {card.placed} of {card.cubes} cubes placed, {card.worth} points now, with "
        f"the next ones {left}; habitat: {card.habitat}; {homes}"
    )


def _own_board(player: HarmoniesPlayerView, view: HarmoniesView) -> str:
    side = SIDES.index(view.options.side)
    rows = []
    for cell in player.hexes:
        rows.append((cell.hex, _stack(cell), _around(side, cell.hex)))
    note = (
        "Stacks are read from bottom to top. Around a hex, opposite places are three apart in the "
        "list, and - is off the board. A hex with a cube takes no further token."
    )
    return f"{markdown_table(('hex', 'stack', AROUND), rows)}\n\n{note}"


@lru_cache(maxsize=64)
def _around(side: int, label: str) -> str:
    return " ".join(around(side, LABELS.index(label)))


def _board(player: HarmoniesPlayerView) -> str:
    columns: dict[str, list[str]] = {}
    for cell in player.hexes:
        columns.setdefault(cell.hex[0], []).append(f"{cell.hex} {_stack(cell)}")
    return "\n".join(f"- {'; '.join(cells)}" for cells in columns.values())


def _stack(cell: HexView) -> str:
    """Return a stack and its cube.

    >>> _stack(HexView(hex="a1", stack=("brown", "green"), cube="animal"))
    'brown+green, animal cube'
    """
    stack = "+".join(cell.stack) or "empty"
    return f"{stack}, {cell.cube} cube" if cell.cube else stack
