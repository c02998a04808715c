"""A match written out, for people who review what a change did to a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludarena.core.game import Game
from ludarena.core.options import OptionValue, resolve
from ludarena.core.rng import stream
from ludarena.core.sight import sight, story
from ludarena.core.state import State
from ludarena.core.trace import Trace
from ludarena.testing.policy import PolicyName, choose

VIEW_EVERY = 25
"""After how many decisions the acting seat's view is written out."""


def playthrough(
    game: Game,
    *,
    seats: int,
    seed: int,
    policy: PolicyName = "random",
    options: Mapping[str, OptionValue] | None = None,
) -> str:
    """Return a whole match as Markdown: questions, choices, what the table saw, the outcome.

    Every decision gives its question, how many choices there were, the chosen id and its
    description, and the facts that followed as the viewpoint `all` hears them. The acting seat's
    view is written at every 25th decision, that of `all` at the end.
    """
    trace = Trace()
    state = game.new(seats=seats, seed=seed, options=options, trace=trace)
    chosen = resolve(game.id, game.options, options or {})
    chance = stream(seed, f"testing:playthrough:{policy}:{seats}")
    lines = [f"# {game.title}: {seats} seats, seed {seed}, {policy} policy", ""]
    lines.append(f"Rules version {game.rules_version}. " + _options(chosen))
    lines += ["", *_told(game, trace)]
    number = 0
    while to_act := state.to_act():
        seat = to_act[chance.below(len(to_act))]
        if number % VIEW_EVERY == 0:
            lines += ["", f"What seat {seat} sees:", "", *_quoted(sight(game, state, seat).text)]
        number += 1
        action = choose(policy, state, seat, chance)
        lines += ["", f"## {number}. Seat {seat}, turn {state.turn()}", ""]
        lines += _decision(game, state, seat, action)
        state.apply(seat, action)
        lines += _told(game, trace)
    lines += ["", "## The end", "", *_quoted(sight(game, state, "all").text), ""]
    return "\n".join([*lines, *_outcome(game, state), ""])


def _options(options: Mapping[str, OptionValue]) -> str:
    if not options:
        return "No options."
    return "Options: " + ", ".join(f"{name} = {value}" for name, value in options.items()) + "."


def _decision(game: Game, state: State, seat: int, action: int) -> list[str]:
    seen = sight(game, state, seat)
    if seen.decision is None:
        raise ValueError(f"seat {seat} owes a decision, but is asked nothing")
    cause = f" ({seen.decision.cause})" if seen.decision.cause else ""
    return [
        f"{seen.decision.question}{cause} {len(seen.choices)} choices.",
        "",
        f"> `{game.action_id(action)}` {game.describe(state, seat, action)}",
        "",
    ]


def _told(game: Game, trace: Trace) -> Iterable[str]:
    return [f"- {sentence}" for sentence in story(game, trace.take(), "all")]


def _quoted(text: str) -> list[str]:
    return [f"    {line}".rstrip() for line in text.split("\n")]


def _outcome(game: Game, state: State) -> list[str]:
    outcome = game.outcome(state)
    lines = [f"Ended by {outcome.ended_by}.", ""]
    for seat in range(state.seats):
        routes = game.score_routes(state, seat, "all")
        parts = ", ".join(f"{name} {points}" for name, points in routes.items())
        ties = "".join(f", {value}" for value in outcome.tie_breaks[seat])
        lines.append(
            f"- rank {outcome.ranks[seat]}: seat {seat}, score {outcome.scores[seat]}{ties} "
            f"({parts}), payoff {outcome.payoffs[seat]:.3f}"
        )
    return lines
