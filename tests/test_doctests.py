"""Examples in docstrings are run and must be true."""

import doctest
import importlib
import pkgutil

import pytest

import ludarena

MODULES = ["ludarena"] + [
    found.name
    for found in pkgutil.walk_packages(ludarena.__path__, "ludarena.")
    if not found.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
