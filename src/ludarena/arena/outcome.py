"""The arena's outcome: the game's own, with forfeits laid over it."""

from __future__ import annotations

from collections.abc import Sequence

from ludarena.arena.execution import Execution
from ludarena.arena.record import MatchResult, SeatResult, Tally


def overlaid_ranks(ranks: Sequence[int], forfeited: Sequence[bool]) -> tuple[int, ...]:
    """Return the ranks after every seat that forfeited was put last.

    The others keep their order and move up; seats that forfeited share the last place.

    >>> overlaid_ranks([1, 2, 3, 3], [True, False, False, False])
    (4, 1, 2, 2)
    """
    staying = [rank for rank, gone in zip(ranks, forfeited, strict=True) if not gone]
    return tuple(
        len(staying) + 1 if gone else 1 + sum(other < rank for other in staying)
        for rank, gone in zip(ranks, forfeited, strict=True)
    )


def overlaid_payoffs(payoffs: Sequence[float], forfeited: Sequence[bool]) -> tuple[float, ...]:
    """Return the payoffs after forfeits, 0 to 1: a seat that forfeited gets 0.

    Each other seat gets the share of seats that it is ahead of, half for a tie: those of a lower
    payoff in the game and all that forfeited. Without forfeits the payoffs stay as they are.

    >>> overlaid_payoffs([1.0, 0.5, 0.0], [True, False, False])
    (0.0, 1.0, 0.5)
    """
    if not any(forfeited):
        return tuple(payoffs)
    others = len(payoffs) - 1
    result: list[float] = []
    for own, gone in zip(payoffs, forfeited, strict=True):
        worth = -0.5  # the comparison with itself below
        for other, other_gone in zip(payoffs, forfeited, strict=True):
            worth += 1.0 if other_gone or own > other else 0.5 if own == other else 0.0
        result.append(0.0 if gone or not others else worth / others)
    return tuple(result)


def match_result(execution: Execution, tallies: Sequence[Tally]) -> MatchResult:
    """Return the arena's result of a match that is over, one tally a seat."""
    game, state, forfeited = execution.game, execution.state, execution.forfeited
    outcome = game.outcome(state)
    ranks = overlaid_ranks(outcome.ranks, forfeited)
    payoffs = overlaid_payoffs(outcome.payoffs, forfeited)
    return MatchResult(
        ended_by=outcome.ended_by,
        turns=state.turn(),
        seats=tuple(
            SeatResult(
                seat=seat,
                score=outcome.scores[seat],
                tie_breaks=outcome.tie_breaks[seat],
                rank=ranks[seat],
                payoff=payoffs[seat],
                rules_rank=outcome.ranks[seat],
                forfeited=forfeited[seat],
                routes=game.score_routes(state, seat, "all"),
                engine_decisions=execution.answered[seat],
                controller_decisions=tally.controller_decisions,
                stand_in_decisions=tally.stand_in_decisions,
                tool_calls=tally.tool_calls,
                model_responses=tally.model_responses,
                failed_tries=tally.failed_tries,
                repairs=tally.repairs,
                seconds=tally.seconds,
            )
            for seat, tally in enumerate(tallies)
        ),
    )
