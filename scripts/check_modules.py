"""Check the length of Python modules: over 400 lines warns, over 600 fails."""

import sys
from pathlib import Path

WARN_LINES = 400
MAX_LINES = 600
FOLDERS = ("src", "tests", "benchmarks", "scripts")


def module_lengths(root: Path) -> list[tuple[int, Path]]:
    """Return (lines, path below `root`) of each module, longest first."""
    files = [path for folder in FOLDERS for path in (root / folder).rglob("*.py")]
    lengths = [(len(f.read_text("utf-8").splitlines()), f.relative_to(root)) for f in files]
    return sorted(lengths, key=lambda item: (-item[0], item[1]))


def main(root: Path) -> int:
    """Print the modules that are too long; return the exit code."""
    lengths = module_lengths(root)
    for lines, path in lengths:
        if lines > MAX_LINES:
            print(f"error: {path} has {lines} lines, {MAX_LINES} are allowed: split it by subject")
        elif lines > WARN_LINES:
            print(f"warning: {path} has {lines} lines, aim at {WARN_LINES}")
    too_long = sum(lines > MAX_LINES for lines, _ in lengths)
    print(f"{len(lengths)} modules, {too_long} too long")
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1]))
