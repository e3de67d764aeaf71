from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Variant

class PlainPosition(Position):
    """A position with rules in plain Python, as a base class."""

    def __init__(self, variant: Variant, side: str, halfmove: int = 0, fullmove: int = 1) -> None:
        """Set up the position; a subclass has set up its board before it calls this.

        side: the side to move, "w" or "b".
        """
    def numbers(self) -> list[int]:
        """Return the legal moves as numbers from 1 on; none if the game is over."""
    def put(self, number: int) -> None:
        """Make a legal move of the side to move on the board."""
    def take_back(self) -> None:
        """Take the last move back on the board."""
    def name(self, number: int) -> str:
        """Return the text of a legal move."""
    def is_tactical(self, number: int) -> bool:
        """Return True if quiescence search should try this legal move."""
    def slots(self) -> int:
        """Return the number of slots that the history tables of the searcher need."""
    def slot(self, number: int) -> int:
        """Return the history slot of a move; moves share slots if there are too few."""
    def position_key(self) -> int:
        """Return a 64-bit hash key of the position, without the two counters of the FEN."""
