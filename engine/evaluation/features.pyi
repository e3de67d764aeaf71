from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Variant

class Numbering:
    """The numbering of a game's features, the same for all of its positions."""

    @property
    def variant(self) -> Variant: ...
    @property
    def size(self) -> int:
        """The number of features."""
    @property
    def max_pieces(self) -> int:
        """The number of pieces or stones on a full board."""
    @property
    def reflected(self) -> list[int]:
        """The index of each feature with left and right exchanged."""
    def mirrored(self) -> list[int]:
        """Return the index of each feature from Black's view."""

class Features:
    """The features of one position, which follow the moves made in it."""

    def __init__(self, position: Position, numbering: Numbering) -> None: ...
    @property
    def numbering(self) -> Numbering: ...
    def active(self) -> tuple[list[int], int]:
        """Return the indices of all present features, unordered, and the number of pieces."""
    def fullness(self) -> float:
        """Return how full the board is compared with a full one, from 0 to 1."""
