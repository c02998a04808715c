"""Tests of ludarena; the folders mirror those of the package."""
