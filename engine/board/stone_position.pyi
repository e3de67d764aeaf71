from engine.board.position import Position
from engine.board.stone_fen import StoneSetup

class StonePosition(Position):
    """A position of nothing but stones."""

    def setup(self) -> StoneSetup:
        """The position as a StoneSetup."""
