"""The rules of games of pieces: one module a rule, or a small family of rules that are one idea.

A module holds all that a rule is outside of the board: its keys in variant files, how they become
fields of the description, what contradicts it, its part of the fingerprint, and its sentences.
`registry` lists the rules; move generation reads the description as `compiled` tables.
"""
