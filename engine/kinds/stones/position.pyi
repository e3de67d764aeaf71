from engine.board.position import Position
from engine.board.stone_fen import StoneSetup
from engine.kinds.stones.rules import StoneVariant

class Stones(Position):
    """A position whose pieces are patches of stones."""

    def __init__(self, variant: StoneVariant, setup: str | StoneSetup | None = None) -> None:
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""

    def setup(self) -> StoneSetup:
        """The position as an `engine.board.stone_fen.StoneSetup`."""
