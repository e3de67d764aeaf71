from collections.abc import Sequence
from typing import NamedTuple

from amalthea.engine.pieces.endgames.piece_paths import PiecePaths

class Mover(NamedTuple):
    """A piece of an endgame table, with its moves.

    choices: how many types it may promote to. arrivals: by cell, whether it promotes there: 0 no,
    1 optionally, 2 always. promotes_on_leaving: whether it also promotes when it leaves such a
    cell. barred: by cell, whether it never stands there.
    """

    paths: PiecePaths
    colour: int
    choices: int
    arrivals: bytes
    promotes_on_leaving: bool
    barred: bytes

class Successor(NamedTuple):
    """An analysed table that a capture or a promotion leads to.

    captured, promoted: the index of the piece, -1 for none. indices: by piece of this table, the
    piece of that one.
    """

    table: Retrograde
    captured: int
    promoted: int
    indices: list[int]

class Board:
    """The cells of a board and its symmetries."""

    def __init__(self, cells: int, images: Sequence[Sequence[int]]) -> None:
        """Make a board. images: by symmetry, the identity first, the image of every cell."""
    @property
    def homes(self) -> int:
        """Return the number of home cells of White's king."""

class Retrograde:
    """Retrograde analysis of every position of a few pieces."""

    def __init__(
        self, board: Board, movers: Sequence[Mover], successors: Sequence[Successor]
    ) -> None:
        """Prepare the analysis. Raises OverflowError for too many tables.

        movers: the pieces, White's king and Black's first. successors: without drawn ones.
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
