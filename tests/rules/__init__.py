"""Tests of the rules of each game: hand-made cases, random comparisons, counts, FEN."""
