"""Moves in the notations of shogi and xiangqi books, and in long algebraic notation with dashes.

Files are counted from the right of the side that they are told for: from White's right in shogi,
from the mover's in xiangqi. In shogi ranks are counted from the top, "+" stands for a promotion
and "=" for one that was declined. Xiangqi writes the piece, its file, the direction and the file
reached, or the ranks passed on the same file; "+" and "-" in place of the file name the front and
the rear one of two pieces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_lowercase
from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color

if TYPE_CHECKING:
    from collections.abc import Mapping

    from amalthea.engine.core.board import Move, Piece, Square

_SQUARES = re.compile(r"([a-t]\d+)([a-t]\d+)")
_ENDS = re.compile(r"[+#]?$")
_BOOK_LETTERS = {"horse": "H", "elephant": "E"}  # of xiangqi, by the names of pieces
_PROMOTED = "~"  # suffix of a piece that becomes a pawn again when it is captured
_UNNUMBERED = frozenset("AEB")  # advisers and elephants, which the direction tells apart
_PAWN = "P"


class Regional(StrEnum):
    """A notation in which moves are written, but not read.

    LAN: long algebraic, "Ng1-f3". HOSKING, HODGES, HODGES_NUMBER: of shogi, "P76", "P-7f", "P-76".
    WXF: of xiangqi, "C2=5". JANGGI: both squares by rank and file, "C87-85".

    >>> from amalthea.engine.api import Position
    >>> Position("xiangqi").format_move("h3e3", Regional.WXF)
    'C2=5'
    """

    LAN = "lan"
    HOSKING = "hosking"
    HODGES = "hodges"
    HODGES_NUMBER = "hodges-number"
    WXF = "wxf"
    JANGGI = "janggi"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a notation needs to know besides the move.

    files, ranks: the size of the board. pieces: those on the board. legal: the legal moves to the
    same square. letters: the move in long notation without dashes.
    """

    files: int
    ranks: int
    pieces: Mapping[Square, Piece]
    legal: Sequence[Move]
    letters: str

    @property
    def end(self) -> str:
        """The sign of check or mate."""
        found = _ENDS.search(self.letters)
        return found[0] if found else ""


def write(move: Move, around: Surroundings, notation: Regional) -> str:
    """Return a legal move in a notation."""
    if notation is Regional.LAN or not (move.piece and move.to_square) or "O-O" in around.letters:
        return _SQUARES.sub(r"\1-\2", around.letters)
    if notation is Regional.WXF:
        return _wxf(move, around)
    if notation is Regional.JANGGI:
        return _janggi(move, around)
    return _shogi(move, around, notation)


def _shogi(move: Move, around: Surroundings, notation: Regional) -> str:
    def name(square: Square) -> str:
        rank = around.ranks - square.rank
        by_letter = notation is Regional.HODGES
        return f"{around.files - square.file}{ascii_lowercase[rank - 1] if by_letter else rank}"

    piece, start, goal = move.piece, move.from_square, move.to_square
    assert piece
    assert goal
    letter = _letter(piece)
    if start is None:
        return f"{letter}{'*' if notation is not Regional.HOSKING else chr(39)}{name(goal)}"
    like = [each for each in around.legal if each.piece == piece and each.from_square]
    origin = name(start) if any(each.from_square != start for each in like) else ""
    quiet = "" if notation is Regional.HOSKING and not origin else "-"
    sign = "x" if move.captured else quiet
    return f"{letter}{origin}{sign}{name(goal)}{_promotion(move, like)}"


def _letter(piece: Piece) -> str:
    letter = piece.type.letter.removesuffix(_PROMOTED)
    return _BOOK_LETTERS.get(piece.type.name, letter)


def _promotion(move: Move, like: Sequence[Move]) -> str:
    if move.promotion:
        sign = move.text[-1:]
        return sign if sign in "+-" else f"={move.promotion.letter}"
    declined = any(each.promotion and each.from_square == move.from_square for each in like)
    return "=" if declined else ""


def _wxf(move: Move, around: Surroundings) -> str:
    piece, start, goal = move.piece, move.from_square, move.to_square
    assert piece
    assert goal
    forward = 1 if piece.color is Color.WHITE else -1

    def file(square: Square) -> int:
        return around.files - square.file if piece.color is Color.WHITE else square.file + 1

    letter = _letter(piece)
    if start is None:
        return f"{letter}*{file(goal)}"
    ahead = (goal.rank - start.rank) * forward
    direction = "=" if not ahead else "+" if ahead > 0 else "-"
    reached = abs(ahead) if start.file == goal.file else file(goal)
    subject = _subject(letter, piece, start, around, file(start))
    return f"{subject}{direction}{reached}"


def _subject(letter: str, piece: Piece, start: Square, around: Surroundings, file: int) -> str:
    """Return the piece and its file, or its place among several of its kind on one file."""
    forward = 1 if piece.color is Color.WHITE else -1
    alike = [square for square, each in around.pieces.items() if each == piece]
    on_file = sorted(-each.rank * forward for each in alike if each.file == start.file)
    if len(on_file) < 2 or letter in _UNNUMBERED:
        return f"{letter}{file}"
    place = on_file.index(-start.rank * forward)
    columns = {each.file for each in alike}
    pairs = sum(sum(each.file == column for each in alike) > 1 for column in columns)
    if letter == _PAWN and (len(on_file) > 2 or pairs > 1):
        return f"{place + 1}{file}"
    return f"{letter}{'-' if place else '+'}"


def _janggi(move: Move, around: Surroundings) -> str:
    def name(square: Square) -> str:
        return f"{(around.ranks - square.rank) % 10}{square.file + 1}"

    piece, start, goal = move.piece, move.from_square, move.to_square
    assert piece
    assert goal
    letter = _letter(piece)
    left = name(start) if start else ""
    return f"{letter}{left}{'x' if move.captured else '-'}{name(goal)}{around.end}"
