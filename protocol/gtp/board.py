"""Board of a game for GTP: points, and the pieces on them.

A point is a square whose file is written in capitals, without the letter I: square i9 is point J9.
If a board has labels just outside (kind.GameKind.first_label), these are points, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color
from amalthea.engine.core.letters import is_piece
from amalthea.engine.core.variant import SQUARE, square_name
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.drawing import squares

if TYPE_CHECKING:
    from amalthea.engine.core.board import Tokens
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.squares import Cell

_FILES = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_POINT = re.compile(r"([A-HJ-Z])([1-9][0-9]?)")
_SQUARE = re.compile(SQUARE)


class Board:
    """The squares of a variant's board."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._kind = kind_of(variant)
        outside = squares.origin(variant)
        self.files = variant.files + 2 * outside
        self.ranks = variant.ranks + 2 * outside

    def rows(self) -> Iterator[list[str]]:
        """Yield the squares of each rank, from the top."""
        for rank in reversed(range(self.ranks)):
            yield [square_name(file, rank) for file in range(self.files)]

    def squares(self) -> list[str]:
        """Return all squares."""
        return [square for row in self.rows() for square in row]

    def inside(self, square: str) -> bool:
        """Return True if a piece can stand on a square."""
        return self._on_board(self.cell(square))

    def cell(self, square: str) -> Cell:
        """Return the cell of a square."""
        return squares.cell(square, self.variant)

    def name(self, cell: Cell) -> str:
        """Return the square of a cell."""
        return squares.name(cell, self.variant)

    def dark(self, square: str) -> bool:
        """Return True for a dark square of a chequered board, such as a1."""
        return sum(self.cell(square)) % 2 == 0

    def read_point(self, text: str) -> str | None:
        """Return the square of a point, None for anything else."""
        match = _POINT.fullmatch(text.upper())
        if not match:
            return None
        file, rank = _FILES.index(match[1]), int(match[2]) - 1
        return square_name(file, rank) if file < self.files and rank < self.ranks else None

    def near(self, square: str) -> list[str]:
        """Return all squares by distance from one, first those of its file.

        Among equally near ones, those towards the middle of the board come first.
        """
        file, rank = self.cell(square)
        middle = (self.variant.ranks - 1) / 2

        def order(other: str) -> tuple[float, ...]:
            files, ranks = self.cell(other)
            aside = abs(files - file)
            return max(aside, abs(ranks - rank)), aside, abs(ranks - middle), files

        return sorted(filter(self.inside, self.squares()), key=order)

    def covered(self, at: Cell, token: str) -> list[str]:
        """Return the squares that a token covers when its anchor is on a cell."""
        return list(map(self.name, squares.covered(at, token, self.variant)))

    def footprint(self, square: str, token: str) -> list[str]:
        """Return the squares that a piece on a square takes along when it moves."""
        file, rank = self.cell(square)
        reach = self._kind.footprint(self.variant, token)
        cells = [(file + right, rank + up) for right, up in reach]
        return list(map(self.name, filter(self._on_board, cells)))

    def vital(self, contents: Tokens) -> list[tuple[Color, list[str]]]:
        """Return (side, squares) of each vital structure, of which a side must keep one."""
        found = self._kind.vital_structures(self.variant, contents)
        return [(Color(side), list(map(self.name, cells))) for side, cells in found]

    def uniform_tokens(self) -> Mapping[Color | None, str]:
        """Return the token of each side's pieces if all are alike, else an empty mapping."""
        tokens = self._kind.tokens(self.variant)
        sides = {side_of(token): token for token in tokens}
        return sides if len(sides) == len(tokens) else {}

    def _on_board(self, cell: Cell) -> bool:
        file, rank = cell
        return 0 <= file < self.variant.files and 0 <= rank < self.variant.ranks


def side_of(token: str) -> Color | None:
    """Return the side of a piece, None for a blocked square."""
    if not is_piece(token):
        return None
    return Color.WHITE if token == token.upper() else Color.BLACK


def point(square: str) -> str:
    """Return the point of a square: "i9" -> "J9"."""
    file = _FILES[ord(square[0]) - ord("a")]
    return f"{file}{square[1:]}"


def points(squares: Iterable[str]) -> str:
    """Return the points of squares, separated by spaces."""
    return " ".join(map(point, squares))


def shown(move: str) -> str:
    """Return a move's text with points: "e11i12a" -> "E11-J12a", "P@i5" -> "P@J5"."""
    text = _SQUARE.sub(lambda match: point(match[0]), move)
    return re.sub(r"(?<=[0-9])(?=[A-Z])", "-", text)
