"""Settings shared by all tests."""

import pytest

pytest_plugins = ["tests.keys"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes more than a few seconds; not in `make test`")
