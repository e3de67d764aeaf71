"""Boards and moves as values, for every kind of game.

Inside the search a move is a number; these values represent it elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from amalthea.engine.core.color import Color
from amalthea.engine.core.variant import square_name

Tokens = dict[tuple[int, int], str]
"""What FEN writes for each thing on a board, by the square of its anchor."""

Change = tuple[tuple[int, int], str, str]
"""A square, and the tokens before and after a move; "" where nothing stands."""


NULL_MOVE = "0000"
"""The text of a null move, which only passes the turn; no rules have it."""


class Notation(StrEnum):
    """A notation of moves.

    COORDINATES: as in UCI. SAN: the piece's letter and as little more as is needed, as in chess.
    LETTERS: the author's own signs and the squares left and reached, as in our PGN files.

    >>> Notation("san") is Notation.SAN
    True
    """

    COORDINATES = "coordinates"
    SAN = "san"
    LETTERS = "letters"


class _FileAndRank(NamedTuple):
    file: int
    rank: int


class Square(_FileAndRank):
    """A square of a board, file and rank from 0 at White's lower left corner.

    Equal to the plain pair. Gess names squares that lie just outside its board, too: these have
    numbers below 0 or beyond the last.

    >>> Square(4, 3).name
    'e4'
    """

    __slots__ = ()
    # The number of labels before those of the first file and the first rank.
    first_label: ClassVar[int] = 0

    @property
    def name(self) -> str:
        """The square as text, "e4"."""
        return square_name(self.file + self.first_label, self.rank + self.first_label)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class PieceType:
    """A type of piece: its letter in upper case, as FEN has White's, and its name.

    royal: True if losing the piece loses the game.

    >>> str(PieceType("Q", "queen"))
    'Q'
    """

    letter: str
    name: str
    royal: bool = False

    def __str__(self) -> str:
        return self.letter


BLOCKED = "*"  # the token of a blocked square


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of one side; stones are pieces, too.

    >>> Piece(PieceType("Q", "queen"), Color.BLACK).symbol
    'q'
    """

    type: PieceType
    color: Color

    @property
    def symbol(self) -> str:
        """The text that FEN has for the piece: upper case for White."""
        return self.type.letter if self.color is Color.WHITE else self.type.letter.lower()

    def __str__(self) -> str:
        return self.symbol


class Effect(NamedTuple):
    """The change of one square by a move; None stands for an empty square."""

    square: Square
    before: Piece | None
    after: Piece | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Move:
    """A legal move of some position, or a null move; equal to another one, and hashed, by its text.

    text: its coordinates, as UCI has them. color: the side that moves, None if both choose.
    piece: the moving piece, as it was before, or the dropped one; None for a patch of Gess that has
    no stone in its centre. from_square: None for a drop. to_square: for castling the one that its
    text names. promotion: the type that the piece becomes, if it changes; a turn of a piece with
    settings is given in the same way. effects: all changes of the board, every square once.
    carried: (from, to) of each stone that moves in formation, the one that the text names first.
    choices: the choices of both sides, White's first, where both choose at once.
    blocks, unblocks: the squares that a wall comes to, and that one leaves.
    via: where the piece captures with the first of two steps.

    >>> from amalthea.engine.api import Position
    >>> move = Position("chess", moves=["e4", "d5"]).parse_move("exd5")
    >>> str(move), move.piece.type.name, str(move.captured)
    ('e4d5', 'pawn', 'p')
    """

    text: str
    color: Color | None
    piece: Piece | None
    from_square: Square | None
    to_square: Square | None
    promotion: PieceType | None = None
    effects: tuple[Effect, ...] = ()
    carried: tuple[tuple[Square, Square], ...] = ()
    choices: tuple[Move, ...] = ()
    blocks: Square | None = None
    unblocks: Square | None = None
    via: Square | None = None

    @property
    def drop(self) -> PieceType | None:
        """The type of piece that comes from a hand; None for a move on the board."""
        return self.piece.type if self.piece and self.from_square is None else None

    @property
    def arriving(self) -> Piece | None:
        """The moved piece as it stands on `to_square`; None if it does not stay there."""
        for square, _, after in self.effects:
            if square == self.to_square:
                return after
        return self.piece

    @property
    def turned(self) -> tuple[Square, ...]:
        """The squares of pieces that stay where they are and change sides, as in Reversi."""
        reached = {self.to_square, *(last for _, last in self.carried)}
        return tuple(
            square
            for square, before, after in self.effects
            if before and after and square not in reached
            if before.type == after.type and before.color is not after.color
        )

    @property
    def captures(self) -> tuple[Piece, ...]:
        """The captured enemy pieces."""
        turned = self.turned
        return tuple(
            before
            for square, before, after in self.effects
            if before and self.color and before.color is not self.color and before != after
            if square not in turned
        )

    @property
    def captured(self) -> Piece | None:
        """The captured enemy piece, the first of several; None without a capture."""
        return next(iter(self.captures), None)

    def applied(self, pieces: Mapping[Square, Piece]) -> dict[Square, Piece]:
        """Return the pieces by square after the move, given those before it."""
        after = dict(pieces)
        for square, _, piece in self.effects:
            after.pop(square, None)
            if piece:
                after[square] = piece
        return after

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"
