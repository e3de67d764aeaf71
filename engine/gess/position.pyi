from amalthea.engine.gess.variant import GessVariant
from amalthea.engine.stones.fen import StoneSetup
from amalthea.engine.stones.position import StonePosition

class GessPosition(StonePosition):
    """A position of Gess."""

    def __init__(self, variant: GessVariant, setup: str | StoneSetup | None = None) -> None:
        """Set up a position. Raises FenError.

        setup: a FEN, or the StoneSetup read from one; None is the start position.
        """
