from amalthea.engine.core.position import Position
from amalthea.engine.stones.fen import StoneSetup

class StonePosition(Position):
    """A position in which all pieces are stones of one sort."""

    def setup(self) -> StoneSetup:
        """Return the position as a StoneSetup."""
