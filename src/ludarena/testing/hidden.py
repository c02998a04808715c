"""Laws of hidden information: what is shown is what is known, and no more."""

from __future__ import annotations

from ludarena.core.view import plain
from ludarena.testing.node import Node
from ludarena.testing.surface import difference, first_bytes, seat_of

PLAIN_EVERY = 4
"""At every how many nodes views are taken to pieces, not only hashed."""


def plain_views(node: Node) -> str | None:
    """Views hold frozen plain data only, for every viewpoint and for `all`."""
    try:
        hash(node.surface(node.in_turn).view)
        if node.number % PLAIN_EVERY == 0:
            turn = node.number // PLAIN_EVERY
            plain(node.surface(node.affected[turn % len(node.affected)]).view)
            plain(node.game.view(node.state, "all"))
    except TypeError as error:
        return f"a view is no frozen plain data: {error}"
    return None


def surfaces(node: Node) -> str | None:
    """(a) All that a viewpoint is shown is equal when what it cannot know is drawn anew."""
    for at in node.affected:
        redraw = node.redraw(at)
        found = difference(node.surface(at), node.surface_of(redraw.state, at))
        if found:
            return (
                f"viewpoint {at} sees the truth: redrawn with seed {redraw.seed} it sees "
                f"another {found}"
            )
    return None


def projection(node: Node) -> str | None:
    """(b) A redraw depends on the seed and on what is known, not on what it replaced.

    `s.determinize(i, c)` equals `s.determinize(i, a).determinize(i, c)`, and the same call gives
    the same bytes again.
    """
    for at in node.affected:
        first, (second, once, encoded) = node.seed(), node.redraw(at)
        if once.trace is not None:
            return f"a redraw for viewpoint {at} has a trace"
        twice = node.redrawn(at, first).determinize(seat_of(at), second).encode()
        if encoded != twice:
            return (
                f"redrawn for viewpoint {at} with seeds {first} and then {second}: "
                f"{first_bytes(encoded, twice)} with {second} alone"
            )
        if node.number % 4 == 0 and encoded != node.redrawn(at, second).encode():
            return f"redrawing twice for viewpoint {at} with seed {second} gives two results"
    return None


def redraws_apart(node: Node) -> str | None:
    """A redraw is a copy: it leaves the match alone and keeps whose decision it is."""
    at = node.in_turn
    copy = node.redrawn(at, node.seed())
    if isinstance(at, int) and copy.decision(at) != node.state.decision(at):
        return f"redrawn for seat {at}, it owes decision {copy.decision(at)}"
    for seat in copy.to_act()[:1]:
        copy.apply(seat, copy.legal_actions(seat)[0])
    if node.state.encode() != node.encoded:
        return f"a move on a redraw for viewpoint {at} changed the match"
    return None


def public_numbers(node: Node) -> str | None:
    """(e) Metrics, and routes as the public sees them, are unchanged by every redraw."""
    game = node.game
    seats = range(node.setup.seats)
    metrics = [game.metrics(node.state, seat) for seat in seats]
    known = [game.score_routes(node.state, seat, "public") for seat in seats]
    for at in node.affected:
        copy = node.redraw(at).state
        for seat in seats:
            other = game.metrics(copy, seat)
            if other != metrics[seat]:
                return f"metrics of seat {seat} are {metrics[seat]}, redrawn for {at} {other}"
            routes = game.score_routes(copy, seat, "public")
            if routes != known[seat]:
                return f"public routes of seat {seat} are {known[seat]}, redrawn for {at} {routes}"
    return None


LAWS = (plain_views, surfaces, projection, redraws_apart, public_numbers)
