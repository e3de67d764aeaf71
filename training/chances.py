"""How scores and results go together in self-play: the fit of evaluation.chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from amalthea.engine.evaluation.chances import DEFAULT, Chances, between
from amalthea.training import learning_library

if TYPE_CHECKING:
    from amalthea.training.samples import Samples

SHOWN_AT = range(27, 34)  # moves around the 30th: there 100 is a chance of 50 %
_LEAST_SHARE = 0.25  # of the spread that 100 is at least, 56 %: without draws 50 % is at 0
_LEAST_CP, _MOST_CP = 1.0, 20_000.0  # of each number
_MOST_POSITIONS = 100_000  # that are looked at
_PRIOR = 10.0  # positions that a number e times as far from the default outweighs
_FIRST_STEP, _LAST_STEP = 0.5, 0.01  # of the search, in natural logarithms
_STEEPEST = 30.0  # an exponent beyond which nothing changes
_LEAST_CHANCE = 1e-6
# Each number alone, both ends of one together, and against each other: a turn about the middle.
_WAYS = (
    (1, 0, 0, 0),
    (0, 1, 0, 0),
    (0, 0, 1, 0),
    (0, 0, 0, 1),
    (1, 1, 0, 0),
    (0, 0, 1, 1),
    (1, -1, 0, 0),
    (0, 0, 1, -1),
)


def chances_of(samples: Samples, men_most: int) -> Chances:
    """The likeliest numbers for the scores of games and their results; the default without any.

    Only positions count after which no move was random, so that the end speaks of them. men_most:
    on a full board.
    """
    np = learning_library("numpy")
    settled = np.flatnonzero(samples.settled)
    settled = settled[:: 1 + len(settled) // _MOST_POSITIONS]
    fullness = np.minimum(samples.men[settled] / men_most, 1.0)
    seen = _Seen(np, samples.score[settled].astype(float), samples.result[settled], fullness)
    even, spread = _likeliest(seen)
    at_move = np.isin(samples.move[settled], SHOWN_AT)
    usual = fullness[at_move] if at_move.any() else fullness
    mean = float(usual.mean()) if len(usual) else 1.0
    unit = max(between(even, mean), _LEAST_SHARE * between(spread, mean))
    return Chances(round(unit, 1), even, spread)


class _Seen:
    """Positions: the side to move's score and result, and how full the board was."""

    def __init__(self, np: Any, score: Any, result: Any, fullness: Any) -> None:
        self._np = np
        self._score = score
        self._result = result
        self._fullness = fullness

    def unlikelihood(self, logs: Any) -> float:
        """How badly four numbers, by their logarithms, foretell the results."""
        np = self._np
        empty = 1 - self._fullness
        even = np.exp(logs[0] * empty + logs[1] * self._fullness)
        spread = np.exp(logs[2] * empty + logs[3] * self._fullness)
        win, loss = (
            1 / (1 + np.exp(np.clip((even - score) / spread, -_STEEPEST, _STEEPEST)))
            for score in (self._score, -self._score)
        )
        decided = np.where(self._result > 0.5, win, loss)
        chance = np.where(self._result == 0.5, 1 - win - loss, decided)
        return -float(np.log(np.maximum(chance, _LEAST_CHANCE)).sum())


def _likeliest(seen: _Seen) -> tuple[tuple[float, float], tuple[float, float]]:
    """The numbers `even_cp` and `spread_cp`: a pattern search among their logarithms."""
    np = learning_library("numpy")
    low, high = np.log(_LEAST_CP), np.log(_MOST_CP)
    prior = np.log([*DEFAULT.even_cp, *DEFAULT.spread_cp])

    def loss(logs: Any) -> float:
        return seen.unlikelihood(logs) + _PRIOR * float(((logs - prior) ** 2).sum())

    ways = np.array([*_WAYS, *(-np.array(_WAYS))])
    best, least, step = prior, loss(prior), _FIRST_STEP
    while step > _LAST_STEP:
        trials = [np.clip(best + step * way, low, high) for way in ways]
        losses = [loss(trial) for trial in trials]
        at = int(np.argmin(losses))
        if losses[at] < least:
            best, least = trials[at], losses[at]
        else:
            step /= 2
    empty, full, wide, narrow = (round(float(number), 1) for number in np.exp(best))
    return (empty, full), (wide, narrow)
