from engine.board.position import Position
from engine.kinds.stones.rules import StoneVariant
from engine.kinds.stones.stone_fen import StoneSetup

class Stones(Position):
    """A position whose pieces are patches of stones."""

    def __init__(self, variant: StoneVariant, setup: str | StoneSetup | None = None) -> None:
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""

    def setup(self) -> StoneSetup:
        """The position as an `engine.kinds.stones.stone_fen.StoneSetup`."""
