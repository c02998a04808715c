"""Replies in many notations and the reading that each must get: the action that was plainly
chosen, or none. No reply is read as another action than the one it names."""

import json
from pathlib import Path

import pytest

from ludarena import load_game
from ludarena.agents.controller import Failure
from ludarena.agents.llm.reading import read_reply
from ludarena.core.errors import UnreadableAction
from ludarena.core.reading import read_id
from ludarena.models.provider import ModelReply, ToolCall

CORPUS = Path(__file__).parent / "corpus"
ROWS = [
    json.loads(line)
    for path in sorted(CORPUS.glob("*.jsonl"))
    for line in path.read_text("utf-8").splitlines()
]


def reply(row):
    calls = tuple(ToolCall(str(n), *call) for n, call in enumerate(row.get("calls", ())))
    return ModelReply(row["reply"], calls, "stop", None, "r", "m")


def reading(row):
    """Return the id that a reply is read as and the repairs, or the class of its failure."""
    said = read_reply(reply(row), row["mode"])
    if isinstance(said, Failure):
        return said.kind, ()
    game = load_game(row["game"])
    try:
        read = read_id(game.actions, said.action)
    except UnreadableAction:
        return "unreadable", ()
    return game.action_id(read.action), (*said.repairs, *read.repairs)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['mode']}-{row['why'][:40]}")
def test_reply_is_read_as_what_it_says_or_not_at_all(row):
    assert reading(row) == (row["reading"], tuple(row.get("repairs", ())))


def test_corpus_is_large_and_holds_all_modes_and_both_games():
    assert len(ROWS) >= 150
    assert {row["mode"] for row in ROWS} == {"tool", "json", "final_answer"}
    assert {row["game"] for row in ROWS} == {"azul", "splendor"}


@pytest.mark.parametrize("mode", ["tool", "json", "final_answer"])
def test_reply_of_a_megabyte_is_read_at_once(mode):
    text = "{" * 1_000 + "so " * 333_000
    failure = read_reply(ModelReply(text, (), "stop", None, "r", "m"), mode)
    assert isinstance(failure, Failure)
    assert failure.kind == "unreadable"
