"""Evaluation of positions of pieces: hand-written terms and the features of nets."""
