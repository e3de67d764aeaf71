"""Moves in the notations of shogi, xiangqi and Thai books, and in long notation with dashes.

Files are counted from the right: White's right in shogi, the mover's in xiangqi. In shogi ranks are
counted from the top, "+" stands for a promotion and "=" for one that was declined. Xiangqi writes
the piece, its file, the direction and the file reached, or the ranks passed on the same file; "+"
and "-" in place of the file name the front and the rear one of two pieces. Thai books have letters
and digits of their own for pieces and squares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from string import ascii_lowercase
from typing import TYPE_CHECKING, Protocol

from amalthea.engine.core.board import Notation
from amalthea.engine.core.color import Color
from amalthea.engine.core.position import moves_to_goal_of
from amalthea.engine.core.variant import SQUARE, square_name
from amalthea.engine.errors import AmbiguousMove

if TYPE_CHECKING:
    from amalthea.engine.core.board import Move, Piece, Square, Tokens
    from amalthea.engine.core.game import Game
    from amalthea.engine.core.variant import Variant

_SQUARES = re.compile(rf"({SQUARE})({SQUARE})")
_ENDS = re.compile(r"[+#]?$")
_MOVE = re.compile(r"(?=.*\d)[+A-Za-z0-9\u0e00-\u0e7f*'=x#@ -]{2,12}")
_USI_SQUARE = re.compile(r"(1?\d)([a-p])")
_USI = re.compile(r"(?:(?P<drop>[A-Z]\*)|1?\d[a-p])1?\d[a-p](?P<promotes>\+?)")
_BOOK_LETTERS = {"horse": "H", "elephant": "E"}  # of xiangqi, by the names of pieces
_PROMOTED = "~"  # suffix of a piece that becomes a pawn again when it is captured
_UNNUMBERED = frozenset("AEB")  # advisers and elephants, which the direction tells apart
_PAWN = "P"
_PLAIN_EFFECTS = 2  # of a move that leaves a square and reaches one

_THAI_PIECES = {
    "pawn": "บ",
    "king": "ข",
    "silver": "ค",
    "knight": "ม",
    "fers": "ม็",
    "rook": "ร",
    "aiwok": "ว",
}  # by the names of pieces; others keep their letters
_THAI_SQUARES = str.maketrans("abcdefghij0123456789", "กขคงจฉชญตถ๐๑๒๓๔๕๖๗๘๙")
_THAI_WORD = re.compile(
    rf"(?P<piece>[^a-tx@]*)(?P<from>[a-t]?\d*)(?P<sign>[x@]?)(?P<to>{SQUARE})(?P<rest>.*)"
)


class Position(Protocol):
    """The part of `amalthea.Position` that writing a notation needs."""

    @property
    def variant(self) -> Variant: ...
    @property
    def game(self) -> Game: ...
    def pieces(self) -> dict[Square, Piece]: ...
    def tokens(self) -> Tokens: ...
    def square(self, name: str) -> Square: ...
    def parse_move(self, text: str) -> Move: ...
    def format_move(self, move: Move, notation: Notation) -> str: ...


class Regional(StrEnum):
    """A notation of some countries' games; `suitable` says of which.

    LAN: long algebraic, "Ng1-f3". HOSKING, HODGES, HODGES_NUMBER: of shogi, "P76", "P-7f", "P-76".
    WXF: of xiangqi, "C2=5". JANGGI: both squares by rank and file, "C87-85". THAI, THAI_LAN: of
    makruk and its kin, "ม-ง๗" and "ม ข๘-ง๗".

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
    THAI = "thai"
    THAI_LAN = "thai-lan"


_OF_XIANGQI = (Regional.WXF, Regional.JANGGI)
_THAI = (Regional.THAI, Regional.THAI_LAN)


def suitable(pieces: Collection[Piece]) -> tuple[Regional, ...]:
    """Return the notations that suit a game with these pieces.

    Those of shogi need pieces that become "+" forms, those of xiangqi horses and soldiers, Thai
    ones the silver general and the piece that a pawn becomes.
    """
    found = [Regional.LAN]
    if any(piece.type.letter.startswith("+") for piece in pieces):
        found += Regional.HOSKING, Regional.HODGES, Regional.HODGES_NUMBER
    names = {piece.type.name for piece in pieces}
    if {"horse", "soldier"} <= names:
        found += _OF_XIANGQI
    if "silver" in names and names & {"fers", "aiwok"}:
        found += _THAI
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
        if any(name in text for name in goal) or not set(forms).isdisjoint((*_OF_XIANGQI, *_THAI))
        if any(written(move.text, form) == text for form in forms)
    ]
    if len(found) > 1:
        raise AmbiguousMove(f"{text} may be {' or '.join(found)}")
    return found[0] if found else ""


def write(position: Position, move: Move, notation: Regional) -> str:
    """Return a legal move of a position in a notation."""
    plain = len(move.effects) <= _PLAIN_EFFECTS and bool(move.piece and move.to_square)
    long = "" if plain else position.format_move(move, Notation.LETTERS)
    if notation in _THAI:
        return long if "O-O" in long else _thai(position, move, notation)
    if notation is Regional.LAN or not (move.piece and move.to_square) or "O-O" in long:
        return _SQUARES.sub(r"\1-\2", long or position.format_move(move, Notation.LETTERS))
    if notation is Regional.WXF:
        return _wxf(position, move)
    if notation is Regional.JANGGI:
        return _janggi(position, move)
    return _shogi(position, move, notation)


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


def _thai(position: Position, move: Move, notation: Regional) -> str:
    """Return a move with Thai letters; the short form names no pawn."""
    short = notation is Regional.THAI
    written = position.format_move(move, Notation.SAN if short else Notation.LETTERS)
    found = _THAI_WORD.fullmatch(written)
    if not found or not move.piece:
        return written
    piece = _THAI_PIECES.get(move.piece.type.name, move.piece.type.letter)
    name = (piece if found["piece"] else "") if short else f"{piece} "
    sign = found["sign"] or ("-" if name else "")
    squares = f"{found['from']}{sign}{found['to']}".translate(_THAI_SQUARES)
    return f"{name}{squares}{found['rest']}"


def _moves_alike(position: Position, move: Move) -> Iterator[Move]:
    """Yield the legal moves of the same sort of piece to the same square, this one included."""
    assert move.piece
    tokens, goal = position.tokens(), str(move.to_square)
    for text in moves_to_goal_of(position.game.position, move.text):
        squares = _SQUARES.match(text)
        if (
            squares
            and squares[2] == goal
            and tokens[position.square(squares[1])] == move.piece.symbol
        ):
            yield position.parse_move(text)


def _shogi(position: Position, move: Move, notation: Regional) -> str:
    size = position.variant.files, position.variant.ranks

    def name(square: Square) -> str:
        return _square_names(square, *size)[notation is Regional.HODGES]

    piece, start, goal = move.piece, move.from_square, move.to_square
    assert piece
    assert goal
    letter = _letter(piece)
    if start is None:
        return f"{letter}{'*' if notation is not Regional.HOSKING else chr(39)}{name(goal)}"
    like = list(_moves_alike(position, move))
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


def _wxf(position: Position, move: Move) -> str:
    piece, start, goal = move.piece, move.from_square, move.to_square
    assert piece
    assert goal
    forward = 1 if piece.color is Color.WHITE else -1

    def file(square: Square) -> int:
        return (
            position.variant.files - square.file if piece.color is Color.WHITE else square.file + 1
        )

    letter = _letter(piece)
    if start is None:
        return f"{letter}*{file(goal)}"
    ahead = (goal.rank - start.rank) * forward
    direction = "=" if not ahead else "+" if ahead > 0 else "-"
    reached = abs(ahead) if start.file == goal.file else file(goal)
    subject = _subject(position, letter, start, file(start))
    return f"{subject}{direction}{reached}"


def _subject(position: Position, letter: str, start: Square, file: int) -> str:
    """Return the piece and its file, or its place among several of its kind on one file."""
    pieces = position.pieces()
    piece = pieces[start]
    forward = 1 if piece.color is Color.WHITE else -1
    alike = [square for square, each in pieces.items() if each == piece]
    on_file = sorted(-each.rank * forward for each in alike if each.file == start.file)
    if len(on_file) < 2 or letter in _UNNUMBERED:
        return f"{letter}{file}"
    place = on_file.index(-start.rank * forward)
    columns = {each.file for each in alike}
    pairs = sum(sum(each.file == column for each in alike) > 1 for column in columns)
    if letter == _PAWN and (len(on_file) > 2 or pairs > 1):
        return f"{place + 1}{file}"
    return f"{letter}{'-' if place else '+'}"


def _janggi(position: Position, move: Move) -> str:
    def name(square: Square) -> str:
        return f"{(position.variant.ranks - square.rank) % 10}{square.file + 1}"

    piece, start, goal = move.piece, move.from_square, move.to_square
    assert piece
    assert goal
    letter = _letter(piece)
    left = name(start) if start else ""
    end = _ENDS.search(position.format_move(move, Notation.LETTERS))
    assert end
    return f"{letter}{left}{'x' if move.captured else '-'}{name(goal)}{end[0]}"
