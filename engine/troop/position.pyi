from amalthea.engine.stones.fen import StoneSetup
from amalthea.engine.stones.position import StonePosition
from amalthea.engine.troop.variant import TroopVariant

class TroopPosition(StonePosition):
    """A position of Troop Chess."""

    def __init__(self, variant: TroopVariant, setup: str | StoneSetup | None = None) -> None:
        """Set up a position. Raises FenError.

        setup: a FEN, or the StoneSetup read from one; None is the start position.
        """
