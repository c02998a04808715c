"""The rules of Carcassonne, one method a rule; numbers refer to `rules.md`."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import count_in, counted
from ludarena.core.rng import Stream, mix
from ludarena.core.trace import Trace
from ludarena.games.carcassonne import facts
from ludarena.games.carcassonne.actions import (
    MEEPLE,
    MONASTERY_SPOT,
    NO_MEEPLE,
    SPOT_OF,
    placing,
    rotation_of,
    segment_at,
    square_of,
)
from ludarena.games.carcassonne.landscape import Feature, empty_landscape
from ludarena.games.carcassonne.player import Player
from ludarena.games.carcassonne.scores import claim_scores, placement_scores, standing_of_seats
from ludarena.games.carcassonne.scoring import (
    cities_by_farmers,
    cities_by_field,
    cities_once,
    city_worth,
    claimed_features,
    complete_points,
    owners,
    unfinished_points,
)
from ludarena.games.carcassonne.state import (
    CLAIMING,
    FIRST_EDITION,
    NO_TILE,
    OVER,
    PER_FIELD,
    PLACING,
    CarcassonneTable,
    Terms,
)
from ludarena.games.carcassonne.tables import (
    CITY,
    COPIES,
    EDGES,
    FIELD,
    KINDS,
    MONASTERY,
    ORIGIN,
    ROTATIONS,
    SEGMENTS,
    START_KIND,
    TILES,
    x_of,
    y_of,
)


class CarcassonneState(CarcassonneTable):
    """A match of Carcassonne: what may be done, and what follows."""

    # --- copies -----------------------------------------------------------------------------

    def clone(self) -> CarcassonneState:
        players: list[Player] = []
        for player in self.players:
            players.append(player.clone())
        return CarcassonneState(
            self.terms,
            self.land.clone(),
            players,
            self.stack.copy(),
            self.removed.copy(),
            Stream(self.draws.state),
            self.phase,
            self.seat,
            self.drawn,
            self.blocks,
        )

    def determinize(self, seat: i64, seed: i64) -> CarcassonneState:
        """Return a copy whose draws to come are drawn anew; all else is public."""
        copy = self.clone()
        copy.draws = Stream(mix(seed, 0))
        return copy

    # --- decisions --------------------------------------------------------------------------

    def legal_actions(self, seat: i64) -> list[int]:
        if seat != self.seat or self.phase == OVER:
            return []
        if self.phase == PLACING:
            return self._legal_places()
        return self._legal_spots()

    def apply(self, seat: i64, action: i64) -> None:
        self.blocks += 1
        if action < MEEPLE:
            self._lay_tile(square_of(action), rotation_of(action))
            return
        if action != NO_MEEPLE:
            laid = self.land.tiles[self.last_tile()]
            self.place_meeple(segment_at(laid.oriented, action - MEEPLE))
        self._end_turn()

    def _legal_places(self) -> list[int]:
        """Return every square and rotation at which the drawn tile fits (R2.2)."""
        first: i64 = 4 * self.drawn
        rotations: i64 = ROTATIONS[self.drawn]
        result: list[int] = []
        for place in self.land.free:
            edges: i64 = place.edges
            mask: i64 = place.mask
            for rotation in range(rotations):
                shown: i64 = EDGES[first + rotation]
                if (shown ^ edges) & mask == 0:  # as in `FreeSquare.takes`
                    result.append(placing(place.square, rotation))
        return result

    def _legal_spots(self) -> list[int]:
        """Return the free spots of the tile laid last, and doing without (R3)."""
        laid = self.land.tiles[self.last_tile()]
        result: list[int] = []
        for segment in self.claimable():
            result.append(MEEPLE + SPOT_OF[8 * laid.oriented + segment])
        result.append(NO_MEEPLE)
        return result

    # --- R2, drawing and laying a tile ------------------------------------------------------

    def draw(self) -> None:
        """Draw until a tile fits, or end the match when none does (R2.1, R2.3, R2.4)."""
        set_aside: list[int] = []
        left: i64 = self.stack_size()
        while left > 0:
            kind: i64 = self._draw_one(left)
            left -= 1
            if self.land.has_place_for(kind):
                self.drawn = kind
                self.phase = PLACING
                self._return_tiles(set_aside)
                return
            if self.terms.reshuffle:
                set_aside.append(kind)
                self._note(facts.SET_ASIDE, [kind])
            else:
                self._remove(kind)
        for aside in set_aside:
            self._remove(aside)
        self.close_match()

    def _draw_one(self, left: i64) -> i64:
        """Draw one of the tiles left in the stack and return its kind."""
        number: i64 = self.draws.below(left)
        kind: i64 = 0
        copies: i64 = self.stack[0]
        while number >= copies:
            number -= copies
            kind += 1
            copies = self.stack[kind]
        self.stack[kind] = copies - 1
        if self.trace is not None:
            self.trace.note(facts.DRAWN, [self.seat, kind, left - 1])
        return kind

    def _remove(self, kind: i64) -> None:
        """Take a tile out of the game."""
        self.removed[kind] += 1
        self._note(facts.REMOVED, [kind])

    def _return_tiles(self, kinds: list[int]) -> None:
        """Put tiles that fitted nowhere back into the stack (option `unplaceable`)."""
        for kind in kinds:
            self.stack[kind] += 1
        if kinds:
            self._note(facts.RETURNED, kinds)

    def _lay_tile(self, square: i64, rotation: i64) -> None:
        """Lay the drawn tile; ask for a meeple if one may be placed (R2.5, R3.1)."""
        kind: i64 = self.drawn
        self.drawn = NO_TILE
        self.land.lay(square, 4 * kind + rotation)
        if self.trace is not None:
            place = [self.seat, kind, x_of(square), y_of(square), rotation]
            self.trace.note(facts.LAID, place)
        if self.players[self.seat].supply > 0 and self._has_claim():
            self.phase = CLAIMING
        else:
            self._end_turn()

    def _has_claim(self) -> bool:
        laid = self.land.tiles[self.last_tile()]
        for segment in range(SEGMENTS[laid.oriented >> 2]):
            if self.may_claim(segment):
                return True
        return False

    # --- R3, placing a meeple ---------------------------------------------------------------

    def place_meeple(self, segment: i64) -> None:
        """Put a meeple of the seat to act on a segment of the tile laid last (R3)."""
        tile: i64 = self.last_tile()
        laid = self.land.tiles[tile]
        player = self.players[self.seat]
        player.supply -= 1
        self.land.put_meeples(self.land.root(laid.first + segment), counted(self.seat, 1))
        self.land.claim(tile, segment)
        if self.trace is not None:
            spot: i64 = SPOT_OF[8 * laid.oriented + segment]
            place = [self.seat, x_of(laid.square), y_of(laid.square), spot, player.supply]
            self.trace.note(facts.MEEPLE_PLACED, place)

    # --- R4, completed features -------------------------------------------------------------

    def _end_turn(self) -> None:
        """Score what was completed; then the next seat draws, or the match ends (R5.1)."""
        self.close_turn()
        self.draw()

    def close_turn(self) -> None:
        """Score what the tile laid last completed, pass the turn on (R4.1)."""
        self._complete_segments()
        self._complete_monasteries()
        self.seat = self.seat + 1 if self.seat + 1 < self.seats else 0

    def _complete_segments(self) -> None:
        """Score the cities and roads that the tile laid last completed, each once (R4.1)."""
        tile: i64 = self.last_tile()
        laid = self.land.tiles[tile]
        scored: list[int] = []
        for segment in range(SEGMENTS[laid.oriented >> 2]):
            root: i64 = self.land.root(laid.first + segment)
            feature = self.land.features[root]
            if feature.kind == MONASTERY or not feature.is_complete() or root in scored:
                continue
            scored.append(root)
            if feature.kind == CITY:
                self.land.complete_cities.append(feature.cities)
            self._complete(root, tile, SPOT_OF[8 * laid.oriented + segment])

    def _complete_monasteries(self) -> None:
        """Score the monasteries whose last surrounding square was filled (R4.5)."""
        land = self.land
        for tile in land.monasteries.copy():
            root = land.monastery_of(tile)
            if land.features[root].is_complete():
                land.monasteries.remove(tile)
                self._complete(root, tile, MONASTERY_SPOT)

    def _complete(self, root: i64, tile: i64, spot: i64) -> None:
        """Score a completed feature, whose meeples then come home (R4.6, R4.7)."""
        feature = self.land.features[root]
        if self.trace is not None:
            square: i64 = self.land.tiles[tile].square
            where = [feature.kind, x_of(square), y_of(square), spot]
            self.trace.note(facts.COMPLETED, [*where, feature.tiles(), feature.pennants])
        if feature.meeples == 0:
            return
        points: i64 = complete_points(feature, self.terms.small_city_scores_half)
        winners: i64 = owners(feature.meeples, self.seats)
        for seat in range(self.seats):
            if (winners >> seat) & 1:
                player = self.players[seat]
                player.score_complete(feature.kind, points)
                self._note(facts.SCORED, [seat, feature.kind, points, player.score()])
        self._bring_home(feature)
        self.land.put_meeples(root, 0)

    def _bring_home(self, feature: Feature) -> None:
        """Return the meeples of a completed feature to their supplies (R4.7)."""
        for seat in range(self.seats):
            meeples: i64 = count_in(feature.meeples, seat)
            if meeples > 0:
                player = self.players[seat]
                player.supply += meeples
                self._note(facts.CAME_HOME, [seat, feature.kind, meeples, player.supply])

    # --- R5, the end ------------------------------------------------------------------------

    def close_match(self) -> None:
        """Score unfinished features and fields (R5.2, R5.3); their meeples stay for the record."""
        self.phase = OVER
        self._score_unfinished()
        if self.terms.fields:
            self._score_fields()
        if self.trace is not None:
            self.trace.note(facts.ENDED, [self.turn(), *self.standings()])

    def _score_unfinished(self) -> None:
        for feature in claimed_features(self.land):
            if feature.kind != FIELD:
                self._score_one_unfinished(feature)

    def _score_one_unfinished(self, feature: Feature) -> None:
        points: i64 = unfinished_points(feature)
        winners: i64 = owners(feature.meeples, self.seats)
        for seat in range(self.seats):
            if (winners >> seat) & 1:
                player = self.players[seat]
                player.score_final(feature.kind, points)
                if self.trace is not None:
                    size = [feature.tiles(), feature.pennants]
                    told = [seat, feature.kind, *size, points, player.score()]
                    self.trace.note(facts.COUNTED, told)

    def _score_fields(self) -> None:
        """Pay farmers for the complete cities that their fields touch (R5.3)."""
        rule: i64 = self.terms.field_scoring
        if rule == PER_FIELD:
            paid = cities_by_field(self.land, self.seats)
        elif rule == FIRST_EDITION:
            paid = cities_by_farmers(self.land, self.seats)
        else:
            paid = cities_once(self.land, self.seats)
        worth: i64 = city_worth(rule == FIRST_EDITION)
        for seat in range(self.seats):
            cities: i64 = paid[seat]
            if cities > 0:
                player = self.players[seat]
                player.score_final(FIELD, worth * cities)
                self._note(facts.FARMED, [seat, cities, worth * cities, player.score()])

    # --- standing and heuristic -------------------------------------------------------------

    def action_scores(self, seat: i64, actions: list[int]) -> list[int]:
        """Return the worth of each action in hundredths of a point; see `scores.py`."""
        if self.phase == PLACING:
            return placement_scores(self, seat, actions)
        return claim_scores(self, seat, actions)

    def values(self) -> list[float]:
        return standing_of_seats(self)

    def _note(self, kind: i64, arguments: list[int]) -> None:
        if self.trace is not None:
            self.trace.note(kind, arguments)


def new_match(terms: Terms, draws: Stream, trace: Trace | None) -> CarcassonneState:
    """Return a match whose start tile lies and whose first tile is drawn (R1)."""
    players: list[Player] = []
    for _ in range(terms.seats):
        players.append(Player(terms.meeples, 0, 0, 0, 0, 0))
    land = empty_landscape(ORIGIN)
    land.lay(ORIGIN, 4 * START_KIND)
    stack = COPIES.copy()
    stack[START_KIND] -= 1
    state = CarcassonneState(
        terms, land, players, stack, [0] * KINDS, draws, PLACING, 0, NO_TILE, 0
    )
    state.trace = trace
    if trace is not None:
        trace.note(facts.SET_UP, [terms.seats, terms.meeples, TILES - 1])
    state.draw()
    return state
