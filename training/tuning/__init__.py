"""Tuning of parameters of the evaluation and of the search, by games of the engine with itself.

It is SPSA, simultaneous perturbation stochastic approximation (Spall 1992, chessprogramming wiki):
in every pair of games all parameters are moved by their steps at once, up or down by chance, and in
the opposite direction for the opponent. Then all move a little towards the winner.
"""
