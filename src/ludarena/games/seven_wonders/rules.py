"""What follows from plays in 7 Wonders, one method a rule; numbers refer to `rules.md`."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.bits import counted
from ludarena.core.lanes import open_lanes
from ludarena.core.rng import Stream, mix
from ludarena.core.trace import EVERYBODY, only
from ludarena.games.seven_wonders import facts
from ludarena.games.seven_wonders.actions import (
    BUILD,
    COPY,
    FIRST_GUILD,
    FREE,
    SELL,
    SIDE,
    STAGE,
    SYMBOL,
    TAKE,
    TAKE_NOTHING,
    Plan,
    plan_of,
)
from ludarena.games.seven_wonders.city import City, cards_of
from ludarena.games.seven_wonders.hidden import redraw
from ludarena.games.seven_wonders.plays import SevenWondersPlays
from ludarena.games.seven_wonders.scores import card_scores, pick_scores, standing_of_seats
from ludarena.games.seven_wonders.scoring import (
    around,
    best_copy,
    best_symbols,
    guilds_to_copy,
    left_of,
    points_by_route,
    right_of,
    symbols_left,
    wilds_of,
)
from ludarena.games.seven_wonders.state import (
    CHOOSE_SIDE,
    COPY_A_GUILD,
    NAME_SYMBOL,
    NOBODY,
    OVER,
    PICK_DISCARD,
    PLAY_CARD,
    PLAY_LAST,
    age_of_mark,
    put_there,
    seat_of_mark,
    turn_of_mark,
)
from ludarena.games.seven_wonders.tables import (
    AGES,
    FREE_BUILD,
    FROM_DISCARD,
    HAND_SIZE,
    LAST_CARD,
    LEFT,
    MORE_GUILDS,
    OWN,
    RIGHT,
    SALE,
    SEVENTH,
    TURNS,
    stage_row,
)


class SevenWondersState(SevenWondersPlays):
    """A match of 7 Wonders: what follows from what is done."""

    # --- copies -----------------------------------------------------------------------------

    def clone(self) -> SevenWondersState:
        cities: list[City] = []
        for city in self.cities:
            cities.append(city.clone())
        hands: list[list[int]] = []
        for hand in self.hands:
            hands.append(hand.copy())
        copy = SevenWondersState(
            self.terms,
            cities,
            hands,
            self.pile.copy(),
            self.pile_when.copy(),
            self.box.copy(),
            self.lanes.clone(),
            Stream(self.deals.state),
            Stream(self.guild_draw.state),
        )
        self.copy_onto(copy)
        return copy

    def determinize(self, seat: i64, seed: i64) -> SevenWondersState:
        """Return a copy with others' lanes empty and all that the seat cannot know drawn anew."""
        copy = self.clone()
        copy.lanes = self.lanes.seen_by(seat, 0)
        copy.deals = Stream(mix(seed, 0))
        copy.guild_draw = Stream(mix(seed, 1))
        redraw(copy, seat, Stream(mix(seed, 2)))
        return copy

    # --- answers ----------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64) -> None:
        phase: i64 = self.phase
        if phase <= PLAY_CARD:
            self.lanes.append(seat, action)
            self.lanes.close(seat)
            if self.trace is not None:
                self.trace.note(facts.CHOSEN, [action], only(seat))
            if self.lanes.all_closed():
                self._close_block()
            return
        self.blocks += 1
        if phase == PLAY_LAST:
            self._play([plan_of(seat, action)])
            self._end_last_cards()
        elif phase == PICK_DISCARD:
            self._pick(seat, action)
            self._end_turn()
        elif phase == COPY_A_GUILD:
            self._copy_guild(seat, action - COPY + FIRST_GUILD)
            self._settle_end(seat)
        else:
            self._name_symbol(seat, action - SYMBOL)
            self._settle_end(seat)

    def _close_block(self) -> None:
        """Reveal the answers of all seats and resolve them together (R4.5)."""
        self.blocks += 1
        answers: list[int] = []
        for lane in self.lanes.answers:
            answers.append(lane[0])
        self.lanes = open_lanes(self.seats)
        if self.phase == CHOOSE_SIDE:
            for seat in range(self.seats):
                self.name_side(seat, answers[seat] - SIDE)
            self.begin_age(1)
            return
        plans: list[Plan] = []
        for seat in range(self.seats):
            plans.append(plan_of(seat, answers[seat]))
        self._play(plans)
        if self.number == TURNS:
            self._begin_last_card()
        else:
            self._begin_pick()

    # --- R2, R3, set-up and ages ------------------------------------------------------------

    def name_side(self, seat: i64, side: i64) -> None:
        """Settle the side of a seat's wonder (R2.1)."""
        self.cities[seat].name_side(side, self.terms.table)
        if self.trace is not None and self.terms.sides == 3:
            self.trace.note(facts.SIDE_NAMED, [seat, self.cities[seat].wonder, side])

    def begin_age(self, age: i64) -> None:
        """Deal the age's deck, seven cards to each seat (R2.3, R3.1)."""
        self.phase = PLAY_CARD
        self.age = age
        self.number = 1
        deck = self.terms.table.deck(age, self.seats).copy()
        if age == AGES:
            deck.extend(self._draw_guilds())
        self.deals.shuffle(deck)
        if self.trace is not None:
            self.trace.note(facts.AGE_BEGAN, [age])
        for seat in range(self.seats):
            hand = deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE]
            hand.sort()
            self.hands[seat] = hand
            city = self.cities[seat]
            city.free_build = 1 if city.powers & FREE_BUILD != 0 else 0
            if self.trace is not None:
                self.trace.note_secret(
                    facts.HAND_DEALT, [seat, age], hand.copy(), only(seat), only(seat)
                )

    def _draw_guilds(self) -> list[int]:
        """Draw which guilds are in play, two more than seats; the others stay unknown (R2.3)."""
        guilds = self.terms.table.guilds.copy()
        self.guild_draw.shuffle(guilds)
        number: i64 = self.seats + MORE_GUILDS
        box = guilds[number:]
        box.sort()
        self.box = box
        chosen = guilds[:number]
        chosen.sort()
        return chosen

    def _end_turn(self) -> None:
        """Pass the hands (R3.2), or end the age (R3.4, R9)."""
        self.picker = NOBODY
        self.active = NOBODY
        self.phase = PLAY_CARD
        if self.number < TURNS:
            self._pass_hands()
            return
        self._military_conflict()
        if self.age < AGES:
            self.begin_age(self.age + 1)
        else:
            self._settle_end(0)

    def _pass_hands(self) -> None:
        """Pass the hands: to the left in ages I and III, to the right in age II (R3.2)."""
        self.number += 1
        hands: list[list[int]] = []
        for seat in range(self.seats):
            giver: i64 = right_of(seat, self.seats)
            if self.age == 2:
                giver = left_of(seat, self.seats)
            hand = self.hands[giver]
            hands.append(hand)
            if self.trace is not None:
                self.trace.note_secret(
                    facts.HAND_CAME, [seat, giver], hand.copy(), only(seat), only(seat)
                )
        self.hands = hands

    # --- R4, a turn -------------------------------------------------------------------------

    def _play(self, plans: list[Plan]) -> None:
        """Resolve the plans of a turn together: pay, move cards, receive, count (R4.5)."""
        colours_before: list[int] = []
        for city in self.cities:
            colours_before.append(city.colours)
        for plan in plans:
            self._pay_out(plan)
        for plan in plans:
            self._move_card(plan)
        for plan in plans:
            self._pay_in(plan)
        for plan in plans:
            row: i64 = self._row_built(plan)
            if row >= 0:
                self._earn(plan.seat, row, colours_before)

    def _pay_out(self, plan: Plan) -> None:
        """Take what a plan costs from the coins held at the start of the turn (R4.5)."""
        city = self.cities[plan.seat]
        if plan.mode == BUILD:
            plan.chained = self.is_chained(city, plan.card)
            if not plan.chained:
                plan.bank = self.bank_cost(plan.card)
        city.coins -= plan.bank + plan.left + plan.right

    def _move_card(self, plan: Plan) -> None:
        """Move the card of a plan to the city, under the wonder or to the pile (R4.5)."""
        seat: i64 = plan.seat
        city = self.cities[seat]
        self.hands[seat].remove(plan.card)
        if plan.mode == SELL:
            self._discard(seat, plan.card, LAST_CARD if self.phase == PLAY_LAST else self.number)
            if self.trace is not None:
                self.trace.note_secret(facts.SOLD, [seat, SALE], [plan.card], self._sees_pile(seat))
        elif plan.mode == STAGE:
            row: i64 = self.next_stage(seat)
            city.under.append(plan.card)
            city.under_when.append(8 * self.age + self.number)
            city.add_stage(row, self.terms.table)
            if self.terms.table.power[row] & FROM_DISCARD != 0:
                self.picker = seat
            if self.trace is not None:
                self.trace.note_secret(
                    facts.STAGE_BUILT,
                    [seat, city.board(), city.stages, plan.left, plan.right],
                    [plan.card],
                    only(seat),
                )
        else:
            city.add_card(plan.card, self.terms.table)
            way: i64 = facts.BY_CHAIN if plan.chained else facts.PLAINLY
            if plan.mode == FREE:
                city.free_build = 0
                way = facts.BY_POWER
            if self.trace is not None:
                self.trace.note(
                    facts.BUILT, [seat, plan.card, way, plan.bank, plan.left, plan.right]
                )

    def _sees_pile(self, seat: i64) -> i64:
        """Return the mask of those who see what a seat puts on the pile."""
        return EVERYBODY if self.terms.open_pile else only(seat)

    def _discard(self, seat: i64, card: i64, turn: i64) -> None:
        """Put a card face down on the pile."""
        self.pile.append(card)
        self.pile_when.append(put_there(seat, self.age, turn))

    def _pay_in(self, plan: Plan) -> None:
        """Give the coins of a plan to neighbours, and of a sale to the seller (R4.5)."""
        if plan.mode == SELL:
            self.cities[plan.seat].coins += SALE
        self._pay_neighbour(plan.seat, left_of(plan.seat, self.seats), plan.left)
        self._pay_neighbour(plan.seat, right_of(plan.seat, self.seats), plan.right)

    def _pay_neighbour(self, seat: i64, neighbour: i64, coins: i64) -> None:
        if coins == 0:
            return
        self.cities[neighbour].coins += coins
        if self.trace is not None:
            self.trace.note(facts.PAID, [seat, neighbour, coins])

    def _row_built(self, plan: Plan) -> i64:
        """Return the row of what a plan has built, -1 for a sale."""
        if plan.mode == SELL:
            return -1
        if plan.mode == STAGE:
            city = self.cities[plan.seat]
            return stage_row(city.board(), city.stages - 1)
        return plan.card

    def _earn(self, seat: i64, row: i64, colours_before: list[int]) -> None:
        """Pay what a card or stage brings at once, counted after all cards moved (R6.3)."""
        edition = self.terms.table
        coins: i64 = edition.gain[row]
        rate: i64 = edition.coin_rate[row]
        if rate != 0:
            what: i64 = edition.coin_what[row]
            where: i64 = edition.coin_where[row]
            if self.terms.same_turn:
                coins += rate * around(self.cities, seat, what, where)
            else:
                coins += rate * self._before_this_turn(seat, what, where, colours_before)
        if coins == 0:
            return
        self.cities[seat].coins += coins
        if self.trace is not None:
            self.trace.note(facts.EARNED, [seat, coins, row])

    def _before_this_turn(self, seat: i64, what: i64, where: i64, before: list[int]) -> i64:
        """Return how many things count when neighbours' cards of this turn do not (R6.3)."""
        result: i64 = around(self.cities, seat, what, where & OWN)
        if where & LEFT != 0:
            result += cards_of(before[left_of(seat, self.seats)], what)
        if where & RIGHT != 0:
            result += cards_of(before[right_of(seat, self.seats)], what)
        return result

    # --- R8, powers with timing -------------------------------------------------------------

    def _begin_last_card(self) -> None:
        """Let the owner of Babylon's power play its last card (R8.1)."""
        for seat in range(self.seats):
            if self.cities[seat].powers & SEVENTH != 0:
                self.phase = PLAY_LAST
                self.active = seat
                return
        self._end_last_cards()

    def _end_last_cards(self) -> None:
        """Discard the cards that are left over (R3.3), then go on to Halicarnassus (R8.4)."""
        for seat in range(self.seats):
            for card in self.hands[seat]:
                self._discard(seat, card, LAST_CARD)
                if self.trace is not None:
                    self.trace.note_secret(facts.LEFT_OVER, [seat], [card], self._sees_pile(seat))
            self.hands[seat] = []
        self._begin_pick()

    def _begin_pick(self) -> None:
        """Let the owner of Halicarnassus look at the pile, if there is one (R8.3)."""
        if self.picker == NOBODY or len(self.pile) == 0:
            self._end_turn()
            return
        self.phase = PICK_DISCARD
        self.active = self.picker
        for slot in range(len(self.pile)):
            mark: i64 = self.pile_when[slot]
            self.pile_when[slot] = mark | 1
        if self.trace is not None:
            seat: i64 = self.picker
            self.trace.note_secret(
                facts.PILE_SEEN, [seat, len(self.pile)], self.pile.copy(), only(seat)
            )

    def _pick(self, seat: i64, action: i64) -> None:
        """Build a card of the pile free; of equal cards the one that came first (R8.3)."""
        if action == TAKE_NOTHING:
            if self.trace is not None:
                self.trace.note(facts.NOTHING_TAKEN, [seat])
            return
        card: i64 = action - TAKE
        slot: i64 = self.pile.index(card)
        mark: i64 = self.pile_when[slot]
        self.pile.pop(slot)
        self.pile_when.pop(slot)
        if self.trace is not None:
            origin: list[int] = [seat_of_mark(mark), age_of_mark(mark), turn_of_mark(mark)]
            self.trace.note(facts.TAKEN, [seat, card, *origin])
        before: list[int] = []
        for city in self.cities:
            before.append(city.colours)
        self.cities[seat].add_card(card, self.terms.table)
        self._earn(seat, card, before)

    # --- R9, military -----------------------------------------------------------------------

    def _military_conflict(self) -> None:
        """Compare the shields of each pair of neighbours (R9)."""
        for seat in range(self.seats):
            other: i64 = left_of(seat, self.seats)
            one_city = self.cities[seat]
            other_city = self.cities[other]
            if one_city.shields > other_city.shields:
                one_city.victories += counted(self.age, 1)
                other_city.defeats += 1
            elif other_city.shields > one_city.shields:
                other_city.victories += counted(self.age, 1)
                one_city.defeats += 1
            if self.trace is not None:
                shields: list[int] = [one_city.shields, other_city.shields]
                self.trace.note(facts.CONFLICT, [self.age, seat, other, *shields])

    # --- R10, the end -----------------------------------------------------------------------

    def _settle_end(self, first: i64) -> None:
        """Settle copied guilds and symbols of choice from a seat on, then close the match."""
        for seat in range(first, self.seats):
            if self._owes_end_choice(seat):
                self.active = seat
                return
        self.phase = OVER
        self.active = NOBODY
        if self.trace is not None:
            self._tell_end()

    def _owes_end_choice(self, seat: i64) -> bool:
        """Return whether a seat has to choose; choices without an alternative are made (R10.9)."""
        city = self.cities[seat]
        edition = self.terms.table
        if city.copied < 0:
            guilds = guilds_to_copy(self.cities, seat)
            if len(guilds) > 0:
                if not self.terms.best_at_end and len(guilds) > 1:
                    self.phase = COPY_A_GUILD
                    return True
                self._copy_guild(seat, best_copy(self.cities, seat, edition))
        if symbols_left(city, edition) == 0:
            return False
        if not self.terms.best_at_end:
            self.phase = NAME_SYMBOL
            return True
        city.chosen = best_symbols(city.symbols, wilds_of(city, city.copied, edition))
        return False

    def _copy_guild(self, seat: i64, guild: i64) -> None:
        self.cities[seat].copied = guild
        if self.trace is not None:
            self.trace.note(facts.GUILD_COPIED, [seat, guild])

    def _name_symbol(self, seat: i64, symbol: i64) -> None:
        self.cities[seat].chosen += counted(symbol, 1)
        if self.trace is not None:
            self.trace.note(facts.SYMBOL_NAMED, [seat, symbol])

    def _tell_end(self) -> None:
        """Report symbols of choice, points by route and scores."""
        trace = self.trace
        if trace is None:
            return
        scores: list[int] = []
        for seat in range(self.seats):
            chosen: i64 = self.cities[seat].chosen
            if chosen != 0:
                trace.note(
                    facts.SYMBOLS_COUNTED, [seat, chosen & 63, (chosen >> 6) & 63, chosen >> 12]
                )
            trace.note(facts.SCORED, [seat, *points_by_route(self.cities, seat, self.terms.table)])
            scores.append(self.points(seat))
        trace.note(facts.ENDED, scores)

    # --- standing and heuristic -------------------------------------------------------------

    def action_scores(self, seat: i64, actions: list[int]) -> list[int]:
        """Return the worth of each action in hundredths of a point; see `scores.py`."""
        if self.phase == PLAY_CARD or self.phase == PLAY_LAST:
            return card_scores(self, seat, actions)
        return pick_scores(self, seat, actions)

    def values(self) -> list[float]:
        return standing_of_seats(self)
