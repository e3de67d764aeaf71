from collections.abc import Sequence

from amalthea.engine.core.position import Position
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.text.piece_fen import Setup

class PiecesPosition(Position):
    """A position of a game whose pieces walk paths."""

    def __init__(
        self, variant: PiecesVariant, setup: Setup | str | None = None, exchange: Sequence[int] = ()
    ) -> None:
        """`setup`: a FEN or what one was read into; the start position without.

        `exchange`: centipawns by type from 1, for the order of moves; all 0 without.
        Raises FenError.
        """
    @property
    def variant(self) -> PiecesVariant: ...
    def set_up(self, setup: Setup) -> None:
        """Set up another position with the same blocked squares. Raises FenError."""
    def loose(self) -> tuple[int, int]:
        """(what the side to move wins by its best exchange, what the other side would): cp."""
    def setup(self) -> Setup:
        """The position as text parts."""
