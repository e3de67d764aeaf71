"""What every kind of game shares: the abstract position, move words, FEN fields, descriptions."""
