"""Tests of the games, a folder a game."""
