"""Matches, their log and store, experiments and verification."""
