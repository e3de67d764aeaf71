"""The meaning of scores: chances of winning, drawing and losing, and the unit of shown scores.

The chance of winning is a logistic function of the score, centred `even` centipawns above 0 and
`spread` wide; the chance of losing is the same from the other side, and the rest is the chance of a
draw. The model is that of Stockfish. Both numbers depend on how full the board is: with fewer
pieces left, a win needs a higher score.

The search uses the evaluation's own centipawns. Scores shown to users are normalised: 100 is a
chance of winning of 50 % with the usual number of pieces at move 30, or of 56 % in games that are
rarely drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

MAX_SHOWN = 29_000  # centipawns; larger scores are mates
MAX_CP = 100_000.0  # limit of the parameters of a model
_STEEPEST = 30.0  # larger exponents change nothing


@dataclass(frozen=True, slots=True)
class Chances:
    """The parameters of the win-draw-loss model of one evaluation, in its own centipawns.

    unit_cp: the score that is shown as 100.
    even_cp: the score with a 50 % chance of winning, on an empty and on a full board.
    spread_cp: the width of the logistic function, on an empty and on a full board.

    In between, values are interpolated geometrically.
    """

    unit_cp: float
    even_cp: tuple[float, float]
    spread_cp: tuple[float, float]

    def __post_init__(self) -> None:
        """Raise ValueError for a number out of range."""
        for number in (self.unit_cp, *self.even_cp, *self.spread_cp):
            if not 1 <= number <= MAX_CP:
                raise ValueError(f"{number:g} centipawns, expected 1 to {MAX_CP:g}")

    def normalised(self, cp: float) -> int:
        """Return a score in shown centipawns."""
        return round(max(-MAX_SHOWN, min(MAX_SHOWN, cp * 100 / self.unit_cp)))

    def win_draw_loss(self, cp: float, fullness: float) -> tuple[int, int, int]:
        """Return the chances to win, draw and lose with a score, in permille.

        fullness: how full the board is, from 0 to 1.
        """
        even, spread = between(self.even_cp, fullness), between(self.spread_cp, fullness)
        win, loss = (round(1000 * logistic((own - even) / spread)) for own in (cp, -cp))
        return win, 1000 - win - loss, loss


# For the hand-written evaluation of games without fitted chances: fitted to an even mix of chess,
# both games of Gast, Ganymede Chess and Gess by amalthea.training.chances_fit.
DEFAULT = Chances(205.8, (632.1, 38.3), (281.8, 956.8))


def between(ends: tuple[float, float], fullness: float) -> float:
    """Return the geometric interpolation between an empty and a full board."""
    empty, full = ends
    return float(empty ** (1 - fullness) * full**fullness)


def logistic(exponent: float) -> float:
    """Return 1 / (1 + exp(-exponent)) for any number, without overflow."""
    return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, exponent))))
