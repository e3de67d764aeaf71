"""Formations on bit rows: where they stand, and which of their stones are hard.

The .pxd explains how a board is stored in bit rows and how vectors are numbered.
"""
