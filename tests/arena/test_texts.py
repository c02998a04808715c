"""Texts of a run: prompts whose beginning is stored once, and damaged ones."""

from __future__ import annotations

import random
import sqlite3
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from ludarena.agents.controller import ModelResponse
from ludarena.arena.errors import CorruptStore
from ludarena.arena.store import open_store, read_store
from tests.arena.helpers import HEURISTIC, RANDOM, plan


def with_prompts(folder: Path, head: str, rests: Sequence[str]) -> list[str]:
    """Store responses with prompts of one head; return the prompts as they are read."""
    with open_store(folder) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]]))
        log = store.attempt(store.reader.matches()[0])
        for number, rest in enumerate(rests):
            response = ModelResponse(
                id=str(number), provider="p", model="m", prompt=head + rest, prompt_head=head
            )
            log.responses(0, number, 0, [response])
        log.settle()
        assert list(store.reader.complaints()) == []
        return [str(row["prompt"]) for row in store.reader.responses(log.key)]


@pytest.mark.parametrize("head", ["The rules. " * 4_000, "R\u00e8gles \ud800 " * 9, ""])
def test_prompts_of_one_head_are_read_whole(tmp_path: Path, head: str) -> None:
    rests = ["Position one.", "Position two.", "", "\udc00"]
    read = with_prompts(tmp_path, head, rests)
    assert read == [as_stored(head + rest) for rest in rests]


def as_stored(text: str) -> str:
    """Return a text with halves of pairs as escapes."""
    return text.encode(errors="backslashreplace").decode()


def test_what_prompts_begin_with_is_stored_once(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(20_000).hex()
    with_prompts(tmp_path, noise, [f"Position {number}." for number in range(40)])
    connection = sqlite3.connect(tmp_path / "run.sqlite")
    ((stored,),) = connection.execute("SELECT sum(length(data)) FROM text")
    connection.close()
    assert stored < 1.5 * len(zlib.compress(noise.encode()))


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM text WHERE length = 440", "the text with which it begins is missing"),
        ("UPDATE text SET data = substr(data, 1, 20) WHERE length > 440", "it is cut short"),
    ],
)
def test_a_damaged_prompt_is_told(tmp_path: Path, statement: str, told: str) -> None:
    with_prompts(tmp_path, "The rules. " * 40, ["Position one."])
    connection = sqlite3.connect(tmp_path / "run.sqlite")
    with connection:
        connection.execute(statement)
    connection.close()
    with read_store(tmp_path) as reader, pytest.raises(CorruptStore, match=told):
        reader.responses(1)
