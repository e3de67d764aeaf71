"""Attacks, move generation, making of moves and ends of the game, for positions of pieces."""
