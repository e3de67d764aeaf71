"""Playing below full strength: fewer nodes, and a choice among good lines that errs.

A level is a number from 0 to FULL_SKILL, also one between two whole ones. What a level searches is
counted in nodes, so that it plays alike on every clock and machine that has the time for them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

from engine.search.limits import FULL_SKILL

_FEWEST_NODES = 6  # of level 0 for each of its lines,
_GROWTH = 1.67  # and so many times more with every level
_NOISE_CP = 300.0  # deviation of what level 0 takes a line to be worth,
_NOISELESS = 12.0  # and the first level without any
_LINE_CP = 25.0  # of noise, for which one more line is searched to choose from,
_MOST_LINES = 4  # at most so many in all

# The Elo of levels in chess, on the scale of Stockfish 15.1's UCI_Elo: see docs/measurements.md.
_ELO = ((0.0, 500), (FULL_SKILL - 1.0, 2000))
LOWEST_ELO = _ELO[0][1]
HIGHEST_ELO = _ELO[-1][1]


def level_of(elo: int) -> float:
    """The level that plays like so much, LOWEST_ELO to HIGHEST_ELO."""
    for (low, weaker), (high, stronger) in pairwise(_ELO):
        if elo <= stronger:
            return low + (high - low) * (elo - weaker) / (stronger - weaker)
    return _ELO[-1][0]


def node_limit(level: float) -> int:
    """How many nodes a level searches: the more lines, the more, or fewer were a cliff."""
    return round(candidates(level) * _FEWEST_NODES * float(_GROWTH**level))


def candidates(level: float) -> int:
    """How many lines a level chooses from."""
    return 1 + min(_MOST_LINES - 1, round(_noise(level) / _LINE_CP))


def choose(scores: Sequence[int], level: float) -> int:
    """Index of the chosen line; scores are the search's own centipawns, best first."""
    noise = _noise(level)
    taken_for = [score + random.gauss(0.0, noise) for score in scores]
    return max(range(len(scores)), key=taken_for.__getitem__)


def _noise(level: float) -> float:
    return _NOISE_CP * max(0.0, 1 - level / _NOISELESS) ** 2
