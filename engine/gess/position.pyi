from amalthea.engine.gess.variant import StoneVariant
from amalthea.engine.stones.stone_fen import StoneSetup
from amalthea.engine.stones.stone_position import StonePosition

class Stones(StonePosition):
    """A position of Gess."""

    def __init__(self, variant: StoneVariant, setup: str | StoneSetup | None = None) -> None:
        """Set up a position. Raises FenError.

        setup: a FEN, or the StoneSetup read from one; None is the start position.
        """
