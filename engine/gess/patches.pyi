"""Moves of patches: rings, making a move, and all moves of a side at once.

The .pxd explains how a board is stored in rows of bits. Loops run over whole rows, so that the
compiler can vectorise them.
"""
