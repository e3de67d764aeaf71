"""Play below full strength: fewer nodes, and a choice among good lines with errors.

The strength is an Elo rating on the scale of Stockfish's UCI_Elo in chess; levels divide its range
evenly. Searches are limited in nodes, so that the strength does not depend on clock and machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from amalthea.engine.search.limits import FULL_SKILL

# (measure, Elo) of levels that were measured in games, see docs/measurements/levels.md. The measure
# determines nodes and noise; levels in between are interpolated.
_MEASURED = (
    (2.0, 600),
    (4.0, 1080),
    (6.0, 1380),
    (8.0, 1620),
    (10.0, 1820),
    (12.0, 1930),
    (14.0, 2020),
    (16.0, 2210),
    (18.0, 2460),
)
_NODES = 6.0  # per line at measure 0,
_GROWTH = 1.67  # multiplied by this for each further measure
_NOISE_CP = 300.0  # standard deviation at measure 0
_NOISELESS = 12.0  # lowest measure without noise
_NOTICED = 50.0  # root moves that are looked at, at the lowest measure; about all in chess
_LINE_CP = 25.0  # noise per additional line
_MAX_LINES = 4

LOWEST_ELO = _MEASURED[0][1]
HIGHEST_ELO = _MEASURED[-1][1]


def elo_of(level: int) -> int:
    """Return the Elo of a skill level below full strength."""
    return LOWEST_ELO + round((HIGHEST_ELO - LOWEST_ELO) * level / (FULL_SKILL - 1))


def node_limit(elo: int) -> int:
    """Return the number of nodes to search, in proportion to the number of candidate lines."""
    return round(candidates(elo) * _NODES * float(_GROWTH ** _measure(elo)))


def candidates(elo: int) -> int:
    """Return the number of candidate lines to choose from."""
    return 1 + min(_MAX_LINES - 1, round(noise_cp(elo) / _LINE_CP))


def noticed_moves(elo: int) -> int:
    """Return how many moves are looked at; the others are overlooked.

    Otherwise all nodes would go into the first line of a game with hundreds of moves, and nothing
    would be left to choose from.
    """
    return round(_NOTICED * float(_GROWTH ** (_measure(elo) - _MEASURED[0][0])))


def choose(scores: Sequence[int], elo: int) -> int:
    """Return the index of the chosen line; scores are in the search's centipawns, best first."""
    import random

    noise = noise_cp(elo)
    taken_for = [score + random.gauss(0.0, noise) for score in scores]
    return max(range(len(scores)), key=taken_for.__getitem__)


def noise_cp(elo: int) -> float:
    """Return the standard deviation of the error in a candidate's score."""
    return _NOISE_CP * max(0.0, 1 - _measure(elo) / _NOISELESS) ** 2


def _measure(elo: int) -> float:
    """Return the measure with that strength; elo: LOWEST_ELO to HIGHEST_ELO."""
    for (low, weaker), (high, stronger) in pairwise(_MEASURED):
        if elo <= stronger:
            return low + (high - low) * (elo - weaker) / (stronger - weaker)
    return _MEASURED[-1][0]
