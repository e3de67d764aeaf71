from engine.board.fen import Setup
from engine.board.position import Position
from engine.board.worth import Worth
from engine.variants.description import Variant

class Army(Position):
    """A position of a game whose pieces walk paths."""

    def __init__(
        self, variant: Variant, text: str | None = None, worth: Worth | None = None
    ) -> None:
        """`text`: a FEN, the start position without one. Raises FenError."""
    def setup(self) -> Setup:
        """The position as text parts."""
