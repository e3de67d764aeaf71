from amalthea.engine.stones.stone_fen import StoneSetup
from amalthea.engine.stones.stone_position import StonePosition
from amalthea.engine.troop.variant import FormationVariant

class Formations(StonePosition):
    """A position in which formations of stones move as blocks."""

    def __init__(self, variant: FormationVariant, setup: str | StoneSetup | None = None) -> None:
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""
