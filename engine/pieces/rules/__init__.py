"""The rules of games of pieces: one module a rule, or a small family of rules that are one idea.

A module has everything about a rule except for move generation: its keys in variant files, their
conversion to fields of the description, its checks, its part of the fingerprint, and its sentences.
`registry` lists the rules; move generation reads the description as `compiled` tables.
"""
