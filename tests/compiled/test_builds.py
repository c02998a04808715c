"""Building wheels: pure without a compiler, compiled on demand, loud when that fails."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]


def without_compiler(tmp_path: Path) -> dict[str, str]:
    """Return an environment on whose path there is no C compiler."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("python3", "git", "sh", "env", "uname"):
        found = subprocess.run(["which", name], capture_output=True, text=True, check=False)
        if found.stdout.strip():
            (programs / name).symlink_to(found.stdout.strip())
    kept = {name: value for name, value in os.environ.items() if name not in ("CC", "CXX")}
    return {**kept, "PATH": str(programs)}


def build_wheel(folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    return subprocess.run(
        [*command, str(folder), str(CHECKOUT)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.timeout(600)
def test_without_a_compiler_the_package_installs_and_plays(tmp_path: Path) -> None:
    environment = without_compiler(tmp_path)
    built = build_wheel(tmp_path / "wheel", environment)
    assert built.returncode == 0, built.stderr
    (wheel,) = (tmp_path / "wheel").glob("*.whl")
    assert wheel.name.endswith("py3-none-any.whl")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", str(wheel)], env=environment, check=True
    )
    program = "import ludarena, ludarena.core.mode as m; print(m.mode().name)"
    done = subprocess.run(
        [str(python), "-c", f"import ludarena.games.azul; {program}"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "interpreted"
    subprocess.run(
        [str(tmp_path / "venv" / "bin" / "ludarena"), "games"], env=environment, check=True
    )


@pytest.mark.timeout(600)
def test_a_compilation_that_fails_stops_the_build(tmp_path: Path) -> None:
    environment = {**os.environ, "LUDARENA_COMPILE": ",", "CC": "false"}
    built = build_wheel(tmp_path / "wheel", environment)
    assert built.returncode != 0
    assert not list((tmp_path / "wheel").glob("*.whl"))


@pytest.mark.timeout(600)
def test_compiling_an_unknown_game_says_which_there_are(tmp_path: Path) -> None:
    built = build_wheel(tmp_path / "wheel", {**os.environ, "LUDARENA_COMPILE": "azull"})
    assert built.returncode != 0
    assert "no game azull; there are: azul" in built.stdout + built.stderr


def test_every_compiled_module_of_this_build_is_in_its_wheel() -> None:
    (wheel,) = (CHECKOUT / "dist" / "compiled").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for part in ("core/rng", "search/ismcts", "games/azul/rules"):
        assert any(name.startswith(f"ludarena/{part}.cpython") for name in names), part
