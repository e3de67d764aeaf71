from amalthea.engine.gess.variant import StoneVariant
from amalthea.engine.stones.stone_fen import StoneSetup
from amalthea.engine.stones.stone_position import StonePosition

class Stones(StonePosition):
    """A position whose pieces are patches of stones."""

    def __init__(self, variant: StoneVariant, setup: str | StoneSetup | None = None) -> None:
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""
