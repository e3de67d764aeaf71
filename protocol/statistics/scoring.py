"""Scores and move quality: winning chances, marks, accuracy and centipawn loss.

Chances come from the engine's win, draw and loss probabilities, which depend on the game and on
how full its board is. Accuracy is computed as on https://lichess.org/page/accuracy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from statistics import fmean, harmonic_mean, pstdev

from amalthea.engine.core.color import Color
from amalthea.engine.core.status import RESULTS, Status
from amalthea.engine.search.reports import Info

# Loss of chances (1 is a whole game) from which a move gets a mark, the worst first.
BLUNDER, MISTAKE, INACCURACY, ONLY_MOVE = "??", "?", "?!", "!"
_LOSSES = ((0.15, BLUNDER), (0.10, MISTAKE), (0.05, INACCURACY))
_ONLY_BY = 0.10  # loss of every other move, from which the move found gets a "!"
MARKS = (ONLY_MOVE, INACCURACY, MISTAKE, BLUNDER)

# Accuracy of a move in percent: a * exp(-b * percent lost) - c.
_ACCURACY_A, _ACCURACY_B, _ACCURACY_C = 103.1668, 0.04354, 3.1669
_MIN_ACCURACY = 1.0  # percent, in the harmonic mean
_WINDOWS = 10  # approximate number of windows of a game for measuring swings
_WINDOW_PLIES = (2, 8)  # bounds of a window's length
_WEIGHTS = (0.5, 12.0)  # bounds of a move's weight
_DECIDED = 0.05  # chances of the losing side from which a game is decided
_MAX_CP = 1000  # bound of a score for centipawn loss; also the score of a mate


@dataclass(frozen=True, slots=True)
class PositionScore:
    """Score of a position from White's view.

    chances: expected points, 0 to 1. cp, mate: centipawns or moves to mate (negative: Black mates);
    result: of a finished game, such as "1-0". Exactly one of these three is not None.
    """

    chances: float
    cp: int | None = None
    mate: int | None = None
    result: str | None = None

    def __str__(self) -> str:
        if self.result:
            return self.result
        if self.mate is not None:
            return f"{'+' if self.mate > 0 else '-'}M{abs(self.mate)}"
        assert self.cp is not None
        return f"{self.cp / 100:+.2f}" if self.cp else "0.00"

    def chances_of(self, side: Color) -> float:
        """Return the expected points of a side."""
        return self.chances if side is Color.WHITE else 1.0 - self.chances

    def centipawns_of(self, side: Color) -> int:
        """Return the centipawns for a side, bounded by the score of a mate."""
        decided = 0 if self.chances == 0.5 else _MAX_CP if self.chances > 0.5 else -_MAX_CP
        value = decided if self.cp is None else max(-_MAX_CP, min(_MAX_CP, self.cp))
        return value if side is Color.WHITE else -value

    def to_json(self) -> dict[str, object]:
        """Return {"cp": 35}, {"mate": -3} or {"result": "1-0"}, with the chances."""
        kinds = {"cp": self.cp, "mate": self.mate, "result": self.result}
        known = {name: value for name, value in kinds.items() if value is not None}
        return {**known, "chances": round(self.chances, 4)}


def line_score(line: Info, side: Color) -> PositionScore:
    """Return the score of a line that was searched for a side."""
    win, draw, loss = line.wdl if side is Color.WHITE else reversed(line.wdl)
    seen = line.score if side is Color.WHITE else -line.score
    chances = (win + draw / 2) / (win + draw + loss)
    if seen.mate:
        return PositionScore(chances, mate=seen.value)
    return PositionScore(chances, cp=seen.value)


def score_of_choices(lines: Mapping[Color, Info]) -> PositionScore:
    """Return the mean of both sides' scores while both choose. lines: by side."""
    seen = [line_score(line, side) for side, line in lines.items()]
    cp = fmean(each.centipawns_of(Color.WHITE) for each in seen)
    return PositionScore(fmean(each.chances for each in seen), cp=round(cp))


def before_move(after: PositionScore, side: Color) -> PositionScore:
    """Return the score of the position before a move of `side` that leads to the score `after`."""
    if after.result:
        if after.chances == 0.5:
            return PositionScore(0.5, cp=0)
        return PositionScore(after.chances, mate=1 if after.chances == 1.0 else -1)
    if after.mate is None or (after.mate > 0) != (side is Color.WHITE):
        return after
    return PositionScore(after.chances, mate=after.mate + (1 if side is Color.WHITE else -1))


def final_score(status: Status) -> PositionScore:
    """Return the score of a finished game."""
    points = {None: 0.5, Color.WHITE: 1.0, Color.BLACK: 0.0}
    return PositionScore(points[status.winner], result=RESULTS[status.winner])


def mark_of(loss: float) -> str:
    """Return the mark for a loss of chances, "" for none."""
    return next((mark for least, mark in _LOSSES if loss >= least), "")


def is_only_move(best: float, second: float) -> bool:
    """Return True if the second-best move loses much, given the mover's chances after both."""
    return best - second >= _ONLY_BY


def move_accuracy(loss: float) -> float:
    """Return the accuracy of a move in percent, 100 if it loses nothing."""
    value = _ACCURACY_A * exp(-_ACCURACY_B * 100 * max(0.0, loss)) - _ACCURACY_C
    return max(0.0, min(100.0, value))


def game_accuracy(
    scores: Sequence[PositionScore], movers: Sequence[Color]
) -> Mapping[Color, float]:
    """Return the accuracy in percent of each side that moved while the game was open.

    scores: before the first move and after each one. movers: the side of each move.
    The accuracy is the mean of two means over the moves: one weighted by the swing of the chances
    around each move, and the harmonic mean, which a single bad move lowers. Moves do not count if
    the game was decided before and after them, because nobody can lose much there.
    """
    found = {}
    weights = _swings([each.chances for each in scores])
    open_moves = [
        (mover, move_accuracy(before.chances_of(mover) - after.chances_of(mover)), weight)
        for mover, before, after, weight in zip(movers, scores, scores[1:], weights, strict=False)
        if not _is_settled(before, after)
    ]
    for side in Color:
        own = [(value, weight) for mover, value, weight in open_moves if mover == side]
        if own:
            values, shares = zip(*own, strict=True)
            harmonic = harmonic_mean([max(_MIN_ACCURACY, value) for value in values])
            found[side] = (fmean(values, shares) + harmonic) / 2
    return found


def centipawn_loss(
    scores: Sequence[PositionScore], movers: Sequence[Color]
) -> Mapping[Color, float]:
    """Return the average centipawn loss by side; the arguments are those of `game_accuracy`."""
    found = {}
    for side in Color:
        lost = [
            max(0, before.centipawns_of(side) - after.centipawns_of(side))
            for mover, before, after in zip(movers, scores, scores[1:], strict=False)
            if mover == side
        ]
        if lost:
            found[side] = fmean(lost)
    return found


def _is_settled(before: PositionScore, after: PositionScore) -> bool:
    """Return True if the game was decided before a move, and in the same way after it."""
    low, high = sorted((before.chances, after.chances))
    return high <= _DECIDED or low >= 1.0 - _DECIDED


def _swings(scores: Sequence[float]) -> list[float]:
    """Return each move's weight: the deviation of the chances, in percent, in its window."""
    percent = [100 * value for value in scores]
    least, most = _WINDOW_PLIES
    size = max(least, min(most, (len(percent) - 1) // _WINDOWS))
    low, high = _WEIGHTS
    swings = []
    for end in range(2, len(percent) + 1):
        start = max(0, min(end - size, len(percent) - size))
        swings.append(max(low, min(high, pstdev(percent[start : max(end, size)]))))
    return swings
