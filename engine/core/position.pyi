from typing import Self

from amalthea.engine.core.board import Change, Tokens
from amalthea.engine.core.status import Status
from amalthea.engine.core.variant import Variant

class Position:
    """A position of any game, with moves as text; the hot methods are for compiled code only."""

    remarks: list[str]
    """Corrections made while reading the FEN and the moves so far, a sentence each."""

    def __init__(self, variant: Variant) -> None: ...
    def check(self) -> None:
        """Raise NotImplementedError if a method was called that the class lacks."""
    @property
    def variant(self) -> Variant: ...
    @property
    def turn(self) -> str:
        """The side to move, "w" or "b"; "-" while both sides choose at once."""
    def choosers(self) -> str:
        """Return the sides that choose now: "w", "b", or "wb" if both choose at once."""
    def choices(self, side: str) -> list[str]:
        """Return the texts that `side` may choose from: legal moves if it chooses alone."""
    def contents(self) -> Tokens:
        """Return the pieces on the board: {square of the anchor: text in FEN}."""
    def in_hand(self) -> dict[str, int]:
        """Return the number of pieces in hand, by their text in FEN; none in most games.

        Pieces that wait behind others are not among them.
        """
    def changes(self, text: str) -> tuple[Change, ...]:
        """Return the changes of the board by the legal move of that text. Raises IllegalMove."""
    def all_changes(self) -> list[tuple[str, tuple[Change, ...]]]:
        """Return the text and the changes of every legal move, in the order of generation."""
    def is_legal_text(self, text: str) -> bool:
        """Return True if one side is to move and has the move of that text."""
    def key(self) -> int:
        """Return the 64-bit hash key of the position."""
    def in_check(self) -> bool:
        """Return True if the side to move is in check."""
    def has_win(self) -> bool:
        """Return True if a move that wins at once is found without a search."""
    def legal_moves(self) -> list[str]:
        """Return the texts of all legal moves in the order of generation."""
    def words(self) -> list[int]:
        """Return the words of all legal moves, in the order of generation."""
    def play(self, text: str) -> Position:
        """Play a move given as text; return the position in which the game continues.

        That is this position unless a new phase begins. The last letter of the move may be in upper
        or lower case. Raises IllegalMove and changes nothing if the move is illegal.
        """
    def copy(self) -> Self:
        """Return an independent copy of the position with its history, so that undo works."""
    def undo(self) -> None:
        """Take back the last played move. Raises IllegalMove if there is none."""
    def perft(self, depth: int, bulk: bool = True) -> int:
        """Return the number of move sequences of length `depth`; draws do not end one.

        bulk: count the last moves without making them.
        """
    def divide(self, depth: int) -> dict[str, int]:
        """Return perft by first move: {move text: nodes}."""
    def fullmove(self) -> int:
        """Return the fullmove number: a move of White and Black's reply have the same number."""
    def status(self) -> Status:
        """Return whether the game is over, and its result."""
    def fen(self) -> str:
        """Return the position as a FEN."""
    def flipped(self) -> str:
        """Return the FEN with colours exchanged and the board mirrored by rank."""
    def diagram(self) -> str:
        """Return the board as text for a person."""
    def verify(self) -> None:
        """Raise AssertionError if incrementally updated data differ from a recomputation."""

def moves_to_goal_of(position: Position, text: str) -> list[str]:
    """Return the texts of the legal moves to the square to which a legal move goes."""

def is_legal_word(position: Position, word: int) -> bool:
    """Return True if a number below 2**32 is the word of a legal move."""
