"""What scores mean: how often they win, draw and lose, and what is shown as 100.

The chance of winning is a logistic of the score, `even` centipawns from 0 and `spread` wide; that
of losing is the same from the other side, and what is left are draws. The model is Stockfish's.
Both numbers go by how full the board is: the fewer men are left, the more it takes to win.

Searches think in the evaluation's own centipawns. What is shown to anybody is normalised: 100 is a
chance of winning of 50 % with as many men as there usually are at move 30, or of 56 % where few
games are drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import exp
from typing import Any, Self

from amalthea.engine.errors import clip

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

    @classmethod
    def from_file(cls, values: dict[str, Any]) -> Self:
        """As a file has them. Raises ValueError for what says nothing of any score."""
        names = [each.name for each in fields(cls)]
        if values.keys() != set(names):
            raise ValueError(f"chances without just {', '.join(names)}")
        unit, even, spread = (values[name] for name in names)
        if not all(isinstance(ends, list) and len(ends) == 2 for ends in (even, spread)):
            raise ValueError("chances: expected even_cp and spread_cp of two boards")
        for number in (unit, *even, *spread):
            if type(number) not in (int, float) or not 1 <= number <= MOST_CP:
                raise ValueError(f"chances: {clip(str(number))}, expected centipawns from 1 on")
        return cls(unit, (even[0], even[1]), (spread[0], spread[1]))

    def shown(self, cp: float) -> int:
        """A score in the centipawns that are shown."""
        return round(max(-MOST_SHOWN, min(MOST_SHOWN, cp * 100 / self.unit_cp)))

    def win_draw_loss(self, cp: float, fullness: float) -> tuple[int, int, int]:
        """Permille, for whoever has the score. fullness: of the board, 0 to 1."""
        even, spread = between(self.even_cp, fullness), between(self.spread_cp, fullness)
        win, loss = (round(1000 * logistic((own - even) / spread)) for own in (cp, -cp))
        return win, 1000 - win - loss, loss


# Of the hand-written evaluation in games that nobody has fitted: by chess, Gast's two games,
# Ganymede Chess and Gess, mixed evenly, as amalthea.training.chances does.
DEFAULT = Chances(205.8, (632.1, 38.3), (281.8, 956.8))


def between(ends: tuple[float, float], fullness: float) -> float:
    """The number for so full a board."""
    empty, full = ends
    return float(empty ** (1 - fullness) * full**fullness)


def logistic(exponent: float) -> float:
    """1 / (1 + e to the minus exponent), of any number."""
    return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, exponent))))
