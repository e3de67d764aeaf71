"""What scores mean: how often they win, draw and lose, and what is shown as 100.

The chance of winning is a logistic of the score, `even` centipawns from 0 and `spread` wide; that
of losing is the same from the other side, and what is left are draws. The model is Stockfish's.
Both numbers go by how full the board is: the fewer men are left, the more it takes to win.

Searches think in the evaluation's own centipawns. What is shown to anybody is normalised: 100 is a
chance of winning of 50 % with as many men as there usually are at move 30.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

MOST_SHOWN = 29_000  # centipawns; mates are beyond
MOST_CP = 100_000.0  # of the numbers of a model
_STEEPEST = 30.0  # an exponent beyond which nothing changes


@dataclass(frozen=True, slots=True)
class Chances:
    """even_cp, spread_cp: on an empty and on a full board, geometric between them.

    unit_cp: what is shown as 100. All three are in the evaluation's own centipawns.
    """

    unit_cp: float
    even_cp: tuple[float, float]
    spread_cp: tuple[float, float]

    def shown(self, cp: float) -> int:
        """A score in the centipawns that are shown."""
        return round(max(-MOST_SHOWN, min(MOST_SHOWN, cp * 100 / self.unit_cp)))

    def win_draw_loss(self, cp: float, fullness: float) -> tuple[int, int, int]:
        """Permille, for whoever has the score. fullness: of the board, 0 to 1."""
        even, spread = between(self.even_cp, fullness), between(self.spread_cp, fullness)
        win, loss = (round(1000 * logistic((own - even) / spread)) for own in (cp, -cp))
        return win, 1000 - win - loss, loss


def between(ends: tuple[float, float], fullness: float) -> float:
    """The number for so full a board."""
    empty, full = ends
    return float(empty ** (1 - fullness) * full**fullness)


def logistic(exponent: float) -> float:
    """1 / (1 + e to the minus exponent), of any number."""
    return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, exponent))))
