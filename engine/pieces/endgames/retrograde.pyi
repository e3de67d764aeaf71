from collections.abc import Sequence
from typing import NamedTuple

from amalthea.engine.pieces.endgames.ways import Ways

class Mover(NamedTuple):
    """What a man may do.

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
    """The cells and what takes them into each other."""

    def __init__(self, cells: int, images: Sequence[Sequence[int]]) -> None:
        """images: by symmetry, the first changing nothing, the image of every cell."""
    @property
    def homes(self) -> int:
        """How many cells White's king is looked at on."""

class Retrograde:
    """Every position of a few pieces, judged from the mates backwards."""

    def __init__(self, board: Board, men: Sequence[Mover], behind: Sequence[Behind]) -> None:
        """men: White's king and Black's first. behind: where moves lead to, but what is drawn.

        Raises OverflowError for too many tables.
        """
    @property
    def longest(self) -> int:
        """The winner's moves of the longest mate."""
    def analyse(self) -> None:
        """Judges every node. Raises OverflowError for a mate too far away or too many moves."""
    def contents(self) -> bytes:
        """The values of all nodes, White to move first."""
    def counts(self) -> list[tuple[int, int]]:
        """(wins, losses) of whoever is to move, for White to move, then for Black."""
