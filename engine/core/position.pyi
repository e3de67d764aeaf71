from amalthea.engine.core.status import Status
from amalthea.engine.core.variant import Variant

class Position:
    """A position of any game; text in and out, the hot methods are for compiled code only."""

    remarks: list[str]
    """What had to be mended to understand the FEN and the moves so far, a sentence each."""

    def __init__(self, variant: Variant) -> None: ...
    def check(self) -> None:
        """Raises NotImplementedError if a method was called that the class lacks."""
    @property
    def variant(self) -> Variant: ...
    @property
    def turn(self) -> str:
        """ "w" or "b", "-" while both sides choose."""
    def choosers(self) -> str:
        """The sides that have to choose now, "w", "b", or "wb" where both do at once."""
    def choices(self, side: str) -> list[str]:
        """What a side that has to choose may choose, as texts; a move where it alone does."""
    def key(self) -> int:
        """The position's 64-bit hash key."""
    def in_check(self) -> bool:
        """Whether the side to move is in check."""
    def has_win(self) -> bool:
        """Whether a move that ends the game with a win is seen without a search."""
    def legal_moves(self) -> list[str]:
        """Every legal move's text, in the order of generation."""
    def play(self, text: str) -> Position:
        """Plays a move given as text; returns the position that goes on, this one if no other.

        Its last letter may stand in either case. Raises IllegalMove and changes nothing.
        """
    def undo(self) -> None:
        """Takes the last played move back. Raises IllegalMove when there is none."""
    def perft(self, depth: int, bulk: bool = True) -> int:
        """How many move sequences of that length there are; draws do not end one.

        bulk: the last moves are counted without being made.
        """
    def divide(self, depth: int) -> dict[str, int]:
        """perft by first move: {move text: nodes}."""
    def fullmove(self) -> int:
        """The number of the current move, Black's moves counted with White's."""
    def status(self) -> Status:
        """Whether and how the game is over."""
    def fen(self) -> str:
        """The position as text."""
    def flipped(self) -> str:
        """FEN with colours exchanged and the board mirrored by rank."""
    def diagram(self) -> str:
        """The board as text for a person."""
    def verify(self) -> None:
        """Raises AssertionError when incremental data differ from a recomputation."""
