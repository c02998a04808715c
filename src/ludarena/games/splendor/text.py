"""A view of Splendor in words, from which a model or a person can play."""

from __future__ import annotations

from ludarena.core.text import counted_noun, listed, markdown_table
from ludarena.games.splendor.gems import COLOURS, TOKENS
from ludarena.games.splendor.view import (
    CardView,
    GemsView,
    NobleView,
    ReservedView,
    RowView,
    SplendorPlayerView,
    SplendorView,
)


def view_text(view: SplendorView) -> str:
    """Return the view as Markdown."""
    parts = [
        _heading(view),
        f"Supply: {gems_text(view.supply)}.",
        "## Nobles on the table",
        _nobles(view.nobles),
        *(part for row in reversed(view.rows) for part in _row(row, view)),
        "## Players",
        _scoreboard(view),
        *(_holdings(player, view) for player in view.players),
    ]
    return "\n\n".join(parts)


def gems_text(gems: GemsView) -> str:
    """Return the numbers of gems or tokens that are not 0.

    >>> gems_text(GemsView(white=0, blue=2, green=0, red=0, black=1))
    '2 blue, 1 black'
    """
    counts = [(getattr(gems, colour, 0), colour) for colour in TOKENS]
    return ", ".join(f"{count} {colour}" for count, colour in counts if count) or "nothing"


def _heading(view: SplendorView) -> str:
    options = view.options
    lines = [f"# Splendor, round {view.round}"]
    if view.viewer is not None:
        number = len(view.players)
        lines.append(f"You are seat {view.viewer} of {number} (seats are counted from 0).")
    lines.append(_stage_text(view))
    if view.target_met and view.stage != "over":
        lines.append("The target is met: this is the last round.")
    ending = "the round is then played out" if options.last_round == "equal_turns" else "at once"
    limit = counted_noun(options.turn_limit, "turn")
    lines.append(
        f"The match ends when a player has {options.target_points} points ({ending}), "
        f"or after {limit} of each player."
    )
    if options.take_fewer == "free":
        lines.append("Option: fewer than 3 different gems may be taken at any time.")
    if options.payment == "minimal_gold":
        lines.append("Option: gold is paid only for gems that are missing.")
    if options.reserved_visible == "all_public":
        lines.append("Option: all reserved cards are open to everybody.")
    return "\n".join(lines)


def _stage_text(view: SplendorView) -> str:
    if view.active is None:
        return "The match is over."
    who = "You are" if view.active == view.viewer else f"Seat {view.active} is"
    if view.stage == "return":
        held = sum(getattr(view.players[view.active].tokens, token) for token in TOKENS)
        return f"{who} to return tokens, having {held}."
    if view.stage == "noble":
        return f"{who} to choose a noble."
    return f"{who} to take a turn."


def _nobles(nobles: tuple[NobleView, ...]) -> str:
    if not nobles:
        return "none"
    return markdown_table(
        ("noble", "points", "visits a player who has these bonuses"),
        ((noble.noble, noble.points, gems_text(noble.wants)) for noble in nobles),
    )


def _row(row: RowView, view: SplendorView) -> tuple[str, str]:
    heading = f"## Level {row.level} ({counted_noun(row.deck, 'card')} in the deck)"
    if not row.cards:
        return heading, "no face-up cards"
    if view.viewer is None:
        header: tuple[str, ...] = ("card", "bonus", "points", "cost")
    else:
        header = ("card", "bonus", "points", "cost", "your price", "can you buy it?")
    gold = 0 if view.viewer is None else view.players[view.viewer].tokens.gold
    return heading, markdown_table(header, (_card_cells(card, gold) for card in row.cards))


def _card_cells(card: CardView, gold: int) -> tuple[object, ...]:
    printed = (card.card, card.bonus, card.points, gems_text(card.cost))
    if card.price is None:
        return printed
    price = "free" if not sum_of(card.price) else gems_text(card.price)
    return (*printed, price, purchase_text(card.missing or 0, gold))


def sum_of(gems: GemsView) -> int:
    """Return the number of gems of all five colours."""
    return sum(getattr(gems, colour) for colour in COLOURS)


def purchase_text(missing: int, gold: int) -> str:
    """Return whether a card can be bought with `missing` gems short and `gold` in hand.

    >>> purchase_text(3, 1)
    'no: 3 gems short, you hold 1 gold'
    """
    if missing == 0:
        return "yes"
    if missing <= gold:
        return f"yes, with {missing} gold"
    return f"no: {counted_noun(missing, 'gem')} short, you hold {gold} gold"


def _scoreboard(view: SplendorView) -> str:
    header = ("seat", "points", "cards", *COLOURS, "gold", "tokens in all")
    rows = []
    for player in view.players:
        tokens = [getattr(player.tokens, token) for token in TOKENS]
        cells = [
            f"{held} + {getattr(player.bonuses, colour)}"
            for held, colour in zip(tokens, COLOURS, strict=False)
        ]
        you = " (you)" if player.seat == view.viewer else ""
        rows.append(
            (f"{player.seat}{you}", player.points, player.cards, *cells, tokens[-1], sum(tokens))
        )
    table = markdown_table(header, rows)
    return f"{table}\n\nEach colour: gem tokens + bonuses of bought cards."


def _holdings(player: SplendorPlayerView, view: SplendorView) -> str:
    """Return what the scoreboard does not show of a player."""
    own = player.seat == view.viewer
    lines = [f"### Seat {player.seat}{' (you)' if own else ''}"]
    if player.nobles:
        lines.append(f"- Nobles: {listed(player.nobles)}")
    reserved = [_reserved(card, player.tokens.gold, own) for card in player.reserved]
    lines.append(f"- Reserved: {'; '.join(reserved) or 'none'}")
    lines.append(f"- Bought: {', '.join(player.bought) or 'none'}")
    return "\n".join(lines)


def _reserved(reserved: ReservedView, gold: int, own: bool) -> str:
    card = reserved.card
    if card is None:
        return f"a level {reserved.level} card from the deck, known to its owner only"
    source = ", from the deck" if reserved.blind else ""
    points = counted_noun(card.points, "point")
    text = f"{card.card} ({card.bonus}, {points}, cost {gems_text(card.cost)}{source}"
    if own and card.price is not None:
        text += f"; your price {gems_text(card.price) if sum_of(card.price) else 'free'}"
        text += f"; can you buy it? {purchase_text(card.missing or 0, gold)}"
    return text + ")"
