"""The games, one folder each; see docs/concepts/game.md for the layout of a folder."""
