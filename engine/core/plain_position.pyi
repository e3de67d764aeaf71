from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Variant

class PlainPosition(Position):
    """A position whose rules are written in plain Python."""

    def __init__(self, variant: Variant, side: str, halfmove: int = 0, fullmove: int = 1) -> None:
        """`side`: "w" or "b", to move. The heir has set up its board before."""
    def numbers(self) -> list[int]:
        """The legal moves, each a number from 1; none when the game is over."""
    def put(self, number: int) -> None:
        """Changes the board by a legal move of the side to move."""
    def take_back(self) -> None:
        """Changes the board back by the last move."""
    def name(self, number: int) -> str:
        """The text of a legal move."""
    def is_tactical(self, number: int) -> bool:
        """Whether a legal move is searched beyond the leaves."""
    def slots(self) -> int:
        """How many kinds of moves the searcher's histories tell apart."""
    def slot(self, number: int) -> int:
        """Which of them a move is; the moves are their own kinds if they are few."""
    def position_key(self) -> int:
        """64 bits that equal positions share, and hardly others: all but the counters of FEN."""
