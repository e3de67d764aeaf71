"""Playing below full strength: fewer nodes, and a choice among good lines that errs.

How strong is told as an Elo of chess, on the scale of Stockfish 15.1's UCI_Elo; a level is a step
between the least and the most. What is searched is counted in nodes, so that a strength is the same
on every clock and machine that has the time for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from amalthea.engine.search.limits import FULL_SKILL

# What has played games, and how strong it was: a measure of nodes and noise beside its Elo. The
# games are recorded in docs/measurements/levels.md; between two of them lies what is between.
_MEASURED = (
    (2.0, 590),
    (4.0, 1070),
    (6.0, 1370),
    (8.0, 1550),
    (10.0, 1760),
    (12.0, 1920),
    (14.0, 2010),
    (16.0, 2180),
    (18.0, 2380),
)
_NODES = 6.0  # at measure 0 for each line,
_GROWTH = 1.67  # and so many times more at each further one
_NOISE_CP = 300.0  # deviation of what a line is taken to be worth at measure 0,
_NOISELESS = 12.0  # and the first measure without any
_LINE_CP = 25.0  # of noise, for which one more line is searched to choose from,
_MOST_LINES = 4  # at most so many in all

LOWEST_ELO = _MEASURED[0][1]
HIGHEST_ELO = _MEASURED[-1][1]


def elo_of(level: int) -> int:
    """How strong a level below full strength is: they are equally far apart."""
    return LOWEST_ELO + round((HIGHEST_ELO - LOWEST_ELO) * level / (FULL_SKILL - 1))


def node_limit(elo: int) -> int:
    """How many nodes are searched: the more lines, the more, or fewer lines were a cliff."""
    return round(candidates(elo) * _NODES * float(_GROWTH ** _measure(elo)))


def candidates(elo: int) -> int:
    """How many lines there are to choose from."""
    return 1 + min(_MOST_LINES - 1, round(noise_cp(elo) / _LINE_CP))


def choose(scores: Sequence[int], elo: int) -> int:
    """Index of the chosen line; scores are the search's own centipawns, best first."""
    import random

    noise = noise_cp(elo)
    taken_for = [score + random.gauss(0.0, noise) for score in scores]
    return max(range(len(scores)), key=taken_for.__getitem__)


def noise_cp(elo: int) -> float:
    """The deviation of what a move, or a secret choice, is taken to be worth."""
    return _NOISE_CP * max(0.0, 1 - _measure(elo) / _NOISELESS) ** 2


def _measure(elo: int) -> float:
    """The measure that is so strong, LOWEST_ELO to HIGHEST_ELO."""
    for (low, weaker), (high, stronger) in pairwise(_MEASURED):
        if elo <= stronger:
            return low + (high - low) * (elo - weaker) / (stronger - weaker)
    return _MEASURED[-1][0]
