from amalthea.engine.stones.stone_fen import StoneSetup
from amalthea.engine.stones.stone_position import StonePosition
from amalthea.engine.troop.variant import FormationVariant

class Formations(StonePosition):
    """A position of Troop Chess."""

    def __init__(self, variant: FormationVariant, setup: str | StoneSetup | None = None) -> None:
        """Set up a position. Raises FenError.

        setup: a FEN, or the StoneSetup read from one; None is the start position.
        """
