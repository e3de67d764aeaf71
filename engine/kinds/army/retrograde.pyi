from collections.abc import Sequence

from engine.kinds.army.ways import Ways

class Board:
    """The cells and what takes them into each other."""

    def __init__(self, cells: int, images: Sequence[Sequence[int]]) -> None:
        """images: by symmetry, the first changing nothing, the image of every cell."""
    @property
    def homes(self) -> int:
        """How many cells White's king is looked at on."""

class Retrograde:
    """Every position of a few pieces, judged from the mates backwards."""

    def __init__(
        self,
        board: Board,
        ways: Sequence[Ways],
        colours: Sequence[int],
        smaller: Sequence[Retrograde | None],
    ) -> None:
        """ways, colours: by man; White's king and Black's come first.

        smaller: by man, what is left when it is captured, analysed; None where that is a draw.
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
