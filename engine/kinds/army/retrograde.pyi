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
        choices: Sequence[int],
        arrivals: Sequence[Sequence[int]],
        leaving: Sequence[bool],
        barred: Sequence[Sequence[bool]],
        behind: Sequence[tuple[Retrograde, int, int, Sequence[int]]],
    ) -> None:
        """ways, colours: by man; White's king and Black's come first.

        choices: by man, how many types it may promote to. arrivals: by man and cell, whether it
        promotes there: 0 no, 1 as it likes, 2 yes. leaving: by man, whether where it comes from
        counts, too. barred: by man and cell, whether it never
        stands there. behind: analysed tables that moves lead to, but those that are drawn: (table,
        man that is captured, man that promotes, by man here the man there); -1 for nobody. Raises
        OverflowError for too many tables.
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
