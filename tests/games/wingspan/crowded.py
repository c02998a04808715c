"""Matches that begin on crowded mats, so that rare things happen at every turn.

Every player starts with birds, eggs and food; the deck and the stack of bonus cards are nearly
empty and their discard piles full, so both are reshuffled again and again.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludarena.core.options import OptionValue
from ludarena.core.rng import stream
from ludarena.core.state import State
from ludarena.core.trace import Trace
from ludarena.games.wingspan.effects import BONUS
from ludarena.games.wingspan.game import WingspanSlice
from ludarena.games.wingspan.pieces import Player, insert_sorted
from ludarena.games.wingspan.rules.turns import WingspanState
from ludarena.games.wingspan.tables import COLOUR, HABITATS, POWER
from ludarena.games.wingspan.words import WHITE
from tests.games.wingspan.positions import put


class CrowdedSlice(WingspanSlice):
    """The slice with other beginnings; the same rules."""

    id = "wingspan-crowded"

    def setup(
        self, seats: int, seed: int, options: Mapping[str, OptionValue], trace: Trace | None
    ) -> State:
        state = super().setup(seats, seed, options, trace)
        assert isinstance(state, WingspanState)
        order = stream(seed, "crowd")
        givers = [
            bird
            for bird in state.cards.deck
            if POWER[bird] and COLOUR[bird] == WHITE and POWER[bird][0].operation == BONUS
        ]
        birds = [bird for bird in state.cards.deck if COLOUR[bird] != WHITE]
        order.shuffle(birds)
        for player in state.players:
            if givers:
                _swap_in(state, player, givers.pop())
            player.food += sum(2 << 6 * food for food in range(5))
            for _ in range(max(2, 8 - 2 * seats)):
                _settle(state, player, birds.pop())
        rest = [bird for bird in state.cards.deck if order.below(2)]
        for bird in rest:
            state.cards.deck.remove(bird)
        state.cards.discard = sorted([*state.cards.discard, *rest])
        _shed_bonus_cards(state)
        return state


def _swap_in(state: WingspanState, player: Player, bird: int) -> None:
    """Put a bird of the deck into a hand for one that is there."""
    state.cards.deck.remove(bird)
    insert_sorted(state.cards.deck, player.hand.pop())
    insert_sorted(player.hand, bird)


def _shed_bonus_cards(state: WingspanState) -> None:
    """Leave one card in the bonus stack; the others were shed by the players in turn."""
    for number, card in enumerate(state.bonus.cards[1:]):
        state.players[number % state.seats].shed.put(card, 0)
    del state.bonus.cards[1:]


def _settle(state: WingspanState, player: Player, bird: int) -> None:
    for row in range(3):
        if HABITATS[bird] >> row & 1 and not player.is_full(row):
            state.cards.deck.remove(bird)
            put(player, bird, row, eggs=1)
            return


CROWDED = CrowdedSlice()
