"""Checksums of exports: every flipped byte, lost line and strange line is found."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ludarena.arena.export import export
from ludarena.arena.export_match import export_match
from ludarena.arena.seal import check_seals
from ludarena.arena.store import read_store
from ludarena.core.view import canonical_json
from tests.arena.helpers import RANDOM, plan, run, scripted
from tests.cli.run import run as ludarena


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a run of two short matches, one with a text that is not of ASCII."""
    run(tmp_path, plan([[scripted("bïd", ["é", "x"]), RANDOM], [RANDOM, RANDOM]], game="echoes"))
    return tmp_path


def exported(folder: Path, *, redact: bool = False) -> str:
    out = io.StringIO()
    with read_store(folder) as reader:
        lines = export(reader, out, redact=redact)
    assert lines == len(out.getvalue().splitlines())
    return out.getvalue()


def found(text: str) -> tuple[str, ...]:
    return check_seals(text.splitlines(keepends=True)).problems


@pytest.mark.parametrize("redact", [False, True])
def test_export_as_it_was_written_fits_its_checksums(folder: Path, redact: bool) -> None:
    text = exported(folder, redact=redact)
    report = check_seals(text.splitlines(keepends=True))
    assert report.ok, report.problems
    assert report.lines == len(text.splitlines())


def test_every_flipped_byte_is_found(folder: Path) -> None:
    data = exported(folder).encode()
    for place in range(0, len(data), max(1, len(data) // 150)):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        text = changed.decode(errors="backslashreplace")
        assert check_seals(text.split("\n")[:-1]).problems, place


def test_lost_doubled_and_moved_lines_are_found(folder: Path) -> None:
    lines = exported(folder).splitlines(keepends=True)
    count = len(lines) - 1
    assert found("".join([*lines[:3], *lines[4:]])) == (
        f"{count - 1} lines are there, {count} were written",
    )
    assert found("".join([*lines[:3], lines[2], *lines[3:]])) == (
        f"{count + 1} lines are there, {count} were written",
    )
    swapped = [*lines[:2], lines[3], lines[2], *lines[4:]]
    assert found("".join(swapped)) == ("the lines are not those that were written",)
    assert found("".join(lines[:-1])) == ("the end is missing: the file was cut short",)
    assert found("".join([*lines, lines[0]])) == (f"line {count + 2}: it comes after the end",)


def test_lines_that_no_export_wrote_are_told() -> None:
    assert found("hello\n")[0] == "line 1: it is no JSON object"
    assert found('{"type":"match"}\n')[0] == "line 1: it has no checksum"
    assert found("") == ("the end is missing: the file was cut short",)


def test_one_match_has_a_checksum_of_its_own(folder: Path) -> None:
    with read_store(folder) as reader:
        text = canonical_json(export_match(reader, reader.find("1")))
    assert found(text) == ()
    assert found(text.replace('"seed":8', '"seed":9', 1)) == (
        "line 1: it does not fit its checksum",
    )


def test_command_verifies_a_file_and_fails_after_one_flipped_byte(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, match = tmp_path / "run.jsonl", tmp_path / "match.json"
    assert ludarena(capsys, "export", folder, "--to", file).code == 0
    assert ludarena(capsys, "export", folder, "--match", 0, "--to", match).code == 0
    for good in (file, match):
        ran = ludarena(capsys, "verify", good)
        assert ran.code == 0
        assert ran.out.endswith("lines: all fit their checksums\n")
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    ran = ludarena(capsys, "verify", file)
    assert ran.code == 1
    assert "PROBLEMS" in ran.out
    assert ludarena(capsys, "verify", file, "--json").json["ok"] is False
