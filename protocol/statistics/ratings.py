"""Elo ratings of all players of a tournament together. For two players see `elo`.

Bradley and Terry's model: player i scores `expected(r_i - r_j)` points against j; a draw is half a
win and half a loss, so that the intervals are too wide if there are many draws.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import mul
from statistics import NormalDist

from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics.elo import CONFIDENCE, ELO_SCALE, Estimate, expected, points

PRECISION_ELO = 1e-6  # Newton's method stops when no rating changes by more
LONGEST_STEP_ELO = 200.0  # greatest change of a rating in one Newton step
NEWTON_STEPS = 200  # maximum; a dozen are usual
VIRTUAL_DRAW = (0.5, 1)  # points and games added to a pairing, see `ratings`

_DEVIATIONS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
_SLOPE = math.log(10) / ELO_SCALE  # log-odds per Elo

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo; the mean of the pool is 0.

    Attributes:
        points, games: the player's actual score.
        pool: from 1, the largest first. Players of different pools have neither met each other nor
            common opponents, so that their ratings cannot be compared.
    """

    name: str
    elo: Estimate
    points: float
    games: int
    pool: int = 1


@dataclass(frozen=True, slots=True)
class _Score:
    """The score of one player against another."""

    points: float = 0.0
    games: int = 0

    def plus(self, points: float, games: int) -> _Score:
        return _Score(self.points + points, self.games + games)


_Scores = Mapping[str, Mapping[str, _Score]]  # by player and opponent


def ratings(games: Iterable[GameRecord]) -> list[Rating]:
    """Return every player's rating, pool by pool, the strongest first.

    They are the joint maximum of the likelihood, with intervals from the inverse of the information
    matrix. If a player or a group has won or lost all games against the others of a pool, the
    maximum is at infinity; every pairing that was played gets one virtual draw then.
    """
    scores = _scores(games)
    pools = sorted(_groups(scores), key=lambda pool: (-len(pool), pool[0]))
    found: list[Rating] = []
    for number, pool in enumerate(pools, start=1):
        estimates = _pool_ratings(scores, pool)
        rated = [
            Rating(name, estimate, *_total(scores[name]), number)
            for name, estimate in zip(pool, estimates, strict=True)
        ]
        found += sorted(rated, key=lambda rating: (-rating.elo.value, rating.name))
    return found


def _scores(games: Iterable[GameRecord]) -> _Scores:
    scores: dict[str, dict[str, _Score]] = defaultdict(lambda: defaultdict(_Score))
    for game in games:
        for one, other in ((game.white, game.black), (game.black, game.white)):
            scores[one][other] = scores[one][other].plus(points(game, one), 1)
    return scores


def _total(against: Mapping[str, _Score]) -> tuple[float, int]:
    scores = against.values()
    return sum(score.points for score in scores), sum(score.games for score in scores)


def _groups(scores: _Scores) -> list[list[str]]:
    """Return the players in groups that have not met each other."""
    groups: list[list[str]] = []
    left = set(scores)
    while left:
        group = _reached(min(left), {name: list(against) for name, against in scores.items()})
        groups.append(sorted(group))
        left -= group
    return groups


def _reached(start: str, ways: Mapping[str, Sequence[str]]) -> set[str]:
    """Return everything that can be reached from a start, including itself."""
    reached, open_ends = {start}, [start]
    while open_ends:
        for goal in ways[open_ends.pop()]:
            if goal not in reached:
                reached.add(goal)
                open_ends.append(goal)
    return reached


def _is_bounded(scores: _Scores, pool: Sequence[str]) -> bool:
    """Return True if the likelihood has a finite maximum (Ford, 1957).

    That is so if every player can be reached from every other by steps from a player to one against
    whom it scored; it suffices to check from one player, in both directions.
    """
    beaten = {one: [other for other in pool if scores[one][other].points] for one in pool}
    beaters = {one: [other for other in pool if scores[other][one].points] for one in pool}
    return all(len(_reached(pool[0], ways)) == len(pool) for ways in (beaten, beaters))


def _pool_ratings(scores: _Scores, pool: Sequence[str]) -> list[Estimate]:
    """Return the ratings of the players of a pool, in its order."""
    table = [[scores[one][other] for other in pool] for one in pool]
    if not _is_bounded(scores, pool):
        table = [[_with_prior(score) for score in row] for row in table]
    elo = [0.0] * len(pool)
    for _ in range(NEWTON_STEPS):
        step = _newton_step(table, elo)
        longest = max(map(abs, step))
        scale = min(1.0, LONGEST_STEP_ELO / max(longest, PRECISION_ELO))
        elo = [rating + scale * change for rating, change in zip(elo, step, strict=True)]
        if longest < PRECISION_ELO:
            break
    return list(map(_estimate, elo, _variances(table, elo)))


def _with_prior(score: _Score) -> _Score:
    return score.plus(*VIRTUAL_DRAW) if score.games else score


def _estimate(elo: float, variance: float) -> Estimate:
    reach = _DEVIATIONS * math.sqrt(variance)
    return Estimate(elo, elo - reach, elo + reach)


def _newton_step(table: Sequence[Sequence[_Score]], elo: Sequence[float]) -> list[float]:
    """Return the inverse of the information times the gradient of the log-likelihood, in Elo."""
    gradient = [
        _SLOPE
        * sum(
            score.points - score.games * expected(rating - other)
            for score, other in zip(row, elo, strict=True)
        )
        for row, rating in zip(table, elo, strict=True)
    ]
    return [sum(map(mul, row, gradient)) for row in _inverse(_information(table, elo))]


def _information(table: Sequence[Sequence[_Score]], elo: Sequence[float]) -> Matrix:
    """Return minus the second derivatives of the log-likelihood by the ratings, in 1/Elo².

    It is singular for a common shift of all ratings; adding 1/n everywhere fixes their mean.
    """
    size = len(elo)
    matrix = [[1 / size] * size for _ in elo]
    for i, row in enumerate(table):
        for j, score in enumerate(row):
            share = expected(elo[i] - elo[j])
            weight = _SLOPE**2 * score.games * share * (1 - share)
            matrix[i][i] += weight
            matrix[i][j] -= weight
    return matrix


def _variances(table: Sequence[Sequence[_Score]], elo: Sequence[float]) -> list[float]:
    """Return the variances of the ratings, without the 1/n that `_information` adds."""
    inverse = _inverse(_information(table, elo))
    return [max(0.0, row[index] - 1 / len(elo)) for index, row in enumerate(inverse)]


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a positive definite matrix by Gauss-Jordan elimination.

    Such a matrix needs no pivoting.
    """
    size = len(matrix)
    rows = [
        [*row, *(float(index == column) for column in range(size))]
        for index, row in enumerate(matrix)
    ]
    for index in range(size):
        pivot = rows[index][index]
        rows[index] = [value / pivot for value in rows[index]]
        for other in range(size):
            if other != index and (factor := rows[other][index]):
                pairs = zip(rows[other], rows[index], strict=True)
                rows[other] = [value - factor * above for value, above in pairs]
    return [row[size:] for row in rows]
