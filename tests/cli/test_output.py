"""Commands that the program tells its user to type."""

import shutil

from ludarena.cli.output import command_line


def test_command_is_quoted_for_the_shell(monkeypatch):
    monkeypatch.setattr("sys.argv", ["pytest"])
    assert command_line("show", "my runs/a", 0) == "ludarena show 'my runs/a' 0"


def test_program_that_the_shell_does_not_find_is_named_by_its_path(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr("sys.argv", [str(tmp_path / "bin" / "ludarena")])
    assert command_line("init") == "bin/ludarena init"


def test_package_that_is_run_as_a_module_is_named_so(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr("sys.argv", [str(tmp_path / "ludarena" / "__main__.py")])
    monkeypatch.setattr("sys.executable", "/usr/bin/python3.12")
    assert command_line("init") == "python3.12 -m ludarena init"


def test_program_on_the_path_is_named_by_its_name(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr("sys.argv", [str(tmp_path / "ludarena")])
    assert command_line("init") == "ludarena init"
