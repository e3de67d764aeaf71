"""What a game of pieces is described by, the checks of a description, and its fingerprint."""
