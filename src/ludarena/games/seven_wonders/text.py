"""The view of 7 Wonders as Markdown that a model or a person can play from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludarena.core.text import counted_noun, listed, markdown_table
from ludarena.games.seven_wonders import words
from ludarena.games.seven_wonders.cards import COLOURS, SYMBOLS
from ludarena.games.seven_wonders.tables import LAST_CARD, TURNS, VICTORY
from ludarena.games.seven_wonders.view import Group, PileCard, StageView, WondersPlayer, WondersView

_CARD_AT = {label: number for number, label in enumerate(words.LABELS)}


def text_of(view: WondersView) -> str:
    """Return the whole view in words; views that differ have texts that differ."""
    edition = 0 if view.edition == "first" else 1
    parts = [_title(view), _situation(view)]
    first = view.you or 0
    if view.you is not None:
        parts.append(_hand(view.players[first]))
    for player in (*view.players[first:], *view.players[:first]):
        parts.append(_city(view, player, edition))
    parts.append(_hidden(view))
    return "\n\n".join(parts) + "\n"


def _title(view: WondersView) -> str:
    if not view.age:
        return f"# 7 Wonders: {view.phase}"
    when = f"age {words.ROMAN[view.age]}, turn {view.turn} of {TURNS}"
    return f"# 7 Wonders, {when}: {view.phase}"


def _situation(view: WondersView) -> str:
    lines = [_viewer(view)]
    if view.phase == "over":
        lines.append("The match is over.")
    elif view.acting is not None:
        who = "You have" if view.acting == view.you else f"Seat {view.acting} has"
        lines.append(f"{who} to decide.")
    else:
        lines.append("All seats choose at the same time, in secret.")
    if view.answer is not None:
        lines.append(f"You have chosen {view.answer}; it waits for the others.")
    if view.age and view.phase != "over":
        lines.append(_what_follows(view))
    scores = ", ".join(f"seat {player.seat} {player.score}" for player in view.players)
    lines.append(f"Points {'at the end' if view.phase == 'over' else 'if it ended now'}: {scores}.")
    if view.edition != "first":
        lines.append("Second edition.")
    if view.options:
        lines.append(f"Options: {'; '.join(view.options)}.")
    return "\n".join(lines)


def _what_follows(view: WondersView) -> str:
    """Return where hands go next, and what the conflicts of the age are worth."""
    points = counted_noun(VICTORY[view.age], "point")
    conflict = f"conflicts at the end of the age give the stronger {points}, the weaker -1"
    if view.turn == TURNS:
        return f"This is the last turn of the age: the cards left over are discarded; {conflict}."
    way, step = ("right", -1) if view.age == 2 else ("left", 1)
    whom = "" if view.you is None else f" (yours to seat {(view.you + step) % len(view.players)})"
    return f"After this turn hands go to the {way} neighbour{whom}; {conflict}."


def _viewer(view: WondersView) -> str:
    seats = len(view.players)
    if view.you is None:
        return (
            f"You watch a match of {seats} seats; the left neighbour of a seat has the next number."
        )
    left, right = (view.you + 1) % seats, (view.you - 1) % seats
    return (
        f"You are seat {view.you} of {seats} (counted from 0); your left neighbour is seat {left}, "
        f"your right neighbour seat {right}."
    )


def _hand(player: WondersPlayer) -> str:
    if not player.hand:
        return "## Your hand\n\nYour hand is empty."
    header = ("card", "name", "colour", "cost", "free after", "effect", "leads to")
    rows = [
        (
            card.card,
            card.name,
            card.colour,
            card.cost,
            listed(card.free_after, "or"),
            card.effect,
            listed(card.leads_to),
        )
        for card in player.hand
    ]
    return f"## Your hand\n\n{markdown_table(header, rows)}"


# --- cities -----------------------------------------------------------------------------------


def _city(view: WondersView, player: WondersPlayer, edition: int) -> str:
    lines = [
        f"## Seat {player.seat}{_relation(view, player.seat)}: {_wonder(player)}",
        "",
        f"- {_possessions(player)}",
    ]
    if player.stages:
        lines += [f"- {stage}" for stage in _stages(player.stages)]
        lines.append(f"- Makes and sells: {', '.join(player.sells)}")
        if player.makes_for_itself:
            lines.append(f"- Makes for itself alone: {', '.join(player.makes_for_itself)}")
        lines.append(f"- {_prices(player)}")
    lines.append(f"- Cards: {_cards_by_colour(player.cards, edition) or 'none'}")
    lines += [f"- {line}" for line in _extras(view, player)]
    return "\n".join(lines)


def _relation(view: WondersView, seat: int) -> str:
    if view.you is None:
        return ""
    step = (seat - view.you) % len(view.players)
    names = {
        0: " (you)",
        1: " (your left neighbour)",
        len(view.players) - 1: " (your right neighbour)",
    }
    return names.get(step, "")


def _wonder(player: WondersPlayer) -> str:
    side = "side not named yet" if player.side is None else f"side {player.side.upper()}"
    return f"{player.wonder}, {side}"


def _possessions(player: WondersPlayer) -> str:
    tokens = [
        f"{number} of {VICTORY[age]}"
        for age, number in enumerate(player.victory_tokens, 1)
        if number
    ]
    symbols = listed(f"{n} {symbol}" for n, symbol in zip(player.symbols, SYMBOLS) if n) or "none"
    free = f" and {player.free_symbols} of choice" if player.free_symbols else ""
    return (
        f"{counted_noun(player.coins, 'coin')}, {counted_noun(player.shields, 'shield')}; victory "
        f"tokens: {listed(tokens) or 'none'}; defeat tokens: {player.defeat_tokens}; science: "
        f"{symbols}{free}; {counted_noun(player.hand_size, 'card')} in hand; score {player.score}"
    )


def _stages(stages: Sequence[StageView]) -> Iterable[str]:
    for number, stage in enumerate(stages, 1):
        under = f", {stage.card} under it" if stage.card else ""
        built = f"built{under}" if stage.built else f"costs {stage.cost}"
        yield f"Stage {number} ({built}): {stage.effect}"


def _prices(player: WondersPlayer) -> str:
    prices = player.prices
    return (
        f"Pays for a unit: raw {prices.raw_left} to the left, {prices.raw_right} to the right; "
        f"manufactured {prices.manufactured_left} to the left, {prices.manufactured_right} to the "
        "right"
    )


def _cards_by_colour(cards: Sequence[str], edition: int) -> str:
    groups: dict[int, list[str]] = {}
    for label in cards:
        card = words.card_of(edition, _CARD_AT[label])
        groups.setdefault(card.colour, []).append(label)
    return "; ".join(
        f"{COLOURS[colour]}: {', '.join(labels)}" for colour, labels in sorted(groups.items())
    )


def _extras(view: WondersView, player: WondersPlayer) -> Iterable[str]:
    if player.free_build_ready:
        yield "May build one card for no cost in this age"
    if player.copied_guild is not None:
        yield f"Copies {player.copied_guild}"
    if any(player.chosen_symbols):
        chosen = zip(player.chosen_symbols, SYMBOLS)
        yield f"Science of choice: {listed(f'{n} {symbol}' for n, symbol in chosen if n)}"
    if view.you is None and player.hand is not None:
        yield f"Hand: {', '.join(card.card for card in player.hand) or 'empty'}"


# --- hidden cards -----------------------------------------------------------------------------


def _hidden(view: WondersView) -> str:
    lines = ["## Hidden cards", "", f"Discard pile: {_pile(view.pile)}."]
    if view.guilds_out_of_play:
        lines.append(f"Guilds out of play: {', '.join(view.guilds_out_of_play)}.")
    if view.groups:
        lines += ["", "What is known of cards face down:", ""]
        lines += [f"- {_group(group)}" for group in view.groups]
    return "\n".join(lines)


def _pile(pile: Sequence[PileCard]) -> str:
    if not pile:
        return "empty"
    cards = (
        f"{card.card or 'unknown'} (seat {card.seat}, {words.ROMAN[card.age]}.{_turn(card.turn)})"
        for card in pile
    )
    return f"{counted_noun(len(pile), 'card')}, with who put it there and when: {', '.join(cards)}"


def _turn(turn: int) -> str:
    return "last" if turn == LAST_CARD else str(turn)


def _group(group: Group) -> str:
    age = words.ROMAN[group.age]
    seen = f"seen on turn {group.seen_on}" if group.seen_on else "never seen"
    places = listed(
        f"{place.number} {place.place}"
        if place.seat is None
        else f"{place.number} in the hand of seat {place.seat}"
        if place.place == "hand"
        else f"{place.number} {place.place} of seat {place.seat}"
        if place.place == "under the wonder"
        else f"{place.number} in the discard pile from seat {place.seat}"
        for place in group.places
    )
    return f"age {age}, {seen} - {_counted(group.cards)} - lie: {places}"


def _counted(cards: Sequence[str]) -> str:
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return ", ".join(card if n == 1 else f"{n} x {card}" for card, n in counts.items())
