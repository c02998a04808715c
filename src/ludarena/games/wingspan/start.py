"""Setting up a match (section 2): goal, feeder, tray, hands, bonus cards to choose from."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.lanes import open_lanes
from ludarena.core.rng import stream
from ludarena.core.trace import Trace, only
from ludarena.games.wingspan.facts import DEALT, GOAL_DRAWN
from ludarena.games.wingspan.pieces import (
    BirdCards,
    Birdfeeder,
    BonusStack,
    insert_sorted,
    new_player,
)
from ludarena.games.wingspan.rules.turns import WingspanState
from ludarena.games.wingspan.state import Terms
from ludarena.games.wingspan.tables import BIRDS, BONUS_CARDS, GOALS
from ludarena.games.wingspan.words import DEALT_BIRDS, DEALT_BONUS


def new_match(terms: Terms, seed: int, trace: Trace | None) -> WingspanState:
    """Return a match at its sealed set-up choice; facts of the set-up go to the trace."""
    goal = stream(seed, "goal").below(GOALS)
    cards = BirdCards(list(range(BIRDS)), [], [], [], [], [0] * BIRDS, 0, stream(seed, "birds"))
    bonus = BonusStack(list(range(BONUS_CARDS)), 0, stream(seed, "bonus"))
    feeder = Birdfeeder(0, stream(seed, "dice"))
    players = [new_player() for _ in range(terms.seats)]
    lanes = open_lanes(terms.seats)
    state = WingspanState(terms, players, cards, bonus, feeder, [], lanes, goal, 0, 0, 0, 0)
    state.trace = trace
    if trace is not None:
        trace.note(GOAL_DRAWN, [goal])
    state.fill_tray()
    state.fill_feeder()
    for seat in range(terms.seats):
        _deal(state, seat)
    return state


def _deal(state: WingspanState, seat: i64) -> None:
    """Deal bird and bonus cards to a seat, of which it will keep some."""
    player = state.players[seat]
    for _ in range(DEALT_BIRDS):
        insert_sorted(player.hand, state.cards.draw())
    for _ in range(DEALT_BONUS):
        player.offered.put(state.bonus.draw(), 0)
    trace = state.trace
    if trace is not None:
        secret = player.hand + player.offered.cards
        trace.note_secret(DEALT, [seat, DEALT_BIRDS, DEALT_BONUS], secret, only(seat))
