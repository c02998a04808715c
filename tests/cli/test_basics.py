"""The command line as a whole: help, start-up, errors, exit codes, completion."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludarena import __version__
from ludarena.cli import games as games_module
from ludarena.cli import main
from ludarena.cli.root import app
from tests.cli.run import run

COMMANDS = sorted(command.name or "" for command in app.registered_commands)


def ludarena(*arguments, **environment):
    program = "from ludarena.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )


def test_help_names_every_command(capsys):
    ran = run(capsys, "--help")
    assert ran.code == 0
    for command in COMMANDS:
        assert f"\n  {command}" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(capsys, command):
    ran = run(capsys, command, "--help")
    assert ran.code == 0
    assert "--json" in ran.out or command == "mcp"  # whose stdout belongs to the protocol


STRUCK_WHILE_LOADING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs

class Struck:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Struck())
from ludarena.cli import main
main(["doctor"])
"""


@pytest.mark.parametrize("module", ["typer", "ludarena.cli.show", "ludarena.core.registry"])
def test_ctrl_c_while_modules_are_loaded_is_no_traceback(module):
    done = subprocess.run(
        [sys.executable, "-c", STRUCK_WHILE_LOADING.format(module=module)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, "")


def test_package_is_a_command():
    done = subprocess.run(
        [sys.executable, "-m", "ludarena", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"ludarena {__version__}\n"


def test_no_command_shows_help_and_is_wrong_usage(capsys):
    ran = run(capsys)
    assert ran.code == 2
    assert "Commands:" in ran.out + ran.err


def test_version(capsys):
    ran = run(capsys, "--version")
    assert (ran.code, ran.out) == (0, f"ludarena {__version__}\n")


def test_help_loads_nothing_heavy():
    program = (
        "import sys\nfrom ludarena.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "typer" in loaded
    heavy = {"numpy", "sqlalchemy", "rich", "asyncio", "pydantic", "sqlite3"}
    assert not loaded & heavy
    light = {"ludarena.arena", "ludarena.arena.errors", "ludarena.arena.place"}
    package = {one for one in loaded if one.startswith(("ludarena.games.", "ludarena.arena"))}
    assert package <= light


def test_unknown_command_is_wrong_usage():
    done = ludarena("paly")
    assert done.returncode == 2
    assert "No such command 'paly'" in done.stderr
    assert done.stdout == ""


def test_unknown_option_of_a_command_is_wrong_usage(capsys):
    ran = run(capsys, "games", "--colour")
    assert ran.code == 2
    assert "No such option: --colour" in ran.err


def test_error_is_one_line_without_traceback(capsys):
    ran = run(capsys, "rules", "azull")
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("error: no game is called 'azull' (did you mean 'azul'?); installed:")
    assert ran.err.count("\n") == 1


def test_debug_shows_the_traceback():
    done = ludarena("rules", "azull", LUDARENA_DEBUG="1")
    assert done.returncode == 2
    assert "Traceback" in done.stderr
    assert "UnknownGame" in done.stderr
    assert "Traceback" in ludarena("--debug", "rules", "azull").stderr


def broken(error):
    def fail(*_):
        raise error

    return fail


def test_fault_of_the_program_is_one_line_and_exit_code_1(capsys, monkeypatch):
    monkeypatch.setattr(games_module, "_print_table", broken(ZeroDivisionError("oh")))
    ran = run(capsys, "games")
    assert ran.code == 1
    assert ran.err == (
        "error: ZeroDivisionError: oh; this is a fault of the program, --debug shows where\n"
    )


def test_error_of_the_system_is_one_line_and_exit_code_1(capsys, monkeypatch):
    error = PermissionError(13, "Permission denied", "here")
    monkeypatch.setattr(games_module, "_print_table", broken(error))
    ran = run(capsys, "games")
    assert (ran.code, ran.err) == (1, "error: here: Permission denied\n")


def test_interrupt_is_exit_code_130(capsys, monkeypatch):
    monkeypatch.setattr(games_module, "_print_table", broken(KeyboardInterrupt()))
    assert run(capsys, "games").code == 130


def completions(words, capsys, monkeypatch):
    monkeypatch.setenv("_LUDARENA_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 0
    return capsys.readouterr().out.split()


def test_shell_completes_commands(capsys, monkeypatch):
    assert "games" in completions("ludarena g", capsys, monkeypatch)


def test_shell_completes_ids_of_games(capsys, monkeypatch):
    assert completions("ludarena rules az", capsys, monkeypatch) == ["azul"]


def test_shell_completes_each_player_of_a_list(capsys, monkeypatch):
    words = "ludarena match azul --players heuristic,ran"
    assert completions(words, capsys, monkeypatch) == ["heuristic,random"]


def test_shell_completes_viewpoints(capsys, monkeypatch):
    assert completions("ludarena show run 0 --as pu", capsys, monkeypatch) == ["public"]


def test_completion_script_is_valid_bash():
    script = ludarena("--show-completion", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    if script.returncode == 2:  # then the shell is named instead of detected
        script = ludarena(
            "--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1"
        )
    assert script.returncode == 0
    check = subprocess.run(["bash", "-n"], input=script.stdout, text=True, check=False)
    assert check.returncode == 0
    assert "_LUDARENA_COMPLETE" in script.stdout


def test_modules_of_commands_are_small():
    folder = Path(games_module.__file__).parent
    assert max(len(path.read_text().splitlines()) for path in folder.glob("*.py")) <= 250
