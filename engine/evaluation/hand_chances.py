"""What scores of the hand-written evaluation mean, by the rules of the game.

Fitted as nets' are, by training.chances, to games of this evaluation with itself at 800 or 1,200
nodes a move. The word of a game's rules is GameKind.net_rules.
"""

from engine.evaluation.chances import Chances

# Of games that nobody has fitted: chess, Gast's two games, Ganymede Chess and Gess, mixed evenly.
DEFAULT = Chances(82.3, (632.1, 38.3), (281.8, 956.8))

BY_RULES = {
    "da41100b48363203": Chances(100.9, (524.0, 37.7), (193.7, 188.4)),  # chess
    "a3df281ac4e10962": Chances(91.8, (477.1, 54.1), (367.6, 1018.5)),  # Gast's Chess
    "58e50af8d6449627": Chances(83.8, (221.9, 49.2), (345.3, 1067.4)),  # Gast's second game
    "1fb6185a4f1473f5": Chances(90.0, (1424.4, 20.2), (486.9, 1034.5)),  # Ganymede Chess
    "891035a1bc4fbaa0": Chances(1259.1, (2579.2, 512.9), (334.7, 608.2)),  # Go-Chess
    "stones-18x18": Chances(15.5, (126.4, 1.1), (71.3, 320.5)),  # Gess: no draws
}
