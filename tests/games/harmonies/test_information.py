"""R7: who knows which spirit; what no redraw may keep or change."""

from ludarena.core.sight import filtered, story
from ludarena.games.harmonies import HARMONIES
from ludarena.games.harmonies.tables import ANIMALS, CARDS
from tests.games.harmonies.positions import Seat, facts_of, new_match, play, position, seen

DEALT = Seat(offered=["cat", "owl"]), Seat(offered=["deer", "lion"])


def offered(state, at, seat):
    return [card.card for card in seen(state, at).players[seat].offered]


def test_dealt_spirits_are_known_to_their_owner_alone():
    state = position(*DEALT)
    assert offered(state, 0, 0) == ["owl", "cat"]
    assert offered(state, 0, 1) == offered(state, "public", 0) == []
    assert offered(state, "all", 1) == ["lion", "deer"]
    assert seen(state, 0).players[1].deciding


def test_the_spirit_kept_is_open_and_the_one_returned_is_known_to_its_owner():
    state = position(*DEALT)
    play(state, "spirit:cat")
    facts = facts_of(state)
    assert story(HARMONIES, facts, 0) == [
        "You keep the spirit cat (4 for each group of buildings, single ones too) and return the "
        "owl."
    ]
    assert story(HARMONIES, facts, 1) == [
        "Seat 0 keeps the spirit cat (4 for each group of buildings, single ones too)."
    ]
    assert [fact.secret for fact in filtered(facts, "public")] == [()]
    assert seen(state, 0).players[0].returned == "owl"
    assert seen(state, 1).players[0].returned is None
    assert [card.card for card in seen(state, 1).players[0].above] == ["cat"]


def test_a_redraw_deals_others_spirits_from_all_that_the_seat_has_not_seen():
    state = position(*DEALT)
    hands = {tuple(state.determinize(0, seed).boards[1].offered) for seed in range(300)}
    own = set(state.boards[0].offered)
    free = [card for card in range(ANIMALS, CARDS) if card not in own]
    assert len(hands) == 28  # pairs of the 8 spirits that seat 0 does not hold
    assert {card for hand in hands for card in hand} == set(free)
    assert state.determinize(0, 1).boards[0].offered == state.boards[0].offered


def test_a_redraw_keeps_no_returned_spirit_of_others():
    state = position(*DEALT)
    play(state, "spirit:cat")
    owl = state.boards[0].returned
    redrawn = [state.determinize(1, seed).boards[0].returned for seed in range(60)]
    assert len(set(redrawn)) == 7  # ten less the cat and the two that seat 1 holds
    assert owl in redrawn
    assert state.determinize(0, 4).boards[0].returned == owl


def test_a_bystander_knows_no_spirit_that_is_not_open():
    state = position(*DEALT)
    hands = [state.determinize(-1, seed).boards for seed in range(20)]
    assert len({tuple(boards[0].offered) for boards in hands}) > 5
    assert all(not set(b[0].offered) & set(b[1].offered) for b in hands)


def test_what_comes_out_of_pouch_and_deck_differs_between_redraws():
    state = new_match(2, 5)
    drawn = set()
    for seed in range(20):
        copy = state.determinize(0, seed)
        drawn.add((copy.draw_tokens(), copy.draw_card()))
    assert len(drawn) > 15


def test_the_pouch_shows_its_contents_by_subtraction():
    state = position(Seat({"a1": "TTL"}), Seat(), spaces="MMM WWW FFB BBL TTT")
    pouch = seen(state, 1).pouch
    assert (pouch.gray, pouch.blue, pouch.brown) == (20, 20, 16)
    assert (pouch.green, pouch.yellow, pouch.red) == (17, 17, 12)
