"""Figures: each a function of plain numbers and a width, all in one style."""
