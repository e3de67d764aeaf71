from collections.abc import Sequence

from amalthea.engine.evaluation.prober import Prober
from amalthea.engine.pieces.endgames.retrograde import Board
from amalthea.engine.pieces.moves.position import Army

class TableProber(Prober):
    """Looks positions of few pieces up in endgame tables."""

    def __init__(self, army: Army) -> None: ...
    def add(self, men: Sequence[int], board: Board, values: memoryview) -> None:
        """Takes a table. men: their codes, White's king and Black's first. values: its bytes."""
