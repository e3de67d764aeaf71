"""The description of a game of pieces: its pieces and rules as data."""
