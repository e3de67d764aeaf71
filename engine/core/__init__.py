"""The base of all kinds of game: abstract position, move words, FEN fields, descriptions."""
