"""Endgame tables of games of pieces: made by retrograde analysis, probed by the search."""
