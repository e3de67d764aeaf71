"""Finished games as data and as files: what a match writes and an analysis reads."""
