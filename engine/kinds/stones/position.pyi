from engine.board.stone_fen import StoneSetup
from engine.board.stone_position import StonePosition
from engine.kinds.stones.rules import StoneVariant

class Stones(StonePosition):
    """A position whose pieces are patches of stones."""

    def __init__(self, variant: StoneVariant, setup: str | StoneSetup | None = None) -> None:
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""
