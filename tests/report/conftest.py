"""For every test of reports: the tiny games installed, and no waiting for the disk."""

from tests.arena.conftest import no_waiting_for_the_disk, tiny_games

__all__ = ["no_waiting_for_the_disk", "tiny_games"]
