"""Analysis of stored runs: placements, intervals, leaderboards. It never runs a game."""
