from engine.board.position import Position
from engine.kinds.army.army_fen import Setup
from engine.kinds.army.rules import ArmyVariant
from engine.kinds.army.worth import Worth

class Army(Position):
    """A position of a game whose pieces walk paths."""

    def __init__(
        self, variant: ArmyVariant, setup: Setup | str | None = None, worth: Worth | None = None
    ) -> None:
        """`setup`: a FEN or what one was read into; the start position without. Raises FenError."""
    def set_up(self, setup: Setup) -> None:
        """Begins anew from a setup with the same squares blocked as before. Raises FenError."""
    def loose(self) -> tuple[int, int]:
        """(what the side to move wins by its best exchange, what the other side would): cp."""
    def setup(self) -> Setup:
        """The position as text parts."""
