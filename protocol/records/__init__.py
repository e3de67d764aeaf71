"""Finished games as data and as files, written by matches and read by analyses."""
