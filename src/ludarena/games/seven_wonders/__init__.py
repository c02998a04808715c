"""7 Wonders."""
