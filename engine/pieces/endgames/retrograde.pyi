from collections.abc import Sequence
from typing import NamedTuple

from amalthea.engine.pieces.endgames.ways import Ways

class Mover(NamedTuple):
    """What a man may do in an endgame table.

    choices: how many types it may promote to. arrivals: by cell, whether it promotes there: 0 no,
    1 as it likes, 2 yes. leaving: whether where it comes from counts, too. barred: by cell, whether
    it never stands there.
    """

    ways: Ways
    colour: int
    choices: int
    arrivals: bytes
    leaving: bool
    barred: bytes

class Behind(NamedTuple):
    """An analysed table that moves lead to.

    captured, promoted: the men that it takes, -1 for nobody. places: by man here, the man there.
    """

    table: Retrograde
    captured: int
    promoted: int
    places: list[int]

class Board:
    """The cells of a board and its symmetries."""

    def __init__(self, cells: int, images: Sequence[Sequence[int]]) -> None:
        """Make a board. images: by symmetry, the identity first, the image of every cell."""
    @property
    def homes(self) -> int:
        """Return the number of home cells of White's king."""

class Retrograde:
    """Retrograde analysis of every position of a few pieces."""

    def __init__(self, board: Board, men: Sequence[Mover], behind: Sequence[Behind]) -> None:
        """men: White's king and Black's first. behind: where moves lead to, but what is drawn.

        Raises OverflowError for too many tables.
        """
    @property
    def longest(self) -> int:
        """Return the winner's moves in the longest mate."""
    def analyse(self) -> None:
        """Find all values. Raises OverflowError for a mate too far away or too many moves."""
    def contents(self) -> bytes:
        """Return the values of all nodes, White to move first."""
    def counts(self) -> list[tuple[int, int]]:
        """Return (wins, losses) for each side to move, White first."""
