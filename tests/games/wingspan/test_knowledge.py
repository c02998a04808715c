"""Who knows which cards: tray, hands, tucked cards, reshuffles, bonus cards (R1.5, R7.4, R10)."""

from ludarena.core.rng import Stream
from ludarena.games.wingspan import WINGSPAN_SLICE as GAME
from ludarena.games.wingspan.hidden import redeal_since
from ludarena.games.wingspan.view import view_of
from tests.games.wingspan.positions import Table, bird


def redraws(table: Table, seat: int, number: int = 30):
    return [table.state.determinize(seat, seed) for seed in range(number)]


def test_a_card_taken_from_the_tray_stays_known():
    table = Table().tray("mallard", "osprey", "killdeer").play("draw-cards", "draw:osprey")
    assert table.player(0).known == [bird("osprey")]
    assert all(bird("osprey") in copy.players[0].hand for copy in redraws(table, 1))


def test_a_card_drawn_from_the_deck_is_known_to_its_owner_alone():
    table = Table().play("draw-cards", "draw-deck")
    (card,) = table.player(0).hand
    assert all(copy.players[0].hand == [card] for copy in redraws(table, 0))
    assert len({tuple(copy.players[0].hand) for copy in redraws(table, 1)}) > 10


def test_a_known_card_is_in_the_hand_or_tucked_after_a_tuck():
    table = Table().mat(0, "forest", "american-robin").hand(0, "mallard")
    table.tray("osprey", "killdeer", "anhinga")
    table.play("draw-cards", "draw:osprey", "draw-cards", "draw:killdeer")
    table.play("gain-food", "take:fish", "decline", "tuck:osprey", "decline")
    player = table.player(0)
    assert player.known == []
    assert player.either == [bird("osprey")]
    copies = redraws(table, 1)
    assert {bird("osprey") in copy.players[0].hand for copy in copies} == {True, False}
    for copy in copies:
        assert bird("osprey") in [*copy.players[0].hand, *copy.players[0].tucks]


def test_when_the_hand_is_empty_a_known_card_must_be_tucked():
    table = Table().mat(0, "forest", "american-robin").tray("osprey", "killdeer", "anhinga")
    table.play("draw-cards", "draw:osprey", "draw-cards", "draw:killdeer")
    table.play("gain-food", "take:fish", "decline", "tuck:osprey", "decline")
    assert table.player(0).either == []
    assert table.state.cards.shown == [bird("osprey")]


def test_an_empty_deck_is_made_of_the_discard_pile():
    table = Table().deck().play("draw-cards", "draw-deck")
    assert len(table.cards(0)) == 1
    assert table.state.cards.discard == []
    assert table.state.cards.reshuffles == 1
    assert len(table.state.cards.deck) == 52 - 3 - 1  # three lie in the tray


def test_cards_of_a_reshuffle_are_told_from_older_ones():
    table = Table().hand(0, "mallard").tray().deck()
    table.state.cards.discard = [bird("osprey"), bird("killdeer")]
    rest = [number for number in range(52) if number not in table.state.cards.discard]
    rest.remove(bird("mallard"))
    table.state.cards.shown = rest
    table.play("draw-cards")  # from the deck: nothing else is there
    # Seat 1 knows that the new card is Osprey or Killdeer; the other went to the tray.
    (left,) = table.state.cards.tray
    drawn = ({bird("osprey"), bird("killdeer")} - {left}).pop()
    for copy in redraws(table, 1):
        assert copy.players[0].hand == sorted([bird("mallard"), drawn])


def test_draws_fail_when_deck_and_discard_pile_are_empty():
    table = Table().tray().deck().no_discard().play("draw-cards")
    assert table.cards(0) == []
    assert table.seat == 1


def test_cards_tucked_from_the_deck_are_known_to_nobody():
    table = Table().mat(0, "grassland", "canada-goose").food(0, seed=1)
    table.play("lay-eggs", "decline", "use")
    assert len({tuple(copy.cards.buried) for copy in redraws(table, 0)}) > 10


def test_bonus_cards_are_shown_at_the_end():
    table = Table().bonus(0, "ecologist").bonus(1, "forester")
    table.state.turns = 15
    table.play("gain-food", "take:seed", "gain-food", "take:seed")
    shown = view_of(table.state.determinize(1, 4), 1).players[0].bonus
    assert shown is not None
    assert [card.name for card in shown] == ["Ecologist"]
    assert "bonus_shown" in table.facts()


def test_cards_do_not_return_to_places_filled_before_they_were_shed():
    # Card 3 went into stack 1; place 0 was filled from stack 0.
    for seed in range(40):
        places = [[1], [2, 3]]
        redeal_since(places, [[0], [1, 1]], [0, 0, 0, 1], Stream(seed))
        assert 3 in places[1]


def test_every_allowed_deal_of_later_cards_occurs_equally_often():
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(3000):
        places = [[1], [2], [3]]
        redeal_since(places, [[0], [1], [1]], [0, 0, 0, 1], Stream(7919 * seed))
        deal = tuple(card for place in places for card in place)
        counts[deal] = counts.get(deal, 0) + 1
    assert set(counts) == {(1, 2, 3), (2, 1, 3), (1, 3, 2), (2, 3, 1)}
    # 750 each; four standard deviations are about 95.
    assert all(abs(number - 750) < 95 for number in counts.values())


def test_the_redraw_of_a_seat_keeps_its_own_cards_and_every_count():
    table = (
        Table(3).hand(0, "mallard", "osprey").hand(1, "killdeer").hand(2, "anhinga", "barred-owl")
    )
    for copy in redraws(table, 0):
        assert copy.players[0].hand == table.player(0).hand
        assert [len(player.hand) for player in copy.players] == [2, 1, 2]
        assert GAME.components(copy) == {"bird_cards": 52, "bonus_cards": 12}
