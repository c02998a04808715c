"""Folders of seats under `/tmp`: private, removed, and swept after a kill."""

import subprocess
import sys
from pathlib import Path

from ludarena.harness.scratch import Scratch, sweep

_HOLDER = """
import time
from ludarena.harness.scratch import Scratch
print(Scratch().path, flush=True)
time.sleep(60)
"""


def test_folder_of_a_killed_process_is_swept_and_that_of_a_living_one_is_not():
    with subprocess.Popen([sys.executable, "-c", _HOLDER], stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        left = Path(holder.stdout.readline().decode().strip())
        (left / "work").mkdir()
        (left / "work" / "note").write_text("kept as long as its process lives")
        sweep()
        assert (left / "work" / "note").exists()
        holder.kill()
    held = Scratch()
    assert not left.exists()
    assert held.path.exists()
    held.remove()
    assert not held.path.exists()


def test_folder_without_a_lock_of_ours_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("ludarena.harness.scratch._PLACE", tmp_path)
    (tmp_path / "ludarena-seat-foreign").mkdir()
    (tmp_path / "ludarena-seat-linked").symlink_to(tmp_path / "ludarena-seat-foreign")
    assert sweep() == 0
    assert (tmp_path / "ludarena-seat-foreign").exists()


def test_folder_is_for_its_user_only_and_can_be_removed_twice():
    scratch = Scratch()
    assert scratch.path.stat().st_mode & 0o077 == 0
    scratch.remove()
    scratch.remove()
    assert not scratch.path.exists()
