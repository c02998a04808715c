"""The sealed choice at set-up (R2)."""

from ludarena.core.sight import sight
from ludarena.core.trace import Trace
from ludarena.games.wingspan import WINGSPAN_SLICE as GAME
from ludarena.games.wingspan.facts import DISCARDED, KEPT
from ludarena.games.wingspan.tables import BIRD_LABELS
from tests.games.wingspan.positions import new


def ids(state, seat):
    return [GAME.action_id(action) for action in state.legal_actions(seat)]


def play(state, seat, *texts):
    for text in texts:
        GAME.play(state, seat, GAME.action_code(text))


def keep_all(state, seat):
    birds = [f"keep:{BIRD_LABELS[bird]}" for bird in state.players[seat].hand]
    play(state, seat, *birds)
    play(state, seat, ids(state, seat)[0])


def test_each_player_has_five_birds_two_bonus_cards_and_a_food_of_each_type():
    state = new(3)
    assert [len(player.hand) for player in state.players] == [5, 5, 5]
    assert [len(player.offered.cards) for player in state.players] == [2, 2, 2]
    assert state.players[0].food == 1 + (1 << 6) + (1 << 12) + (1 << 18) + (1 << 24)
    assert len(state.cards.tray) == 3
    assert state.feeder.inside() == 5


def test_all_seats_choose_at_once_and_birds_are_kept_in_ascending_order():
    state = new(2)
    assert state.to_act() == [0, 1]
    birds = [f"keep:{BIRD_LABELS[bird]}" for bird in state.players[0].hand]
    assert ids(state, 0) == [*birds, "keep-no-more"]
    play(state, 0, birds[1])
    assert ids(state, 0) == [*birds[2:], "keep-no-more"]


def test_two_kept_birds_cost_two_different_foods():
    state = new(2)
    birds = [f"keep:{BIRD_LABELS[bird]}" for bird in state.players[0].hand]
    play(state, 0, birds[0], birds[3], "keep-no-more")
    assert len(ids(state, 0)) == 10
    assert "pay:seed+fish" in ids(state, 0)
    assert "pay:seed+seed" not in ids(state, 0)


def test_no_kept_bird_costs_nothing():
    state = new(2)
    play(state, 0, "keep-no-more")
    assert all(text.startswith("keep-bonus:") for text in ids(state, 0))


def test_five_kept_birds_cost_all_food_without_a_question():
    state = new(2)
    keep_all(state, 0)
    keep_all(state, 1)
    assert [player.food for player in state.players] == [0, 0]
    assert [len(player.hand) for player in state.players] == [5, 5]


def test_nothing_is_noticed_before_the_last_lane_closes():
    trace = Trace()
    state = new(2, trace=trace)
    trace.take()
    before = sight(GAME, state, 1)
    keep_all(state, 0)
    assert trace.take() == []
    assert sight(GAME, state, 1) == before
    assert state.to_act() == [1]
    assert state.block() == 0


def test_the_last_answer_resolves_the_block_in_turn_order():
    trace = Trace()
    state = new(2, trace=trace)
    play(state, 1, "keep-no-more")
    play(state, 1, ids(state, 1)[0])
    trace.take()
    keep_all(state, 0)
    kept = [fact for fact in trace.take() if fact.kind == KEPT]
    assert [fact.arguments[:2] for fact in kept] == [(0, 5), (1, 0)]
    assert [fact.sees for fact in kept] == [1, 2]
    assert state.block() == 1
    assert state.to_act() == [0]
    assert len(state.cards.discard) == 5


def test_dropped_birds_are_shown_to_all():
    trace = Trace()
    state = new(2, trace=trace)
    hand = tuple(state.players[1].hand)
    keep_all(state, 0)
    play(state, 1, "keep-no-more")
    trace.take()
    play(state, 1, ids(state, 1)[0])
    dropped = [fact for fact in trace.take() if fact.kind == DISCARDED]
    assert [fact.arguments for fact in dropped] == [(0,), (1, *hand)]


def test_shed_bonus_card_is_known_to_its_owner_alone():
    state = new(2)
    for seat in (0, 1):
        keep_all(state, seat)
    shed = state.players[0].shed.cards
    for seed in range(5):
        assert state.determinize(0, seed).players[0].shed.cards == shed
    others = {tuple(state.determinize(1, seed).players[0].shed.cards) for seed in range(20)}
    assert len(others) > 1
