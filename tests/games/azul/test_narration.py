"""Every kind of fact in words."""

import pytest

from ludarena.core.trace import Fact
from ludarena.games.azul import AZUL
from ludarena.games.azul.facts import FACTS


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        (
            "set_up",
            (2, 5, 0),
            "2 seats play with 5 factories and 100 tiles, 20 of each colour; you are to begin.",
        ),
        ("round_began", (3, 1), "Round 3 began; seat 1 is to draft first."),
        (
            "lid_returned",
            (1, 0, 2, 0, 0),
            "The bag was empty, so all tiles of the lid went back into it: 1 blue and 2 red.",
        ),
        ("factory_filled", (0, 0, 2, 2, 4), "Factory 1 received 1 blue, 2 red and 1 white."),
        ("picked", (0, 9, 1, 1, 5), "You picked 1 yellow tile from the centre for the floor line."),
        ("pushed", (4, 3, 3), "2 black moved from factory 5 to the centre."),
        (
            "marker_taken",
            (1, 0, -1),
            "Seat 1 took the starting-player marker; no floor space was free, so it costs nothing.",
        ),
        (
            "marker_taken",
            (1, 7, 2),
            "Seat 1 took the starting-player marker, which replaced a red tile on the last floor "
            "space; that tile went to the lid.",
        ),
        ("marker_taken", (0, 2, -1), "You took the starting-player marker to floor space 2."),
        (
            "line_filled",
            (1, 2, 0, 2, 3),
            "Seat 1 put 2 blue tiles into line 3, which now holds 3 of 3.",
        ),
        (
            "floored",
            (1, 0, 1, 2),
            "Seat 1 dropped tiles: 1 blue tile on the floor line and 2 blue tiles in the lid, as "
            "the floor line is full.",
        ),
        ("tiled", (0, 0, 4, 4, 1, 0), "You placed white in row 1, column 5 for 1 point."),
        ("bonus", (0, 1, 2, 14, 40), "You received 14 points for 2 complete columns; score 40."),
        ("bonus", (1, 2, 1, 10, 50), "Seat 1 received 10 points for 1 complete colour; score 50."),
    ],
)
def test_fact_is_told_in_one_sentence(name, arguments, sentence):
    kind = [fact.name for fact in FACTS].index(name)
    assert AZUL.narrate(Fact(kind, arguments), 0) == sentence
