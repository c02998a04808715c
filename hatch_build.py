"""Build hook: compile core, games and search with mypyc into the wheel, when asked to.

    LUDARENA_COMPILE=all pip wheel .            everything that can be compiled
    LUDARENA_COMPILE=azul,splendor pip wheel .  core, search and these games

`LUDARENA_COMPILE_ALSO=benchmarks` adds that top-level package, compiled too, for benchmarks that
compare native loops. Without `LUDARENA_COMPILE` the wheel is pure Python and needs no compiler.

A module is compiled when it imports `mypy_extensions`. Core with search is one C unit and each
game another, so that they compile side by side. The source tree is left untouched: everything is
built in a temporary folder, and a failure stops the build.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from contextlib import chdir
from hashlib import blake2b
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "LUDARENA_COMPILE"
ALSO = "LUDARENA_COMPILE_ALSO"
MANIFEST = "ludarena/_compiled.json"
BUILD_NEEDS = ["mypy[mypyc]>=2.4,<2.5", "setuptools>=68"]


class CompileHook(BuildHookInterface[Any]):
    """Adds compiled modules and a manifest of their sources' digests to the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return BUILD_NEEDS if os.environ.get(SWITCH) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        wanted = os.environ.get(SWITCH, "")
        if not wanted or version != "standard" or self.target_name != "wheel":
            return
        self._folder = Path(mkdtemp(prefix="ludarena-build-"))
        source = self._folder / "src"
        shutil.copytree(Path(self.root) / "src", source, ignore=shutil.ignore_patterns("*.so"))
        groups = module_groups(source, wanted)
        for package in filter(None, os.environ.get(ALSO, "").split(",")):
            shutil.copytree(Path(self.root) / package, source / package)
            groups[f"ludarena_{package}"] = native_modules(source / package)
            build_data["force_include"][str(source / package)] = package
        built = compile_groups(self._folder, groups)
        manifest = self._folder / "_compiled.json"
        manifest.write_text(json.dumps(source_digests(source, groups), indent=1))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(
            {str(path): str(path.relative_to(self._folder / "out")) for path in built}
        )
        build_data["force_include"][str(manifest)] = MANIFEST

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_folder"):
            shutil.rmtree(self._folder)


def module_groups(source: Path, wanted: str) -> dict[str, list[Path]]:
    """Return the modules of each C unit; raise `SystemExit` for a game that does not exist."""
    package = source / "ludarena"
    games = sorted(path.parent.name for path in (package / "games").glob("*/__init__.py"))
    chosen = games if wanted == "all" else [name for name in wanted.split(",") if name]
    unknown = set(chosen) - set(games)
    if unknown:
        sys.exit(f"{SWITCH}: no game {', '.join(sorted(unknown))}; there are: {', '.join(games)}")
    groups = {
        "ludarena_core": [*native_modules(package / "core"), *native_modules(package / "search")]
    }
    for game in chosen:
        modules = native_modules(package / "games" / game)
        if modules:
            groups[f"ludarena_{game}"] = modules
    return groups


def native_modules(folder: Path) -> list[Path]:
    """Return the modules below a folder that import `mypy_extensions`."""
    marks = re.compile(r"^from mypy_extensions import", re.MULTILINE)
    return sorted(path for path in folder.rglob("*.py") if marks.search(path.read_text("utf-8")))


def compile_groups(folder: Path, groups: dict[str, list[Path]]) -> list[Path]:
    """Compile the groups side by side and return the files for the wheel."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    os.environ.setdefault("CFLAGS", "-fno-semantic-interposition -g0")
    os.environ["MYPYPATH"] = "src"
    out = folder / "out"
    with chdir(folder):
        separate: list[tuple[list[str], str | None]] = [
            ([str(path.relative_to(folder)) for path in modules], group)
            for group, modules in groups.items()
        ]
        extensions = mypycify(
            ["--strict", *(path for paths, _ in separate for path in paths)],
            opt_level="3",
            debug_level="0",
            separate=separate,
            target_dir=str(folder / "c"),
        )
        widen_literal_shifts(folder / "c")
        distribution = Distribution(
            {"name": "ludarena", "ext_modules": extensions, "package_dir": {"": "src"}}
        )
        command = distribution.get_command_obj("build_ext")
        command.build_lib = str(out)
        command.build_temp = str(folder / "tmp")
        command.parallel = os.cpu_count() or 1
        command.ensure_finalized()
        command.run()
    built = sorted(path for path in out.rglob("*") if path.suffix in (".so", ".pyd"))
    if not built:
        sys.exit("nothing was compiled: the compiler left no module")
    return built


def widen_literal_shifts(folder: Path) -> None:
    """Make literals that are shifted 64 bits wide in generated C.

    mypyc 2.4 writes `one: i64 = 1; one << n` as `1 << n`, which C shifts in 32 bits.
    """
    literal = re.compile(r"= (-?\d+) << ")
    for path in folder.rglob("*.c"):
        path.write_text(literal.sub(r"= (int64_t)\1 << ", path.read_text("utf-8")), "utf-8")


def source_digests(source: Path, groups: dict[str, list[Path]]) -> dict[str, str]:
    """Return the digest of the source of each compiled module, by its path in the package."""
    package = source / "ludarena"
    return {
        str(path.relative_to(package)): blake2b(path.read_bytes(), digest_size=16).hexdigest()
        for modules in groups.values()
        for path in modules
        if path.is_relative_to(package)
    }
