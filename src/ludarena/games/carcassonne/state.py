"""The table of Carcassonne: everything that changes in a match, its bytes, what can be read off."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludarena.core.bits import count_in
from ludarena.core.codec import Packer
from ludarena.core.rng import Stream
from ludarena.core.state import State
from ludarena.games.carcassonne.actions import BY_SPOT
from ludarena.games.carcassonne.landscape import Landscape
from ludarena.games.carcassonne.player import Player
from ludarena.games.carcassonne.scoring import claimed_features
from ludarena.games.carcassonne.tables import FEATURE, FIELD, KINDS, MOST_SEGMENTS, TILES

PLACING: Final[i64] = 0
"""Phase: a seat lays the drawn tile (R2)."""

CLAIMING: Final[i64] = 1
"""Phase: a seat may place a meeple on the tile that it has just laid (R3)."""

OVER: Final[i64] = 2
"""Phase: the match has ended."""

NO_TILE: Final[i64] = -1
"""The drawn tile while none is in hand."""

PER_FIELD: Final[i64] = 0
SECOND_EDITION: Final[i64] = 1
FIRST_EDITION: Final[i64] = 2

MEEPLE_BITS: Final[i64] = 4
ORIENTED_BITS: Final[i64] = 7


class Terms:
    """What is agreed for a match and never changes: seats and options. Copies share it."""

    def __init__(
        self,
        seats: i64,
        fields: bool,
        field_scoring: i64,
        small_city_scores_half: bool,
        reshuffle: bool,
        meeples: i64,
    ) -> None:
        self.seats: i64 = seats
        self.fields = fields
        self.field_scoring: i64 = field_scoring
        self.small_city_scores_half = small_city_scores_half
        self.reshuffle = reshuffle
        self.meeples: i64 = meeples


class CarcassonneTable(State):
    """The map, the stack, the players, and whose decision is owed."""

    def __init__(
        self,
        terms: Terms,
        land: Landscape,
        players: list[Player],
        stack: list[int],
        removed: list[int],
        draws: Stream,
        phase: i64,
        seat: i64,
        drawn: i64,
        blocks: i64,
    ) -> None:
        super().__init__(terms.seats)
        self.terms = terms
        self.land = land
        self.players = players
        self.stack = stack  # face-down tiles by kind; their order is not fixed before the draw
        self.removed = removed  # tiles by kind that fitted nowhere and left the game
        self.draws = draws  # chance of what leaves the stack
        self.phase: i64 = phase
        self.seat: i64 = seat  # seat that owes the decision
        self.drawn: i64 = drawn  # kind of the tile in hand, or NO_TILE
        self.blocks: i64 = blocks

    # --- what is owed -----------------------------------------------------------------------

    def to_act(self) -> list[int]:
        return [] if self.phase == OVER else [self.seat]

    def block(self) -> i64:
        return self.blocks

    def decision(self, seat: i64) -> i64:
        if self.phase == OVER or seat != self.seat:
            return -1
        return self.phase

    def turn(self) -> i64:
        """Return the number of tiles that the seats have laid."""
        return len(self.land.tiles) - 1

    # --- what can be read off ---------------------------------------------------------------

    def stack_size(self) -> i64:
        """Return the number of face-down tiles."""
        size: i64 = 0
        for kind in range(KINDS):
            copies: i64 = self.stack[kind]
            size += copies
        return size

    def last_tile(self) -> i64:
        """Return the number of the tile laid last."""
        return len(self.land.tiles) - 1

    def may_claim(self, segment: i64) -> bool:
        """Return whether a meeple may go to a segment of the tile laid last (R3.2, R3.3)."""
        laid = self.land.tiles[self.last_tile()]
        kind: i64 = laid.oriented >> 2
        if FEATURE[MOST_SEGMENTS * kind + segment] == FIELD and not self.terms.fields:
            return False
        return self.land.feature_of(laid.first + segment).meeples == 0

    def claimable(self) -> list[int]:
        """Return the segments of the tile laid last that may take a meeple, in spot order."""
        laid = self.land.tiles[self.last_tile()]
        result: list[int] = []
        for segment in BY_SPOT[laid.oriented]:
            if self.may_claim(segment):
                result.append(segment)
        return result

    def standings(self) -> list[int]:
        """Return the scores; the rules leave ties (R5.5)."""
        return [player.score() for player in self.players]

    def progress(self) -> float:
        """Return the share of the stack that has been drawn and dealt with."""
        if self.phase == OVER:
            return 1.0
        ahead: i64 = self.stack_size() + (1 if self.phase == PLACING else 0)
        return 1.0 - float(ahead) / float(TILES - 1)

    def meeples_on_map(self, seat: i64) -> i64:
        """Return how many meeples of a seat stand on the map."""
        number: i64 = 0
        for feature in claimed_features(self.land):
            number += count_in(feature.meeples, seat)
        return number

    # --- bytes ------------------------------------------------------------------------------

    def encode(self) -> bytes:
        """Return the laid tiles with their claims in order, from which map and points follow."""
        packer = Packer()
        terms = self.terms
        packer.put(terms.seats)
        packer.put(1 if terms.fields else 0)
        packer.put(terms.field_scoring)
        packer.put(1 if terms.small_city_scores_half else 0)
        packer.put(1 if terms.reshuffle else 0)
        packer.put(terms.meeples)
        packer.put(self.phase)
        packer.put(self.drawn)
        packer.put(self.blocks)
        packer.put(self.draws.state)
        packer.put_list(self.stack)
        packer.put_list(self.removed)
        tiles: list[int] = []
        for laid in self.land.tiles:
            place: i64 = (laid.square << ORIENTED_BITS) | laid.oriented
            tiles.append((place << MEEPLE_BITS) | (laid.claim + 1))
        packer.put_list(tiles)
        return packer.finish()
