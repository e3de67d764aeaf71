"""Numbers of the evaluation and of the search tuned by games of the engine with itself.

Simultaneous perturbation (Spall 1992, the chessprogramming wiki's SPSA): in every pair of games all
numbers are moved by their steps at once, each up or down by chance, once so and once the other way
round for the opponent; then all go a little towards the side that won.
"""
