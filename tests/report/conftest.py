"""For every test of reports: the tiny games, no waiting for the disk, one study and its report."""

import pytest

from ludarena.report.study.contrast import Asked
from tests.arena.conftest import no_waiting_for_the_disk, tiny_games
from tests.report.studies import play_metered, report_of

__all__ = ["made", "metered", "no_waiting_for_the_disk", "tiny_games"]


@pytest.fixture(scope="session")
def metered(tmp_path_factory):
    """Return the folder of a run of a scripted model, a failing player and others."""
    folder = tmp_path_factory.mktemp("metered")
    play_metered(folder)
    return folder


@pytest.fixture(scope="session")
def made(metered):
    """Return the report of that run."""
    return report_of(metered, asked=Asked(groups=("SP=2",)))
