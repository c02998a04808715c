"""Tests of the contract of a game and of the helpers that every game is built from."""
