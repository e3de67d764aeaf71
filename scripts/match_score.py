"""The score of a match and what it says of the players' strength."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from dataclasses import dataclass, field

NORMAL_95 = 1.96  # standard deviations either side that hold 95 % of a normal distribution
WORTH = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(slots=True)
class Score:
    """Results from the first player's view; games of a pair share an opening."""

    results: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    _pairs: dict[int, list[float]] = field(default_factory=dict)

    def add(self, pair: int, result: str, reason: str) -> None:
        """Counts a game: "win", "draw" or "loss", and why it ended."""
        self.results[result] += 1
        self.reasons[f"{result}: {reason}"] += 1
        self._pairs.setdefault(pair, []).append(WORTH[result])

    @property
    def games(self) -> int:
        return self.results.total()

    @property
    def share(self) -> float:
        """Points a game, 0 to 1."""
        return sum(WORTH[result] * count for result, count in self.results.items()) / self.games

    def error(self) -> float:
        """Half the width of the 95 % interval of `share`.

        Taken from the spread between pairs: the two games of an opening are not independent.
        """
        means = [statistics.fmean(pair) for pair in self._pairs.values()]
        if len(means) < 2:
            return math.inf
        return NORMAL_95 * statistics.stdev(means) / math.sqrt(len(means))

    def summary(self) -> str:
        """One line: wins, draws, losses, share, Elo difference with its 95 % interval."""
        low, high = self.share - self.error(), self.share + self.error()
        return (
            f"+{self.results['win']} ={self.results['draw']} -{self.results['loss']} "
            f"of {self.games}, {100 * self.share:.1f} %, "
            f"Elo {elo(self.share):+.0f} (95 %: {elo(low):+.0f} to {elo(high):+.0f})"
        )


def elo(share: float) -> float:
    """The rating difference at which `share` points a game are expected; infinite at 0 and 1."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))
