"""A view of Century in words, from which a model or a person can play."""

from __future__ import annotations

from functools import lru_cache

from ludarena.core.text import counted_noun, markdown_table
from ludarena.games.century.cubes import COLOURS
from ludarena.games.century.view import (
    CenturyPlayerView,
    CenturyView,
    CubesView,
    MerchantView,
    OptionsView,
    PointCardView,
    cubes_in,
)


def view_text(view: CenturyView) -> str:
    """Return the view as Markdown."""
    parts = [
        _heading(view),
        f"## Point cards ({counted_noun(view.points_left, 'card')} in the deck)",
        _point_cards(view),
        f"## Merchant row ({counted_noun(view.merchants_left, 'card')} in the deck)",
        _merchant_row(view),
        "## Players",
        _scoreboard(view),
        *(_holdings(player, view) for player in view.players),
    ]
    return "\n\n".join(parts)


@lru_cache(maxsize=4096)
def cubes_text(cubes: CubesView) -> str:
    """Return the numbers of cubes that are not 0.

    >>> cubes_text(CubesView(yellow=0, red=2, green=0, brown=1))
    '2 red, 1 brown'
    """
    counts = [(getattr(cubes, colour), colour) for colour in COLOURS]
    return ", ".join(f"{count} {colour}" for count, colour in counts if count) or "nothing"


@lru_cache(maxsize=4096)
def effect_text(card: MerchantView) -> str:
    """Return what a merchant card does."""
    if card.kind == "gain":
        return f"gain {cubes_text(card.gives)}"
    if card.kind == "upgrade":
        return f"up to {card.steps} upgrade steps"
    return f"trade {cubes_text(card.takes)} for {cubes_text(card.gives)}, repeatable"


def _heading(view: CenturyView) -> str:
    options = view.options
    lines = [f"# Century: Spice Road, round {view.round}"]
    if view.viewer is not None:
        lines.append(f"You are seat {view.viewer} of {len(view.players)}.")
    lines.append(_stage_text(view))
    if view.last_round:
        lines.append("The end is called: this is the last round.")
    cards = counted_noun(options.end_cards, "point card")
    limit = counted_noun(options.turn_limit, "turn")
    lines.append(
        f"The match ends with the round in which a player comes to {cards}, or after {limit} of "
        "each player."
    )
    lines.append(f"A caravan keeps at most {options.caravan_limit} cubes at the end of a turn.")
    lines += _option_lines(options)
    return "\n".join(lines)


def _option_lines(options: OptionsView) -> list[str]:
    """Return a line for each option that is not as usual and changes the play."""
    lines: list[str] = []
    if not options.hands_public:
        lines.append("Option: cards in hand are shown to their owners only.")
    if not options.claimed_public:
        lines.append("Option: claimed point cards and scores are shown to their owners only.")
    if options.empty_play:
        lines.append("Option: a trade may be done 0 times and an upgrade raise nothing.")
    if options.rest_without_played:
        lines.append("Option: resting is allowed without played cards.")
    if options.tie == "shared":
        lines.append("Option: equal scores share a place.")
    return lines


def _stage_text(view: CenturyView) -> str:
    if view.active is None:
        return "The match is over."
    who = "You are" if view.active == view.viewer else f"Seat {view.active} is"
    if view.stage == "pay":
        return f"{who} acquiring {view.acquiring}; the next cube goes onto {view.pays_onto}."
    if view.stage == "return":
        held = cubes_in(view.players[view.active].caravan)
        done = f" ({cubes_text(view.returned)} returned already)" if cubes_in(view.returned) else ""
        return f"{who} to return cubes, having {held}{done}."
    return f"{who} to take a turn."


def _coin_line(view: CenturyView) -> str:
    if not view.gold_pile and not view.silver_pile:
        return "Coins: none left."
    return f"Coins left: {view.gold_pile} gold, {view.silver_pile} silver."


def _point_cards(view: CenturyView) -> str:
    if not view.points:
        return f"none\n\n{_coin_line(view)}"
    header: tuple[str, ...] = ("position", "card", "points", "coin", "cost")
    if view.viewer is not None:
        header += ("your caravan lacks",)
    return f"{markdown_table(header, map(_point_cells, view.points))}\n\n{_coin_line(view)}"


def _point_cells(card: PointCardView) -> tuple[object, ...]:
    cells = (card.position, card.card, card.points, card.coin or "-", cubes_text(card.cost))
    return cells if card.missing is None else (*cells, cubes_text(card.missing))


def _merchant_row(view: CenturyView) -> str:
    if not view.merchants:
        return "none"
    return markdown_table(
        ("position", "card", "what it does", "cubes to pay", "cubes on it, yours with the card"),
        (
            (
                offer.position,
                offer.merchant.card,
                effect_text(offer.merchant),
                offer.price,
                cubes_text(offer.cubes) if cubes_in(offer.cubes) else "-",
            )
            for offer in view.merchants
        ),
    )


def _scoreboard(view: CenturyView) -> str:
    header = ("seat", "score now", "point cards", "gold", "silver", *COLOURS, "cubes in all")
    rows = []
    for player in view.players:
        you = " (you)" if player.seat == view.viewer else ""
        cubes = [getattr(player.caravan, colour) for colour in COLOURS]
        score = "hidden" if player.score is None else player.score
        rows.append(
            (
                f"{player.seat}{you}",
                score,
                player.claims,
                player.gold,
                player.silver,
                *cubes,
                sum(cubes),
            )
        )
    return markdown_table(header, rows)


def _holdings(player: CenturyPlayerView, view: CenturyView) -> str:
    """Return what the scoreboard does not show of a player."""
    lines = [f"### Seat {player.seat}{' (you)' if player.seat == view.viewer else ''}"]
    if player.hand is None:
        lines.append(f"- Hand: {counted_noun(player.hand_size, 'card')}, hidden")
    else:
        lines.append(f"- Hand: {_cards(player.hand)}")
    lines.append(f"- Played, back after a rest: {_cards(player.played)}")
    if player.claimed is None:
        lines.append("- Claimed: hidden")
    else:
        lines.append(f"- Claimed: {', '.join(player.claimed) or 'none'}")
    return "\n".join(lines)


@lru_cache(maxsize=4096)
def _cards(cards: tuple[MerchantView, ...]) -> str:
    return "; ".join(f"{card.card} ({effect_text(card)})" for card in cards) or "none"
