"""The engine beside the second umpire of `referee.py`, over whole matches."""

import random

import pytest

from ludarena.core.sight import sight
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.core.view import Viewpoint
from ludarena.games.splendor import SPLENDOR
from ludarena.games.splendor.facts import CARD_SHOWN, NOBLE_SHOWN, RESERVED_BLIND
from ludarena.games.splendor.tables import CARD_ROWS, NOBLE_ROWS
from ludarena.games.splendor.view import SplendorView
from tests.games.splendor.referee import (
    CARDS,
    COLOURS,
    PILE,
    TOKENS,
    Player,
    Referee,
    noble_id,
    wants,
)

SETTINGS: list[dict] = [
    {},
    {"take_fewer": "free"},
    {"payment": "minimal_gold"},
    {"reserved_visible": "all_public"},
    {"last_round": "immediate"},
    {"target_points": 21},
    {"target_points": 5, "last_round": "immediate", "take_fewer": "free"},
    {"turn_limit": 9},
]
STYLES = ("random", "heuristic", "reserving", "grabbing")


def drawn(facts: list[Fact]) -> list[str]:
    cards = []
    for fact in facts:
        if fact.kind == CARD_SHOWN:
            cards.append(CARD_ROWS[fact.arguments[0]].id)
        elif fact.kind == RESERVED_BLIND:
            cards.append(CARD_ROWS[fact.secret[0]].id)
    return cards


def nobles(facts: list[Fact]) -> list[str]:
    return [NOBLE_ROWS[fact.arguments[0]].id for fact in facts if fact.kind == NOBLE_SHOWN]


def choice(state: State, seat: int, style: str, chance: random.Random) -> int:
    """Choose as a style does; reservers hoard cards and gold, grabbers tokens."""
    legal = state.legal_actions(seat)
    if style != "random" and chance.random() < 0.2:
        return chance.choice(legal)
    begins = {"reserving": ("reserve-deck", "reserve"), "grabbing": ("take",)}.get(style, ())
    for begin in begins:
        wanted = [a for a in legal if SPLENDOR.action_id(a).startswith(begin)]
        if wanted:
            return chance.choice(wanted)
    if style == "random":
        return chance.choice(legal)
    scores = state.action_scores(seat, legal)
    return legal[scores.index(max(scores))]


def counts(gems: object, names: tuple[str, ...]) -> dict[str, int]:
    return {name: getattr(gems, name) for name in names}


def same_card(seen, card: str, viewer: Player | None) -> None:
    printed = CARDS[card]
    assert (seen.card, seen.bonus, seen.points) == (card, printed.bonus, printed.points)
    assert counts(seen.cost, COLOURS) == printed.cost
    if viewer is None:
        assert seen.price is None and seen.missing is None
        return
    price = viewer.price(card)
    assert counts(seen.price, COLOURS) == price
    assert seen.missing == sum(max(0, n - viewer.tokens[c]) for c, n in price.items())


def same_reserve(seen, player: Player, knows: bool, owner: bool) -> None:
    """Compare a reserve; `knows` says whether the viewer knows the cards drawn blind."""
    viewer = player if owner else None
    shown = {card.card.card: card.card for card in seen if card.card}
    open_cards = player.seen + (player.blind if knows else [])
    assert set(shown) == set(open_cards)
    for card in open_cards:
        same_card(shown[card], card, viewer)
    assert sorted(card.level for card in seen if card.blind) == sorted(
        CARDS[card].level for card in player.blind
    )
    assert {card.card.card for card in seen if card.card and not card.blind} == set(player.seen)
    assert len(seen) == len(player.reserved())


def same_view(state: State, referee: Referee, at: Viewpoint) -> None:
    view = sight(SPLENDOR, state, at).view
    assert isinstance(view, SplendorView)
    viewer = referee.players[at] if isinstance(at, int) else None
    assert view.active == (None if referee.over else referee.seat())
    assert view.stage == ("over" if referee.over else referee.stage)
    assert view.round == (referee.turns - referee.over) // referee.seats + 1
    assert view.target_met == any(p.points() >= referee.target for p in referee.players)
    assert counts(view.supply, TOKENS) == {token: referee.supply[token] for token in TOKENS}
    for row in view.rows:
        assert row.deck == referee.unseen[row.level]
        up = {seen.card: seen for seen in row.cards}
        assert set(up) == set(referee.rows[row.level])
        for card, seen in up.items():
            same_card(seen, card, viewer)
    assert {n.noble for n in view.nobles} == {noble_id(n) for n in referee.nobles}
    for shown in view.nobles:
        want = next(wants(noble) for noble in referee.nobles if noble_id(noble) == shown.noble)
        assert {c: n for c, n in counts(shown.wants, COLOURS).items() if n} == want
        assert shown.points == 3
    for own, player in zip(view.players, referee.players, strict=True):
        assert (own.points, own.cards) == (player.points(), len(player.bought))
        assert counts(own.tokens, TOKENS) == {token: player.tokens[token] for token in TOKENS}
        assert counts(own.bonuses, COLOURS) == {c: player.bonuses()[c] for c in COLOURS}
        assert set(own.bought) == set(player.bought)
        assert set(own.nobles) == {noble_id(noble) for noble in player.nobles}
        owner = at == own.seat
        knows = owner or at == "all" or view.options.reserved_visible == "all_public"
        same_reserve(own.reserved, player, knows, owner)


def same(state: State, referee: Referee) -> None:
    """Compare the list of actions, and all that one viewpoint sees, with the referee's.

    Viewpoints take turns, one after each action; all are compared at the end.
    """
    assert state.to_act() == ([] if referee.over else [referee.seat()])
    assert state.turn() == referee.turns
    legal = state.legal_actions(referee.seat()) if not referee.over else []
    assert {SPLENDOR.action_id(action) for action in legal} == referee.legal()
    viewpoints: list[Viewpoint] = [*range(referee.seats), "public", "all"]
    turn = state.block() % len(viewpoints)
    for at in viewpoints if referee.over else viewpoints[turn : turn + 1]:
        same_view(state, referee, at)
    for seat, player in enumerate(referee.players):
        routes = {f"level_{n}_cards": 0 for n in (1, 2, 3)}
        for card in player.bought:
            routes[f"level_{CARDS[card].level}_cards"] += CARDS[card].points
        routes["nobles"] = 3 * len(player.nobles)
        assert SPLENDOR.score_routes(state, seat, "public") == routes


def match(seats: int, options: dict, seed: int, style: str) -> Referee:
    chance = random.Random(seed)
    trace = Trace()
    state = SPLENDOR.new(seats=seats, seed=seed, options=options, trace=trace)
    facts = trace.take()
    referee = Referee(seats, options, drawn(facts), nobles(facts))
    same(state, referee)
    while not referee.over:
        seat = referee.seat()
        action = choice(state, seat, style, chance)
        SPLENDOR.play(state, seat, action)
        referee.play(SPLENDOR.action_id(action), drawn(trace.take()))
        same(state, referee)
    outcome = SPLENDOR.outcome(state)
    assert list(outcome.scores) == [player.points() for player in referee.players]
    assert list(outcome.tie_breaks) == [(len(player.bought),) for player in referee.players]
    assert list(outcome.ranks) == referee.ranks()
    assert outcome.ended_by == ("cap" if referee.by_cap else "rules")
    return referee


@pytest.mark.parametrize("number", range(len(SETTINGS)), ids=[str(own) for own in SETTINGS])
@pytest.mark.parametrize("seats", PILE)
def test_the_engine_agrees_with_the_second_umpire(seats, number):
    """Each setting is played in two of the four styles, which change with the number of seats."""
    for style in (number + seats, number + seats + 2):
        options = {"turn_limit": 60, **SETTINGS[number]}
        match(seats, options, number, STYLES[style % len(STYLES)])
