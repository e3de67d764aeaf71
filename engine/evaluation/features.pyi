from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Variant

class Numbering:
    """How the things that a net sees are numbered; the same for all positions of a game."""

    @property
    def variant(self) -> Variant: ...
    @property
    def size(self) -> int:
        """Numbers are below this."""
    @property
    def men_most(self) -> int:
        """How many men are on a full board."""
    @property
    def reflected(self) -> list[int]:
        """By number, the number with left and right exchanged."""
    def mirrored(self) -> list[int]:
        """By number, the number from Black's view."""

class Features:
    """What a net sees of one position, whatever moves are made in it."""

    def __init__(self, position: Position, numbering: Numbering) -> None: ...
    @property
    def numbering(self) -> Numbering: ...
    def now(self) -> tuple[list[int], int]:
        """(numbers, men) of the position as it is, in no order."""
    def fullness(self) -> float:
        """How many men there are in parts of a full board's, 0 to 1."""
