"""Surfaces: everything that a viewpoint is shown of a state, in a form that can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ludarena.core.errors import UnreadableAction
from ludarena.core.game import Decision, Game
from ludarena.core.reading import Reading
from ludarena.core.state import State
from ludarena.core.view import Json, View, plain

Knower = int | Literal["public"]
"""A viewpoint whose knowledge is limited: a seat or any bystander."""


REFUSALS = 3
"""Of how many codes of a probe a surface holds the reasons against them."""


class Probe(NamedTuple):
    """What is asked of a game at one node beside the plain surfaces: codes and a text."""

    codes: tuple[int, ...]
    text: str


class Surface(NamedTuple):
    """What one viewpoint is shown: compare with `difference`."""

    view: View
    text: str
    question: Decision | None
    choices: tuple[str, ...]
    scores: tuple[int, ...]
    refusals: tuple[str | None, ...]
    reading: Reading | str
    routes: tuple[dict[str, int], ...]


def knowers(seats: int) -> list[Knower]:
    """Return every viewpoint of limited knowledge: the seats, then `public`."""
    return [*range(seats), "public"]


def seat_of(at: Knower) -> int:
    """Return the seat to determinize for: -1 for a bystander."""
    return at if isinstance(at, int) else -1


def surface(
    game: Game, state: State, at: Knower, probe: Probe, like: Surface | None = None
) -> Surface:
    """Return what the viewpoint is shown when the game is handed this very state.

    The text of an equal view is taken from `like`, as it is a function of the view.
    """
    view = game.view(state, at)
    text = like.text if like is not None and like.view == view else game.view_text(view)
    routes = tuple(game.score_routes(state, seat, at) for seat in range(state.seats))
    if not isinstance(at, int):
        return Surface(view, text, None, (), (), (), "", routes)
    legal = state.legal_actions(at)
    return Surface(
        view=view,
        text=text,
        question=game.pending(state, at),
        choices=tuple(f"{game.action_id(a)} - {game.describe(state, at, a)}" for a in legal),
        scores=tuple(state.action_scores(at, legal)) if legal else (),
        refusals=tuple(game.why_not(state, at, code) for code in probe.codes[:REFUSALS]),
        reading=_reading(game, state, at, probe.text),
        routes=routes,
    )


def _reading(game: Game, state: State, seat: int, text: str) -> Reading | str:
    try:
        return game.read(state, seat, text)
    except UnreadableAction as error:
        return str(error)


def difference(left: Surface, right: Surface) -> str | None:
    """Return where two surfaces first differ, in words, or None."""
    if left == right:
        return None
    for name, one, other in zip(Surface._fields, left, right, strict=True):
        if one != other:
            if name == "view":
                return f"view: {_first(plain(left.view), plain(right.view), 'view')}"
            if isinstance(one, str) and isinstance(other, str):
                return f"{name}: {_first_line(one, other)}"
            return f"{name}: {one!r} against {other!r}"
    return None


def _first_line(one: str, other: str) -> str:
    left, right = one.split("\n"), other.split("\n")
    for a, b in zip(left, right, strict=False):
        if a != b:
            return f"{a!r} against {b!r}"
    return f"{len(left)} lines against {len(right)}"


def _first(one: Json, other: Json, path: str) -> str:
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            if one[key] != other[key]:
                return _first(one[key], other[key], f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return _first(a, b, f"{path}[{index}]")
    return f"{path} is {one!r} against {other!r}"


def first_bytes(left: bytes, right: bytes) -> str:
    """Return where two encodings first differ: the number of the 64-bit word and its values."""
    if len(left) != len(right):
        return f"{len(left)} bytes against {len(right)}"
    for word in range(0, len(left), 8):
        one, other = left[word : word + 8], right[word : word + 8]
        if one != other:
            values = [int.from_bytes(part, "little", signed=True) for part in (one, other)]
            return f"number {word // 8} of the encoding is {values[0]} against {values[1]}"
    return "equal"


def listing(codes: Sequence[int], game: Game) -> str:
    """Return action codes as ids for a message, at most ten."""
    shown = ", ".join(game.action_id(code) for code in codes[:10])
    return f"[{shown}{', ...' if len(codes) > 10 else ''}]"
