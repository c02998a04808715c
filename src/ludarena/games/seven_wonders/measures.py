"""Numbers about a match of 7 Wonders: metrics, routes, components, and those of the rules text."""

from __future__ import annotations

from ludarena.core.bits import count_in
from ludarena.core.text import listed, markdown_table
from ludarena.core.view import Viewpoint
from ludarena.games.seven_wonders import tables, words
from ludarena.games.seven_wonders.cards import (
    CARDS,
    COLOURS,
    EDITIONS,
    GOODS,
    SEATS,
    SYMBOLS,
    WONDERS,
    Card,
    EditionName,
    Wonder,
)
from ludarena.games.seven_wonders.rules import SevenWondersState
from ludarena.games.seven_wonders.scores import goods_made
from ludarena.games.seven_wonders.scoring import ROUTES, left_of, points_by_route, right_of
from ludarena.games.seven_wonders.setup import counts_of


def metrics(state: SevenWondersState, seat: int) -> dict[str, float]:
    """Return numbers of a seat's position; all of them are public."""
    city = state.cities[seat]
    neighbours = (left_of(seat, state.seats), right_of(seat, state.seats))
    shields = [state.cities[other].shields for other in neighbours]
    numbers = {
        "points": state.points(seat),
        "coins": city.coins,
        "shields": city.shields,
        "lead_over_stronger_neighbour": city.shields - max(shields),
        "stages": city.stages,
        "goods_made": goods_made(city.own_raw, 4) + goods_made(city.own_made, 3),
        "science_symbols": sum(count_in(city.symbols, s) for s in range(len(SYMBOLS))),
        "free_symbols": city.wilds,
        "military_points": city.military_points(),
    }
    for number, colour in enumerate(COLOURS):
        numbers[f"{colour}_cards"] = count_in(city.colours, number)
    return {name: float(number) for name, number in numbers.items()}


def score_routes(state: SevenWondersState, seat: int, at: Viewpoint) -> dict[str, int]:
    """Return points by route, at the end or as if the match ended now; all of it is public."""
    points = points_by_route(state.cities, seat, state.terms.table)
    return dict(zip(ROUTES, points))


def components(state: SevenWondersState) -> dict[str, int]:
    """Return the copies of each card in the match and of wonder boards; no action changes them."""
    counts = {words.LABELS[card]: number for card, number in enumerate(counts_of(state)) if number}
    return {
        "cards": sum(counts.values()),
        "wonders": len({city.wonder for city in state.cities}),
        **counts,
    }


# --- numbers of the rules text ----------------------------------------------------------------


def rules_numbers() -> dict[str, object]:
    """Return what fills the `{{names}}` of `rules.md`, from the tables."""
    return {
        "seats_low": SEATS.start,
        "seats_high": SEATS.stop - 1,
        "wonders": len(tables.TABLES[0].wonders),
        "start_coins": tables.START_COINS,
        "hand": tables.HAND_SIZE,
        "turns": tables.TURNS,
        "turns_passed": tables.TURNS - 1,
        "more_guilds": tables.MORE_GUILDS,
        "guilds": len(tables.TABLES[0].guilds),
        "sale": tables.SALE,
        "price": tables.PRICE,
        "discount_price": tables.DISCOUNT_PRICE,
        "coins_a_point": tables.COINS_A_POINT,
        "science_set": tables.SCIENCE_SET,
        "raw": listed(GOODS[:4]),
        "manufactured": listed(GOODS[4:]),
        "victories": listed(str(tables.VICTORY[age]) for age in (1, 2, 3)),
        "cards_1": _card_table("first", 1),
        "cards_2": _card_table("first", 2),
        "cards_3": _card_table("first", 3),
        "guild_table": _guild_table("first"),
        "wonder_table": _wonder_table("first", list(WONDERS["first"].values())),
        "second_cards": _changed_cards(),
        "second_wonder_table": _wonder_table("second", _changed_wonders()),
    }


_HEADER = ("card", "colour", "cost", "free after", "effect", "copies for 3, 4, 5, 6, 7 seats")


def _row(edition: EditionName, card: Card) -> tuple[str, ...]:
    chain = listed((CARDS[edition][source].name for source in card.chain_from), "or")
    copies = ", ".join(str(number) for number in card.copies) or "1 at most"
    return (
        card.label,
        COLOURS[card.colour],
        words.cost_words(card.printed),
        chain,
        words.effect_words(card.printed),
        copies,
    )


def _card_table(edition: EditionName, age: int) -> str:
    cards = [card for card in CARDS[edition].values() if card.age == age and card.copies]
    return markdown_table(_HEADER, (_row(edition, card) for card in cards))


def _guild_table(edition: EditionName) -> str:
    cards = [card for card in CARDS[edition].values() if not card.copies]
    return markdown_table(
        ("guild", "cost", "effect"),
        (
            (card.label, words.cost_words(card.printed), words.effect_words(card.printed))
            for card in cards
        ),
    )


def _wonder_table(edition: EditionName, wonders: list[Wonder]) -> str:
    rows: list[tuple[str, ...]] = []
    for wonder in wonders:
        for number, stage in enumerate(wonder.stages, 1):
            side = words.side_words(EDITIONS.index(edition), "ab".index(wonder.side))
            cost, effect = words.cost_words(stage), words.effect_words(stage)
            rows.append((wonder.name, side, GOODS[wonder.start], str(number), cost, effect))
    return markdown_table(("wonder", "side", "start good", "stage", "cost", "effect"), rows)


def _changed_wonders() -> list[Wonder]:
    """Return the boards of the second edition that the first does not have just so."""
    first = WONDERS["first"]
    return [board for key, board in WONDERS["second"].items() if first[key] != board]


def _changed_cards() -> str:
    """Return the cards of the second edition that the first does not have just so."""
    changed = [card for key, card in CARDS["second"].items() if CARDS["first"].get(key) != card]
    return markdown_table(_HEADER, (_row("second", card) for card in changed))
