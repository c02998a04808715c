"""Tests of Century: Spice Road."""
