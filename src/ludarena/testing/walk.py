"""Walking through a match, and counting the tree of moves below a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludarena.core.game import Game
from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.state import State
from ludarena.testing.policy import PolicyName, choose


def walk(
    game: Game,
    *,
    seats: int,
    seed: int,
    policy: PolicyName = "random",
    options: Mapping[str, OptionValue] | None = None,
) -> Iterator[State]:
    """Yield the state of a match before every decision, and once more when it is over.

    It is one state that changes: clone it to keep it. Of several seats that owe an answer, a
    drawn one goes first.
    """
    state = game.new(seats=seats, seed=seed, options=options)
    chance = stream(seed, f"testing:walk:{policy}:{seats}")
    while to_act := state.to_act():
        yield state
        seat = to_act[chance.below(len(to_act))]
        state.apply(seat, choose(policy, state, seat, chance))
    yield state


def positions(game: Game, *, seats: int, seed: int, number: int) -> list[State]:
    """Return `number` positions of a random match, evenly spread, the first at its beginning."""
    match = [state.clone() for state in walk(game, seats=seats, seed=seed)]
    return [match[row * (len(match) - 1) // number] for row in range(number)]


def perft(game: Game, state: State, depth: int) -> int:
    """Return how many different rows of `depth` legal moves begin at the state.

    Nothing is counted once that can be reached twice; rows that end the match earlier are not
    counted. Of several seats that owe a sealed answer the lowest goes first. Chance falls as the
    generators of the state say.
    """
    to_act = state.to_act()
    if depth == 0 or not to_act:
        return int(depth == 0)
    legal = state.legal_actions(to_act[0])
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = state.clone()
        after.apply(to_act[0], action)
        total += perft(game, after, depth - 1)
    return total
