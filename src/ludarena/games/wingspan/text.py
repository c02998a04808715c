"""A view in words: Markdown from which a model or a person can play."""

from __future__ import annotations

from collections.abc import Iterable

from ludarena.core.text import counted_noun, listed, markdown_table
from ludarena.games.wingspan.view import CardView, FoodView, WingspanPlayerView, WingspanView
from ludarena.games.wingspan.words import FOODS, ROWS


def text_of(view: WingspanView) -> str:
    """Return the whole view as Markdown."""
    parts = [_headline(view), _table_lines(view), "## Bird tray\n\n" + _cards(view.tray)]
    parts += [_player(view, player) for player in view.players]
    return "\n\n".join(parts) + "\n"


def _headline(view: WingspanView) -> str:
    if view.over:
        now = "The match is over."
    elif view.choosing_setup:
        now = "All players choose at once and in secret what to keep."
    else:
        now = f"Turn {view.turn} of {view.turns}; it is the turn of seat {view.turn_of}."
    you = "" if view.you is None else f" You are seat {view.you}."
    return f"# Wingspan, one round\n\n{now}{you}"


def _table_lines(view: WingspanView) -> str:
    outside = counted_noun(view.dice_outside, "die", "dice")
    side = {
        "green": "most 4, second 1; ties share; none, no points",
        "blue": "1 point an item, at most 5",
    }
    lines = [
        f"Goal: {view.goal} ({side[view.goal_board]}).",
        f"Birdfeeder: {listed(view.feeder)} (one die each); {outside} outside.",
        f"Deck: {counted_noun(view.deck, 'card')}. Bonus stack: {view.bonus_stack}.",
    ]
    if view.reshuffled_deck_cards:
        cards = listed(view.reshuffled_deck_cards)
        lines.append(f"Cards of the last reshuffle that nobody has shown since: {cards}.")
    lines.append(f"Discard pile: {listed(view.discard) or 'empty'}.")
    if view.tucked_face_up:
        lines.append(f"Tucked and known to all: {listed(view.tucked_face_up)}.")
    if view.rodent_gained:
        lines.append("The gain-food action of this turn gained a rodent.")
    if view.discards_due:
        lines.append(
            f"To be discarded at the end of this turn: {counted_noun(view.discards_due, 'card')}."
        )
    return "\n".join(f"- {line}" for line in lines)


def _cards(cards: Iterable[CardView]) -> str:
    rows = [
        (
            f"{card.name} (`{card.id}`)",
            "/".join(card.habitats),
            card.cost,
            card.points,
            card.nest,
            card.egg_limit,
            f"{card.wingspan_cm} cm",
            listed(card.signs) or "-",
            card.power or "none",
        )
        for card in cards
    ]
    if not rows:
        return "None."
    header = ("bird", "lives in", "cost", "points", "nest", "eggs", "wingspan", "signs", "power")
    return markdown_table(header, rows)


def _food(food: FoodView) -> str:
    return ", ".join(f"{getattr(food, name)} {name}" for name in FOODS)


def _player(view: WingspanView, player: WingspanPlayerView) -> str:
    you = " (you)" if player.seat == view.you else ""
    lines = [
        f"- Food: {_food(player.food)} ({player.unused_food} in all)",
        f"- Points so far: {player.points}; goal: {counted_noun(player.goal_items, 'item')}, "
        f"{counted_noun(player.goal_points, 'point')}",
        f"- Bonus cards: {player.bonus_cards}" + _bonus(player),
    ]
    lines += _knowledge(player)
    parts = [f"## Seat {player.seat}{you}", "\n".join(lines)]
    parts.append(_mat(player))
    if player.hand is not None:
        parts.append(f"Hand of seat {player.seat}:\n\n" + _cards(player.hand))
    return "\n\n".join(parts)


def _bonus(player: WingspanPlayerView) -> str:
    if not player.bonus:
        return ""
    return ": " + "; ".join(f"{card.name} ({card.pays})" for card in player.bonus)


def _knowledge(player: WingspanPlayerView) -> list[str]:
    lines = [f"- Cards in hand: {player.hand_size}"]
    if player.known_in_hand:
        lines.append(f"- Known to all in this hand: {listed(player.known_in_hand)}")
    if player.in_hand_or_tucked:
        lines.append(
            f"- For the others in this hand or tucked from it: {listed(player.in_hand_or_tucked)}"
        )
    if player.tucked_by_you:
        lines.append(f"- Tucked from the hand: {listed(player.tucked_by_you)}")
    if player.bonus_to_choose_from:
        cards = "; ".join(f"{card.name} ({card.pays})" for card in player.bonus_to_choose_from)
        lines.append(f"- Bonus cards to choose from: {cards}")
    if player.bonus_discarded_by_you:
        lines.append(f"- Bonus cards discarded by it: {listed(player.bonus_discarded_by_you)}")
    return lines


def _mat(player: WingspanPlayerView) -> str:
    rows = [
        (
            f"{bird.row} {bird.column}",
            f"{bird.card.name} (`{bird.card.id}`)",
            bird.card.points,
            bird.card.nest,
            f"{bird.eggs} of {bird.card.egg_limit}",
            bird.cached,
            bird.tucked,
            (bird.card.power or "none") + (" - used" if bird.reaction_used else ""),
        )
        for bird in sorted(player.birds, key=lambda bird: (ROWS.index(bird.row), bird.column))
    ]
    if not rows:
        return "No birds on the mat."
    header = ("place", "bird", "points", "nest", "eggs", "food on it", "cards under it", "power")
    return markdown_table(header, rows)
