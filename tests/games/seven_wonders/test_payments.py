"""R5.5: the payments offered are those of a plain search over all ways to cover what is needed."""

import pytest

from ludarena.core.rng import Stream, stream
from ludarena.games.seven_wonders.cards import CARDS, COLOURS, GOODS, WONDER_IDS, WONDERS
from ludarena.games.seven_wonders.goods import RAW_GOODS
from tests.games.seven_wonders.positions import ids, position

CASES = 100
"""Positions searched for each way to offer payments; each has up to twelve cards to build."""

SOURCES = (
    *(card.label for card in CARDS["first"].values() if COLOURS[card.colour] in ("brown", "grey")),
    "caravansery",
    "forum",
)
POSTS = ("west-trading-post", "east-trading-post", "marketplace")
PRINTED = {card.label: card for card in CARDS["first"].values()}
NEEDY = tuple(
    label
    for label, card in PRINTED.items()
    if sum(card.printed.cost) > 1 and not card.chain_from and card.age > 1
)

Pair = tuple[int, int]


def drawn(chance: Stream, labels: tuple[str, ...], number: int) -> list[str]:
    """Return so many labels, none twice, without two cards of one name."""
    found: dict[str, str] = {}
    for _ in range(number):
        label = labels[chance.below(len(labels))]
        found[PRINTED[label].name] = label
    return list(found.values())


def sources_of(board: str, cards: list[str], *, tradable: bool) -> list[tuple[str, ...]]:
    """Return what each source of a city can give, as printed."""
    wonder, side = board.split("-")
    found: list[tuple[str, ...]] = [(GOODS[WONDERS["first"][wonder, side].start],)]
    for card in cards:
        for kind, *words in PRINTED[card].printed.effects:
            if kind == "makes":
                found += [(words[0],)] * int(words[1])
            elif kind == "one":
                found.append(tuple(words[1:]))
            elif kind == "own" and not tradable:
                found.append(tuple(words[2:]))
    return found


def unit_price(cards: list[str], good: str, side: str) -> int:
    """Return the coins for a unit from the neighbour on a side."""
    raw = GOODS.index(good) < RAW_GOODS
    post = f"{'west' if side == 'left' else 'east'}-trading-post" if raw else "marketplace"
    return 1 if post in cards else 2


def all_payments(boards: list[str], cities: list[list[str]], card: str) -> set[Pair]:
    """Return the coins for both neighbours of every way to cover the cost for seat 0 of three."""
    sides = (("own", 0), ("left", 1), ("right", 2))
    sources = [
        (side, goods)
        for side, seat in sides
        for goods in sources_of(boards[seat], cities[seat], tradable=side != "own")
    ]
    ways = {(0, 0, 0)}  # mask of sources in use, coins to the left and to the right
    for good, number in zip(GOODS, PRINTED[card].printed.cost, strict=True):
        coins = {side: unit_price(cities[0], good, side) for side in ("left", "right")}
        for _ in range(number):
            ways = {
                (
                    used | 1 << place,
                    left + (coins["left"] if side == "left" else 0),
                    right + (coins["right"] if side == "right" else 0),
                )
                for used, left, right in ways
                for place, (side, goods) in enumerate(sources)
                if good in goods and not used >> place & 1
            }
    return {(left, right) for _, left, right in ways}


def not_undercut(pairs: set[Pair]) -> list[Pair]:
    return sorted(
        pair
        for pair in pairs
        if not any(p != pair and p[0] <= pair[0] and p[1] <= pair[1] for p in pairs)
    )


def cheapest(pairs: set[Pair]) -> list[Pair]:
    return sorted(pairs, key=lambda pair: (sum(pair), pair[1]))[:1]


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, not_undercut),
        ({"payment_choice": "cheapest"}, cheapest),
        ({"allow_needless_purchase": True}, sorted),
    ],
)
def test_payments_are_those_of_a_search_over_all_ways_to_cover_the_goods(options, kept):
    chance = stream(5, "payments")
    offered = 0
    for _ in range(CASES):
        wonders = [WONDER_IDS[chance.below(7)] for _ in range(3)]
        boards = [f"{wonder}-{'ab'[chance.below(2)]}" for wonder in wonders]
        cities = [drawn(chance, SOURCES, 1 + chance.below(4)) for _ in boards]
        cities[0] += drawn(chance, POSTS, chance.below(3))
        coins = chance.below(9)
        hand = drawn(chance, NEEDY, 6)
        state = position(
            boards=" ".join(boards),
            cities={seat: " ".join(cards) for seat, cards in enumerate(cities)},
            hands={0: " ".join(hand)},
            coins={0: coins},
            **options,
        )
        for card in hand:
            parts = [name.split(":") for name in ids(state, 0, f"build:{card}:")]
            found = [(int(part[2][5:]), int(part[3][6:])) for part in parts]
            within = {pair for pair in all_payments(boards, cities, card) if sum(pair) <= coins}
            assert found == kept(within), f"{boards} {cities} {card}"
            offered += len(found)
    assert offered > CASES


def test_needless_purchases_are_not_offered_beside_the_cheapest_payment():
    state = position(
        boards="giza-a giza-b rhodes-a",
        hands={0: "baths"},
        turn=6,
        coins={0: 9},
        allow_needless_purchase=True,
        payment_choice="cheapest",
    )
    assert ids(state, 0, "build:baths") == ["build:baths:left-0:right-0"]
