"""Digests of seeded matches, to be equal in every mode: run as a script by both interpreters."""

from __future__ import annotations

import argparse
import json
from hashlib import blake2b

import ludarena
from ludarena.core import bits, mode
from ludarena.core.rng import Stream, mix, stream
from ludarena.core.trace import Trace
from ludarena.search import ismcts


def shifts() -> list[int]:
    """Return masks and counters from every bit that an integer of 63 bits has."""
    return [
        value
        for place in range(62)
        for value in (
            bits.nth_member((1 << 62) - 1, place),
            bits.popcount((1 << place) - 1),
            bits.counted(place % 10, 1),
            mix(place, place),
        )
    ]


def match_digest(game: str, seats: int, seed: int) -> str:
    """Return a digest of a random match: states, redraws, scores, values, facts, a search."""
    rules = ludarena.load_game(game)
    trace = Trace()
    state = rules.new(seats=seats, seed=seed, trace=trace)
    chance: Stream = stream(seed, "walk")
    digest = blake2b(digest_size=16)
    number = 0
    while owing := state.to_act():
        seat = owing[chance.below(len(owing))]
        legal = state.legal_actions(seat)
        seen = (legal, state.action_scores(seat, legal), state.values(), state.block())
        digest.update(repr(seen).encode())
        digest.update(state.determinize(seat, seed).encode())
        if number % 25 == 0:
            found = ismcts(state, seat, simulations=16, seed=number)
            digest.update(repr((found.visits, found.values, found.line)).encode())
        state.apply(seat, legal[chance.below(len(legal))])
        digest.update(state.encode())
        digest.update(repr(trace.take()).encode())
        number += 1
    digest.update(repr((state.standings(), state.payoffs(), number)).encode())
    return digest.hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description="print digests of seeded matches as JSON")
    parser.add_argument("--matches", type=int, default=1, help="matches a game and seat count")
    parser.add_argument("--games", nargs="*", default=ludarena.game_ids())
    parser.add_argument("--seats", type=int, help="one number of seats instead of all")
    arguments = parser.parse_args()
    found = {
        f"{game} {seats} {seed}": match_digest(game, seats, seed)
        for game in arguments.games
        for seats in ludarena.load_game(game).seats
        if arguments.seats in (None, seats)
        for seed in range(arguments.matches)
    }
    mode.check_build()
    print(json.dumps({"mode": mode.mode().name, "shifts": shifts(), "digests": found}))


if __name__ == "__main__":
    main()
