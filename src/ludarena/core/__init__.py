"""The contract of a game. Imports the standard library and mypy_extensions only."""
