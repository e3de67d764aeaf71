from amalthea.engine.core.position import Position
from amalthea.engine.stones.stone_fen import StoneSetup

class StonePosition(Position):
    """A position of nothing but stones."""

    def setup(self) -> StoneSetup:
        """The position as a StoneSetup."""
