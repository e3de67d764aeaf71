from collections.abc import Sequence

from amalthea.engine.evaluation.prober import Prober
from amalthea.engine.pieces.endgames.retrograde import Board
from amalthea.engine.pieces.moves.position import PiecesPosition

class TableProber(Prober):
    """Prober of endgame tables."""

    def __init__(self, state: PiecesPosition) -> None: ...
    def add(self, codes: Sequence[int], board: Board, values: memoryview) -> None:
        """Add a table. codes: its codes, White's king and Black's first. values: its bytes."""
