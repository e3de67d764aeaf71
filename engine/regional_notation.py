"""Moves in the notations of shogi and xiangqi books, and in long algebraic notation with dashes.

Files are counted from the right of the side that they are told for: from White's right in shogi,
from the mover's in xiangqi. In shogi ranks are counted from the top, "+" stands for a promotion
and "=" for one that was declined. Xiangqi writes the piece, its file, the direction and the file
reached, or the ranks passed on the same file; "+" and "-" in place of the file name the front and
the rear one of two pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_lowercase
from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color
from amalthea.engine.core.variant import square_name
from amalthea.engine.errors import AmbiguousMove

if TYPE_CHECKING:
    from collections.abc import Mapping

    from amalthea.engine.core.board import Move, Piece, Square
    from amalthea.engine.core.variant import Variant

_SQUARES = re.compile(r"([a-t]\d+)([a-t]\d+)")
_ENDS = re.compile(r"[+#]?$")
_MOVE = re.compile(r"(?=.*\d)[+A-Za-z0-9*'=x#-]{2,10}")
_USI_SQUARE = re.compile(r"(1?\d)([a-p])")
_USI = re.compile(r"(?:(?P<drop>[A-Z]\*)|1?\d[a-p])1?\d[a-p](?P<promotes>\+?)")
_BOOK_LETTERS = {"horse": "H", "elephant": "E"}  # of xiangqi, by the names of pieces
_PROMOTED = "~"  # suffix of a piece that becomes a pawn again when it is captured
_UNNUMBERED = frozenset("AEB")  # advisers and elephants, which the direction tells apart
_PAWN = "P"


class Regional(StrEnum):
    """A notation of some countries' games; `suitable` says of which.

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


_OF_XIANGQI = (Regional.WXF, Regional.JANGGI)


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


def suitable(pieces: Collection[Piece]) -> tuple[Regional, ...]:
    """Return the notations that suit a game with these pieces.

    Those of shogi need pieces that become "+" forms, those of xiangqi horses and soldiers.
    """
    found = [Regional.LAN]
    if any(piece.type.letter.startswith("+") for piece in pieces):
        found += Regional.HOSKING, Regional.HODGES, Regional.HODGES_NUMBER
    if {"horse", "soldier"} <= {piece.type.name for piece in pieces}:
        found += _OF_XIANGQI
    return tuple(found)


def read(
    text: str,
    variant: Variant,
    notations: Collection[Regional],
    legal: Collection[Move],
    written: Callable[[str, Regional], str],
) -> str:
    """Return the legal move that a text means in these notations, or in that of shogi programs.

    written: returns a move in a notation. Long algebraic notation is read elsewhere. Returns "" if
    there is none, and raises AmbiguousMove if there are several.
    """
    forms = [each for each in notations if each is not Regional.LAN]
    if not (forms and _MOVE.fullmatch(text)):
        return ""
    size = variant.files, variant.ranks
    usi = _read_usi(text, *size) if Regional.HODGES in forms else None
    coordinates = usi or text.replace("*", "@")
    if any(move.text == coordinates for move in legal):
        return coordinates
    goals = [_square_names(move.to_square, *size) if move.to_square else () for move in legal]
    found = [
        move.text
        for move, goal in zip(legal, goals, strict=True)
        if any(name in text for name in goal) or not set(forms).isdisjoint(_OF_XIANGQI)
        if any(written(move.text, form) == text for form in forms)
    ]
    if len(found) > 1:
        raise AmbiguousMove(f"{text} may be {' or '.join(found)}")
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


def _read_usi(text: str, files: int, ranks: int) -> str | None:
    """Return a move of a shogi program, "7g7f" or "P*5e", in coordinates; None for another text."""
    named = _USI.fullmatch(text)
    if not named:
        return None
    squares = [
        square_name(files - int(file), ranks - 1 - ascii_lowercase.index(rank))
        for file, rank in _USI_SQUARE.findall(text)
        if int(file) <= files and ascii_lowercase.index(rank) < ranks
    ]
    return f"{named['drop'] or ''}{''.join(squares)}{named['promotes']}".replace("*", "@")


def _square_names(square: Square, files: int, ranks: int) -> tuple[str, str]:
    """Return the names of a square in the notations of shogi, its rank as number and as letter."""
    rank = ranks - square.rank
    return f"{files - square.file}{rank}", f"{files - square.file}{ascii_lowercase[rank - 1]}"


def _shogi(move: Move, around: Surroundings, notation: Regional) -> str:
    def name(square: Square) -> str:
        names = _square_names(square, around.files, around.ranks)
        return names[notation is Regional.HODGES]

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
