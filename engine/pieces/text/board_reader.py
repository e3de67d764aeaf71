"""Reader of the board in a FEN: its first field without the hands.

Each game has one reader, which keeps the ranks that it read last: neighbouring positions share most
of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from amalthea.engine.core import fen as fields
from amalthea.engine.core.letters import TOKEN
from amalthea.engine.core.variant import Square, square_name
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.description.endings import MAX_PIECES
from amalthea.engine.pieces.description.variant import PawnRules, PiecesVariant
from amalthea.engine.text import counted

BLOCKED = "*"

_KEPT = 64  # games whose readers are kept
_KEPT_RANKS = 2048  # of one game
_SINGLE_DIGITS = 9  # boards up to this wide have no number of two digits
_DIGITS = re.compile(r"[1-9]{2,}")
_PIECE = re.compile(TOKEN)
_CELLS = re.compile(rf"[0-9]+|{TOKEN}|.", re.ASCII | re.DOTALL)


class Board(NamedTuple):
    """A board, or a rank of one, as read.

    cells: the letter on each occupied square, BLOCKED for blocked squares; a piece on two squares
    is on both. remarks: the corrections made in reading. error: what is wrong with a pawn that
    cannot stand where it does, "" if nothing is. blocked: the blocked squares of a board.
    """

    cells: dict[Square, str]
    remarks: tuple[str, ...]
    error: str
    blocked: frozenset[Square] = frozenset()


class BoardReader:
    """Reader of one game's boards, which also checks them.

    second_squares: by letter, the offset of the second square of each type on two squares.
    """

    def __init__(self, variant: PiecesVariant) -> None:
        self._variant = variant
        letters = [piece.letter for piece in variant.pieces]
        self._has_blocked = variant.has_blocked_squares
        blocked = [BLOCKED] if self._has_blocked else []
        self._tokens = frozenset((*letters, *map(str.lower, letters), *blocked))
        self.second_squares: dict[str, Square] = {
            piece.letter: piece.second_square for piece in variant.pieces if piece.second_square
        }
        self._kings = tuple(
            (colour, letter, int(not has_none))
            for colour, letter, has_none in zip(
                ("White", "Black"),
                (variant.royal, variant.royal.lower()),
                variant.kingless,
                strict=True,
            )
            if letter
        )
        self._misplaced = dict(_misplaced_pawns(variant))
        self._ranks = range(variant.ranks - 1, -1, -1)
        self._cached_rank = lru_cache(maxsize=_KEPT_RANKS)(self._read_rank)

    def read(self, text: str) -> Board:
        """Return the board of that text. Raises FenError."""
        rows = fields.split_placement(text, self._variant.ranks)
        cells: dict[Square, str] = {}
        remarks: tuple[str, ...] = ()
        error = ""
        for rank in map(self._cached_rank, rows, self._ranks):
            cells.update(rank.cells)
            remarks += rank.remarks
            error = error or rank.error
        blocked = self._blocked_squares(text, cells) if self._has_blocked else frozenset()
        return Board(cells, remarks, error, blocked)

    def joined(self, cells: dict[Square, str]) -> dict[Square, str]:
        """Return the pieces of a board, those on two squares at their anchors alone.

        Their squares are paired from left to right and from the top down. Raises FenError.
        """
        if not self.second_squares and not self._has_blocked:
            return cells
        pieces: dict[Square, str] = {}
        paired: set[Square] = set()
        for square in sorted(cells, key=lambda square: (-square[1], square[0])):
            letter = cells[square]
            if letter == BLOCKED or square in paired:
                continue
            second = self.second_squares.get(letter.upper())
            if second is None:
                pieces[square] = letter
                continue
            other = (square[0] + second[0], square[1] - second[1])  # the later one of the two
            if cells.get(other) != letter or other in paired:
                raise FenError(f"{letter!r} on {square_name(*square)} lacks its second square")
            paired.add(other)
            pieces[other if second[1] else square] = letter
        return pieces

    def check(self, pieces: dict[Square, str], hands: dict[str, int]) -> None:
        """Raise FenError for kings or pieces too many or too few."""
        letters = list(pieces.values())
        for colour, letter, expected in self._kings:
            kings = letters.count(letter) + hands.get(letter, 0)
            if kings != expected and (kings or not self._is_mate_problem(letters)):
                on = [square_name(*square) for square, found in pieces.items() if found == letter]
                on += hands.get(letter, 0) * ["in hand"]
                where = f" ({', '.join(on)})" if on else ""
                given = f"{colour} has {counted(kings, 'king')}{where}"
                raise FenError(f"{given}, expected {'one' if expected else 'none'}")
        if len(letters) > MAX_PIECES:
            white = sum(map(str.isupper, letters))
            for colour, own in (("White", white), ("Black", len(letters) - white)):
                if own > MAX_PIECES:
                    raise FenError(f"{colour} has {own} pieces, expected at most {MAX_PIECES}")

    def _is_mate_problem(self, letters: list[str]) -> bool:
        """Return True for a board with one king in a game with hands.

        Mate problems of shogi leave out the king of the side that mates.
        """
        has_hands = self._variant.drops is not None and not self._variant.drops_kings
        return has_hands and any(letter in letters for _, letter, _ in self._kings)

    def _blocked_squares(self, text: str, cells: dict[Square, str]) -> frozenset[Square]:
        variant = self._variant
        blocked = frozenset(square for square, letter in cells.items() if letter == BLOCKED)
        if not variant.blocked <= len(blocked) <= variant.blocked + variant.most_walls:
            given = counted(len(blocked), "blocked square")
            most = (
                f"at most {variant.most_walls}" if variant.most_walls else f"not {variant.blocked}"
            )
            raise FenError(f"placement {text!r} has {given}, {most}")
        return blocked

    def _read_rank(self, text: str, rank: int) -> Board:
        remarks: list[str] = []
        row, variant = self._normalise(text, remarks), self._variant
        cells: dict[Square, str] = {}
        file = 0
        for cell in _CELLS.findall(row):
            if cell in self._tokens:
                cells[file, rank] = cell
                file += 1
            elif cell.isascii() and cell.isdigit():
                if len(cell) > 2 or cell[0] == "0":
                    raise FenError(f"rank {rank + 1} {row!r}: {cell!r} is not a number of squares")
                file += int(cell)
            elif cell == BLOCKED:
                raise FenError(f"rank {rank + 1} {row!r}: {variant.name} has no blocked squares")
            else:
                raise FenError(f"rank {rank + 1} {row!r}: unknown piece letter {cell!r}")
        if file != variant.files:
            given = counted(file, "square")
            raise FenError(f"rank {rank + 1} {row!r} has {given}, expected {variant.files}")
        misplaced = filter(None, map(self._misplaced.get, cells.items()))
        return Board(cells, tuple(remarks), next(misplaced, ""))

    def _normalise(self, row: str, remarks: list[str]) -> str:
        """Return a rank as this engine writes it: "~" only where the game has it, numbers added up.

        Each correction adds a remark to `remarks`.
        """

        def without_mark(match: re.Match[str]) -> str:
            piece = match[0]
            if not piece.endswith("~") or piece in self._tokens:
                return piece
            remarks.append(f"piece {piece!r} read as {piece[:-1]!r}")
            return piece[:-1]

        def added(match: re.Match[str]) -> str:
            total = sum(map(int, match[0]))
            remarks.append(f"empty squares {match[0]!r} read as {total}")
            return str(total)

        plain = _PIECE.sub(without_mark, row) if "~" in row else row
        return _DIGITS.sub(added, plain) if self._variant.files <= _SINGLE_DIGITS else plain


@lru_cache(maxsize=_KEPT)
def board_reader(variant: PiecesVariant) -> BoardReader:
    """Return the reader of a game's boards, from a cache."""
    return BoardReader(variant)


def _misplaced_pawns(variant: PiecesVariant) -> Iterator[tuple[tuple[Square, str], str]]:
    """Yield ((square, letter), message) for each square on which a pawn cannot stand.

    It is behind the pawn's first rank, or where the pawn must have promoted. Where pieces change
    sides, pawns may stand anywhere.
    """
    pawns = variant.pawns
    if not pawns or (variant.enclosing is not None and variant.enclosing.flips != ""):
        return
    last = _promotion_rank(pawns, variant)
    for letter in (pawns.letter, pawns.letter.lower()):
        for rank in range(variant.ranks):
            own_rank = rank + 1 if letter.isupper() else variant.ranks - rank
            if own_rank < pawns.first_rank:
                error = "pawns never stand behind their first rank"
            elif last and own_rank >= last and not _may_be_dropped(letter, own_rank, variant):
                error = "pawns promote there"
            else:
                continue
            for file in range(variant.files):
                where = f"pawn {letter!r} on {square_name(file, rank)}"
                yield ((file, rank), letter), f"{where}: {error}"


def _promotion_rank(pawns: PawnRules, variant: PiecesVariant) -> int:
    """Return the first rank on which pawns have to promote, 0 for none."""
    ranks = [
        promotion.rank
        for promotion in variant.promotions
        if promotion.piece == pawns.letter
        and isinstance(promotion.rank, int)
        and not (promotion.optional or promotion.in_place)
    ]
    return min(ranks, default=0)


def _may_be_dropped(letter: str, own_rank: int, variant: PiecesVariant) -> bool:
    """Return True if a piece may be dropped on that rank, counted from its own side."""
    if not variant.drops:
        return False
    region = variant.drops.regions.get(letter.upper())
    squares = region.squares(0, variant.files, variant.ranks) if region else None
    return squares is None or any(rank + 1 == own_rank for _, rank in squares)
