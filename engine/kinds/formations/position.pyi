from engine.board.stone_fen import StoneSetup
from engine.board.stone_position import StonePosition
from engine.kinds.formations.rules import FormationVariant

class Formations(StonePosition):
    """A position in which formations of stones move as blocks."""

    def __init__(self, variant: FormationVariant, setup: str | StoneSetup | None = None) -> None:
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""
