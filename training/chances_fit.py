"""Fit of `evaluation.chances`: how scores and results are related in self-play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from amalthea.engine.evaluation.chances import DEFAULT, Chances, between
from amalthea.training import learning_library

if TYPE_CHECKING:
    from amalthea.training.samples import Samples

SHOWN_AT = range(27, 34)  # moves around the 30th, where a score of 100 is a chance of 50 %
_MIN_SHARE = 0.25  # least share of the spread for 100, which is 56 %: without draws 50 % is at 0
_MIN_CP, _MAX_CP = 1.0, 20_000.0  # bounds of each parameter
_MAX_POSITIONS = 100_000  # that are used
_PRIOR_POSITIONS = 10.0  # that outweigh a parameter e times as far from the default
_FIRST_STEP, _LAST_STEP = 0.5, 0.01  # step sizes of the search, in natural logarithms
_MAX_EXPONENT = 30.0  # an exponent beyond which nothing changes
_MIN_CHANCE = 1e-6
# Each parameter alone, both ends of a line together, and in opposite directions.
_DIRECTIONS = (
    (1, 0, 0, 0),
    (0, 1, 0, 0),
    (0, 0, 1, 0),
    (0, 0, 0, 1),
    (1, 1, 0, 0),
    (0, 0, 1, 1),
    (1, -1, 0, 0),
    (0, 0, 1, -1),
)


def fit_chances(samples: Samples, full_board: int) -> Chances:
    """Return the likeliest parameters for scores and results of games; defaults without games.

    Only positions without a later random move count, so that the result belongs to them.

    Args:
        samples: positions of games.
        full_board: number of pieces on a full board.

    """
    np = learning_library("numpy")
    settled = np.flatnonzero(samples.settled)
    settled = settled[:: 1 + len(settled) // _MAX_POSITIONS]
    fullness = np.minimum(samples.piece_counts[settled] / full_board, 1.0)
    positions = _Positions(
        np, samples.score[settled].astype(float), samples.result[settled], fullness
    )
    even, spread = _maximise_likelihood(positions)
    at_move = np.isin(samples.move[settled], SHOWN_AT)
    typical = fullness[at_move] if at_move.any() else fullness
    mean = float(typical.mean()) if len(typical) else 1.0
    unit = max(between(even, mean), _MIN_SHARE * between(spread, mean))
    return Chances(round(unit, 1), even, spread)


class _Positions:
    """Positions: score and result of the side to move, and the share of pieces on the board."""

    def __init__(self, np: Any, score: Any, result: Any, fullness: Any) -> None:
        self._np = np
        self._score = score
        self._result = result
        self._fullness = fullness

    def negative_log_likelihood(self, logs: Any) -> float:
        """Return the negative log-likelihood of the results for the logarithms of four numbers."""
        np = self._np
        empty = 1 - self._fullness
        even = np.exp(logs[0] * empty + logs[1] * self._fullness)
        spread = np.exp(logs[2] * empty + logs[3] * self._fullness)
        win, loss = (
            1 / (1 + np.exp(np.clip((even - score) / spread, -_MAX_EXPONENT, _MAX_EXPONENT)))
            for score in (self._score, -self._score)
        )
        decided = np.where(self._result > 0.5, win, loss)
        chance = np.where(self._result == 0.5, 1 - win - loss, decided)
        return -float(np.log(np.maximum(chance, _MIN_CHANCE)).sum())


def _maximise_likelihood(positions: _Positions) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the parameters `even_cp` and `spread_cp`, by pattern search of their logarithms."""
    np = learning_library("numpy")
    low, high = np.log(_MIN_CP), np.log(_MAX_CP)
    prior = np.log([*DEFAULT.even_cp, *DEFAULT.spread_cp])

    def loss(logs: Any) -> float:
        penalty = _PRIOR_POSITIONS * float(((logs - prior) ** 2).sum())
        return positions.negative_log_likelihood(logs) + penalty

    directions = np.array([*_DIRECTIONS, *(-np.array(_DIRECTIONS))])
    best, least, step = prior, loss(prior), _FIRST_STEP
    while step > _LAST_STEP:
        trials = [np.clip(best + step * direction, low, high) for direction in directions]
        losses = [loss(trial) for trial in trials]
        at = int(np.argmin(losses))
        if losses[at] < least:
            best, least = trials[at], losses[at]
        else:
            step /= 2
    empty, full, wide, narrow = (round(float(number), 1) for number in np.exp(best))
    return (empty, full), (wide, narrow)
