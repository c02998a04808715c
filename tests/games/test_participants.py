"""Every installed game is played by people, searches, programs and language models, and stored.

Matches have the fewest seats and the lowest caps, where a game has caps.
"""

from __future__ import annotations

import asyncio
import io
import json
import re

import pytest

from ludarena import game_ids, load_game
from ludarena.arena.participant import built_in
from ludarena.core.options import IntegerOption
from ludarena.testing.provider import Reply, ScriptedProvider, ToolUse
from tests.cli.run import run
from tests.harness.player import connect, play
from tests.harness.table import GUEST, match

pytestmark = pytest.mark.timeout(300)  # much longer than they take, for machines under load

GAMES = game_ids()
TYPES = ("ismcts", "heuristic", "random", "random")

EXPERIMENT = """\
seed = 5

[[games]]
id = "{game}"
seats = {seats}
options = {options}
"""
PARTICIPANT = """
[[participants]]
name = "{name}"
type = "{type}"
"""


def lowest_caps(game):
    """Return the caps of a game at their lowest values."""
    limits = (option for option in game.options if isinstance(option, IntegerOption))
    return {option.name: option.low for option in limits if option.cap}


def first_listed(asked):
    """Answer with the first action that the prompt lists."""
    found = re.search(r"^- (\S+): ", asked.user.rpartition("# Your decision")[2], re.MULTILINE)
    action = found[1] if found else "nothing"
    if asked.tools:
        return Reply(calls=(ToolUse("act", {"action": action}),))
    return Reply(text=f"Final Answer: {action}")


@pytest.mark.parametrize("name", GAMES)
def test_game_is_played_by_a_person_at_the_terminal(name, capsys, monkeypatch, tmp_path):
    game = load_game(name)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\ny\n" * 1000))
    caps = [f"--option={key}={value}" for key, value in lowest_caps(game).items()]
    against = ",".join(["heuristic"] * (game.seats.start - 1))
    ran = run(capsys, "play", name, "--seed", 3, "--against", against, *caps, "--out", tmp_path)
    assert ran.code == 0, ran.err
    assert f"You are seat 0 of {game.seats.start}" in ran.out
    assert run(capsys, "verify", tmp_path).code == 0


@pytest.mark.parametrize("name", GAMES)
def test_game_is_played_in_an_experiment_with_a_search(name, capsys, tmp_path):
    game = load_game(name)
    seats = game.seats.start
    caps = ", ".join(f"{key} = {value}" for key, value in lowest_caps(game).items())
    text = EXPERIMENT.format(game=name, seats=[seats], options="{ " + caps + " }")
    for number, kind in enumerate(TYPES[:seats]):
        text += PARTICIPANT.format(name=f"{kind}-{number}", type=kind)
        text += "simulations = 4\n" if kind == "ismcts" else ""
    path = tmp_path / "experiment.toml"
    path.write_text(text)
    ran = run(capsys, "run", path, "--out", tmp_path / "run", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["complete"]
    assert run(capsys, "verify", tmp_path / "run").code == 0
    exported = map(json.loads, run(capsys, "export", tmp_path / "run").out.splitlines())
    rosters = [row["roster"] for row in exported if row["type"] == "match"]
    assert rosters and all("ismcts-0" in roster for roster in rosters)


@pytest.mark.parametrize("name", GAMES)
def test_game_is_played_over_mcp_against_a_language_model(name, tmp_path):
    game = load_game(name)
    with ScriptedProvider(first_listed) as provider:
        url = provider.base_url("chat")
        model = built_in("model", "llm", model="openai-compatible:scripted-1", base_url=url)
        others = [built_in(f"other-{seat}", "random") for seat in range(2, game.seats.start)]
        roster = [GUEST, model, *others]
        with match(tmp_path / "run", roster, game=name, options=lowest_caps(game)) as played:
            ticket = played.tickets[0]

            async def guest():
                async with connect(ticket.url, ticket.token) as client:
                    return await play(client)

            last = asyncio.run(guest())
        assert provider.served()
    assert "The match is over." in last
    assert played.report is not None and played.report.complete
    assert played.failed() == []
    assert len(played.results()) == game.seats.start
