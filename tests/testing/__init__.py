"""Tests of the conformance laws: planted faults must be found, sound games must pass."""
