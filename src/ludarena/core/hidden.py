"""Redrawing what a seat cannot know: the helper behind every `determinize`."""

from __future__ import annotations

from mypy_extensions import i64

from ludarena.core.rng import Stream


def redeal(places: list[list[int]], labels: list[list[int]], stream: Stream) -> None:
    """Redraw, in place, which of the cards that look alike to a seat lie where.

    `places` are lists of cards whose order nobody knows (hands of others, face-down decks kept
    as sets); `labels`, parallel to `places`, holds for each card the seat's memory of it. Cards
    with one label form a group: they are collected, sorted, shuffled with `stream`, and dealt
    back in the order of places; then each place is sorted. The result depends on which cards
    share a group and how many of a group each place holds, never on which card lay where.
    """
    groups: dict[int, list[int]] = {}
    for place, marks in zip(places, labels, strict=True):
        for card, mark in zip(place, marks, strict=True):
            if mark not in groups:
                groups[mark] = []
            groups[mark].append(card)
    for mark in sorted(groups):
        group = groups[mark]
        group.sort()
        stream.shuffle(group)
    for place, marks in zip(places, labels, strict=True):
        dealt: list[int] = []
        for mark in sorted(marks):
            dealt.append(groups[mark].pop())
        dealt.sort()
        count: i64 = len(place)
        for slot in range(count):
            place[slot] = dealt[slot]
