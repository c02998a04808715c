"""The engine beside the second umpire of `referee.py`, over whole matches."""

import random

import pytest

from ludarena.core.game import Outcome
from ludarena.core.state import State
from ludarena.core.trace import Fact, Trace
from ludarena.games.azul import AZUL
from ludarena.games.azul.facts import FACTORY_FILLED
from ludarena.games.azul.tables import COLOUR_NAMES
from tests.games.azul.referee import FACTORIES, PENALTIES, Board, Referee

SETTINGS: list[dict] = [
    {},
    {"wall": "grey"},
    {"marker_on_full_floor": "replace_last"},
    {"wall": "grey", "marker_on_full_floor": "replace_last"},
    {"round_limit": 4},
]
STYLES = ("random", "heuristic", "wasteful", "hoarding")


def factories_of(facts: list[Fact]) -> list[list[str]]:
    filled = [fact.arguments for fact in facts if fact.kind == FACTORY_FILLED]
    assert [factory for factory, *_ in filled] == list(range(len(filled)))
    return [[COLOUR_NAMES[colour] for colour in colours] for _, *colours in filled]


def choice(state: State, seat: int, style: str, chance: random.Random) -> int:
    """Choose as a style does; the wasteful floor what they can, hoarders fill long lines."""
    legal = state.legal_actions(seat)
    if style == "heuristic" and chance.random() < 0.9:
        scores = state.action_scores(seat, legal)
        return legal[scores.index(max(scores))]
    end = {"wasteful": ":floor", "hoarding": ":line-5"}.get(style)
    wanted = [action for action in legal if end and AZUL.action_id(action).endswith(end)]
    return chance.choice(wanted if wanted and chance.random() < 0.8 else legal)


def piles(tiles: list[str]) -> dict[str, int]:
    return {colour: tiles.count(colour) for colour in sorted(set(tiles))}


def board_seen(board: Board) -> dict:
    lines = [(n, tiles[0] if tiles else None, len(tiles)) for n, tiles in enumerate(board.lines, 1)]
    return {
        "score": board.score,
        "complete_rows": board.rows(),
        "complete_columns": board.columns(),
        "complete_colours": board.colours(),
        "placement_points": board.placed,
        "floor_losses": board.lost,
        "lines": lines,
        "wall": [list(row) for row in board.wall],
        "floor": board.floor,
        "floor_loss": sum(PENALTIES[: len(board.floor)]),
    }


def same(state: State, referee: Referee) -> None:
    """Compare all that is seen with the referee's table."""
    view = AZUL.view(state, "public")
    assert state.to_act() == ([] if referee.over else [referee.seat])
    assert view.to_act == (None if referee.over else referee.seat)
    legal = state.legal_actions(referee.seat)
    assert {AZUL.action_id(action) for action in legal} == referee.legal()
    assert view.round == referee.round
    assert view.tiling_line == (None if referee.tiling_row is None else referee.tiling_row + 1)
    sources = {s.name: {p.colour: p.tiles for p in s.piles} for s in view.sources}
    assert sources == {name: piles(tiles) for name, tiles in referee.sources().items()}
    assert {p.colour: p.tiles for p in view.bag} == dict(+referee.bag)
    assert {p.colour: p.tiles for p in view.lid} == dict(+referee.lid)
    if not referee.over:
        assert (view.starter, view.marker) == (referee.starter, referee.marker)
    for player, board in zip(view.players, referee.boards, strict=True):
        seen = board_seen(board)
        lines = [(line.capacity, line.colour, line.tiles) for line in player.lines]
        assert lines == seen.pop("lines")
        assert [list(row) for row in player.wall] == seen.pop("wall")
        assert list(player.floor) == seen.pop("floor")
        for name, value in seen.items():
            assert getattr(player, name) == value, name
        routes = AZUL.score_routes(state, player.seat, "public")
        bonus = board.bonus if referee.over else {"rows": 0, "columns": 0, "colours": 0}
        assert routes == {"placement": board.placed, **bonus, "floor": -board.lost}


def same_end(outcome: Outcome, referee: Referee) -> None:
    assert list(outcome.scores) == [board.score for board in referee.boards]
    assert list(outcome.tie_breaks) == [(board.rows(),) for board in referee.boards]
    assert list(outcome.ranks) == referee.ranks()
    assert outcome.ended_by == ("cap" if referee.by_cap else "rules")


def match(seats: int, options: dict, seed: int, style: str) -> Referee:
    chance = random.Random(seed)
    trace = Trace()
    state = AZUL.new(seats=seats, seed=seed, options=options, trace=trace)
    referee = Referee(seats, options, factories_of(trace.take()))
    same(state, referee)
    while not referee.over:
        seat = referee.seat
        action = choice(state, seat, style, chance)
        AZUL.play(state, seat, action)
        referee.play(AZUL.action_id(action), factories_of(trace.take()))
        same(state, referee)
    same_end(AZUL.outcome(state), referee)
    return referee


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("seats", FACTORIES)
def test_the_engine_agrees_with_the_second_umpire(seats, options):
    for seed, style in enumerate(STYLES):
        match(seats, options, seed, style)
