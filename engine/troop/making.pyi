"""The effects of a move: where the stones of a formation go, and which stones are removed.

A move word has the cells of the naming stone before and after the move; its detail is the index of
the pattern.
"""
