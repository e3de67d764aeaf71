"""The engine: games, rules, evaluation and search. It never prints.

`amalthea` is its public face.
"""
