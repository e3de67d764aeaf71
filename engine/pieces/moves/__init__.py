"""How a position of pieces changes: attacks, move generation, making moves, ends of the game."""
