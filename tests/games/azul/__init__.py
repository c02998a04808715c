"""Azul, rule by rule; numbers refer to the rules.md of the game."""
