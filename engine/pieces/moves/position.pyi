from collections.abc import Sequence

from amalthea.engine.core.position import Position
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.text.piece_fen import Setup

class PiecesPosition(Position):
    """A position of a game whose pieces walk paths."""

    def __init__(
        self, variant: PiecesVariant, setup: Setup | str | None = None, exchange: Sequence[int] = ()
    ) -> None:
        """Set up a position. Raises FenError.

        setup: a FEN or a parsed one, the start position by default.
        exchange: centipawns by type from 1, for move ordering, all 0 by default.
        """
    @property
    def variant(self) -> PiecesVariant: ...
    def set_up(self, setup: Setup) -> None:
        """Set up another position with the same blocked squares. Raises FenError."""
    def loose(self) -> tuple[int, int]:
        """Return the gain in cp by the best exchange of the side to move, and of the other side."""
    def checkers_at(self) -> list[tuple[int, int]]:
        """Return the squares of the pieces that give check, by their anchors."""
    def setup(self) -> Setup:
        """Return the position as a Setup."""
