"""Laws of actions: who owes, what is offered, how it is named and refused."""

from __future__ import annotations

from itertools import pairwise

from ludarena.testing.node import Node
from ludarena.testing.surface import listing

LONGEST_LIST = 600
"""The longest list of legal actions that a decision may have, ever."""


def owing(node: Node) -> str | None:
    """Exactly the seats of `to_act` owe a decision: a kind, a question and legal actions."""
    state, game = node.state, node.game
    to_act = state.to_act()
    if to_act != sorted(set(to_act)) or not set(to_act) <= set(range(node.setup.seats)):
        return f"to_act is {to_act}: not ascending and distinct seats"
    for seat in range(node.setup.seats):
        if (seat in to_act) != (state.decision(seat) != -1):
            return f"to_act is {to_act}, but decision of seat {seat} is {state.decision(seat)}"
    for seat in node.seats:
        owes = seat in to_act
        kind = state.decision(seat)
        question = game.pending(state, seat)
        legal = node.legal(seat)
        if owes != bool(legal):
            return f"seat {seat}: to_act says {owes}, but it has {len(legal)} legal actions"
        if owes != (question is not None):
            return f"seat {seat}: to_act says {owes}, but pending is {question!r}"
        if question is not None and not (
            0 <= kind < len(game.decisions) and question.kind == game.decisions[kind].name
        ):
            return f"seat {seat}: decision is row {kind}, but pending names {question.kind!r}"
    return None


def together(node: Node) -> str | None:
    """Several seats owe at once only in a sealed block."""
    to_act = node.state.to_act()
    if len(to_act) > 1:
        for seat in to_act:
            kind = node.game.decisions[node.state.decision(seat)]
            if not kind.sealed:
                return f"seats {to_act} owe at once, but {kind.name!r} of seat {seat} is not sealed"
    return None


def ascending(node: Node) -> str | None:
    """Legal actions are distinct, ascend, exist in the table and are few enough to list."""
    for seat in node.asked:
        legal = node.legal(seat)
        if not all(low < high for low, high in pairwise(legal)):
            return f"legal actions of seat {seat} are not strictly ascending: {legal}"
        if not 0 <= legal[0] <= legal[-1] < node.game.actions.size:
            return f"legal actions of seat {seat} leave the table of actions: {legal}"
        if len(legal) > LONGEST_LIST:
            return f"seat {seat} has {len(legal)} legal actions, more than {LONGEST_LIST}"
    return None


def forced(node: Node) -> str | None:
    """A decision with one legal action is skipped, unless its kind is always asked."""
    for seat in node.asked:
        kind = node.game.decisions[node.state.decision(seat)]
        legal = node.legal(seat)
        if len(legal) == 1 and not (kind.always_asked or kind.sealed or kind.secret):
            return f"seat {seat} is asked {kind.name!r} with one choice {listing(legal, node.game)}"
    return None


def ids(node: Node) -> str | None:
    """Codes and ids of legal actions are a bijection, and ids read back without a repair."""
    game = node.game
    for seat in node.asked:
        for action in node.legal(seat):
            name = game.action_id(action)
            if game.action_code(name) != action:
                return f"code {action} has the id {name!r}, which means {game.action_code(name)}"
            reading = game.read(node.state, seat, name)
            if reading.action != action or reading.repairs:
                return f"the id {name!r} of code {action} reads as {reading}"
            sentence = game.describe(node.state, seat, action)
            if not sentence.strip() or "\n" in sentence:
                return f"{name!r} is described as {sentence!r}, which is no sentence"
    return None


def reasons(node: Node) -> str | None:
    """`why_not` is None exactly for legal actions."""
    game, state = node.game, node.state
    for seat in node.seats:
        legal = node.legal(seat)
        for action in {*legal, *node.probe.codes}:
            reason = game.why_not(state, seat, action)
            if (reason is None) != (action in legal):
                known = 0 <= action < game.actions.size
                name = game.action_id(action) if known else str(action)
                word = "legal" if action in legal else "illegal"
                return f"{name!r} is {word} for seat {seat}, but why_not says {reason!r}"
            if reason is not None and not reason.strip():
                return f"why_not of code {action} for seat {seat} is empty"
    return None


def scores(node: Node) -> str | None:
    """`action_scores` is parallel to the actions."""
    for seat in node.asked:
        legal, values = node.legal(seat), node.surface(seat).scores
        if len(values) != len(legal):
            return f"{len(legal)} legal actions of seat {seat} have {len(values)} scores"
    return None


LAWS = (owing, together, ascending, forced, ids, reasons, scores)
