"""Board of a game for GTP: points, and the pieces on them.

A point is a square whose file is written in capitals, without the letter I: square i9 is point J9.
If a board has labels just outside (kind.GameKind.first_label), these are points, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color
from amalthea.engine.core.letters import is_piece
from amalthea.engine.core.variant import parse_square, square_name
from amalthea.engine.game_kinds import kind_of

if TYPE_CHECKING:
    from amalthea.engine.core.board import Tokens
    from amalthea.engine.core.variant import Square, Variant

_FILES = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_POINT = re.compile(r"([A-HJ-Z])([1-9][0-9]?)")
_SQUARE = re.compile(r"[a-t][1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece or blocked square, on one square or more. token: its text in FEN."""

    square: str
    token: str
    covers: tuple[str, ...]

    @property
    def side(self) -> Color | None:
        """The side, None for a blocked square."""
        if not is_piece(self.token):
            return None
        return Color.WHITE if self.token == self.token.upper() else Color.BLACK


class Board:
    """The squares of a variant's board."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._kind = kind_of(variant)
        self._outside = self._kind.first_label
        self.files = variant.files + 2 * self._outside
        self.ranks = variant.ranks + 2 * self._outside

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

    def cell(self, square: str) -> Square:
        """Return file and rank of a square, from 0 at the board's corner."""
        found = parse_square(square)
        assert found, f"{square!r} is not a square"
        return found[0] - self._outside, found[1] - self._outside

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
        """Return all squares by distance from one, those of its file before others."""
        file, rank = self.cell(square)
        middle = (self.variant.ranks - 1) / 2

        def order(other: str) -> tuple[float, ...]:
            files, ranks = self.cell(other)
            aside = abs(files - file)
            return max(aside, abs(ranks - rank)), aside, abs(ranks - middle), files

        return sorted(filter(self.inside, self.squares()), key=order)

    def things(self, contents: Tokens) -> list[Thing]:
        """Return the pieces and blocked squares on the board of a position."""
        found = []
        for (file, rank), token in contents.items():
            offsets = self._kind.covered(self.variant, token)
            covers = [self._name(file + right, rank + up) for right, up in offsets]
            found.append(Thing(self._name(file, rank), token, tuple(covers)))
        return found

    def grasped(self, square: str, token: str) -> list[str]:
        """Return the squares that a piece on a square covers when it moves."""
        file, rank = self.cell(square)
        reach = self._kind.footprint(self.variant, token)
        cells = [(file + right, rank + up) for right, up in reach]
        return [self._name(*cell) for cell in filter(self._on_board, cells)]

    def vital(self, contents: Tokens) -> list[tuple[Color, list[str]]]:
        """Return (side, squares) of each vital structure, of which a side must keep one."""
        found = self._kind.vital_structures(self.variant, contents)
        return [(Color(side), [self._name(*cell) for cell in cells]) for side, cells in found]

    def uniform_tokens(self) -> Mapping[Color | None, str]:
        """Return the token of each side's pieces if all are alike, else an empty mapping."""
        tokens = self._kind.tokens(self.variant)
        sides = {Thing("", token, ()).side: token for token in tokens}
        return sides if len(sides) == len(tokens) else {}

    def _on_board(self, cell: Square) -> bool:
        file, rank = cell
        return 0 <= file < self.variant.files and 0 <= rank < self.variant.ranks

    def _name(self, file: int, rank: int) -> str:
        return square_name(file + self._outside, rank + self._outside)


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
