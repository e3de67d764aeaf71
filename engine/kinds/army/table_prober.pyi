from collections.abc import Sequence

from engine.evaluation.prober import Prober
from engine.kinds.army.position import Army
from engine.kinds.army.retrograde import Board

class TableProber(Prober):
    """Looks positions of few pieces up in endgame tables."""

    def __init__(self, army: Army) -> None: ...
    def add(self, men: Sequence[int], board: Board, values: memoryview) -> None:
        """Takes a table. men: their codes, White's king and Black's first. values: its bytes."""
