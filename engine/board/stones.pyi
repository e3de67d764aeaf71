from engine.board.position import Position
from engine.board.stone_fen import StoneSetup
from engine.variants.description import Variant

class Stones(Position):
    """A position whose pieces are patches of stones."""

    def __init__(self, variant: Variant, setup: str | StoneSetup | None = None) -> None:
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""

    def setup(self) -> StoneSetup:
        """The position as an `engine.board.stone_fen.StoneSetup`."""
