"""Squares and moves in XBoard's notation: boards with ten ranks count them from 0, others from 1.

A move is `e2e4`, `e7e8q`, `P@e5`, or `@@@@` for a pass. A capture on the way is written in two
legs, `e5d5,d5d6`, the first of them to the captured piece.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from amalthea.engine.core.color import Color
from amalthea.engine.core.letters import LETTER
from amalthea.engine.core.variant import Square
from amalthea.engine.errors import IllegalMove
from amalthea.engine.text import clip

PASS = "@@@@"
_RANKS_FROM_0 = 10  # height of boards whose ranks are counted from 0

_SQUARE = r"([a-t])(\d{1,2})"
_MOVE = re.compile(rf"{_SQUARE}{_SQUARE}(?:,{_SQUARE}{_SQUARE})?({LETTER})?", re.ASCII)
_DROP = re.compile(rf"({LETTER})@{_SQUARE}", re.ASCII)
_ALONE = re.compile(_SQUARE, re.ASCII)
_ANYWHERE = re.compile(r"(.)(\d{1,2})", re.ASCII)
_HOLDINGS_OFFSET = (
    2  # files from the edge to the holdings, White's on the right, Black's on the left
)


@dataclass(frozen=True, slots=True)
class GuiMove:
    """Move of one piece.

    taken: square of a capture on the way, or None. promoted: the new piece, lower case, or "".
    piece: the dropped piece, upper case, or ""; the origin of a drop is its goal.
    """

    origin: Square
    goal: Square
    taken: Square | None = None
    promoted: str = ""
    piece: str = ""


class Squares:
    """Reader and writer of squares and moves on a board with that many ranks."""

    def __init__(self, ranks: int) -> None:
        self._ranks = ranks
        self.first = 0 if ranks == _RANKS_FROM_0 else 1

    def name(self, square: Square) -> str:
        """Return the name of a square: (4, 0) -> "e1", or "e0"."""
        return f"{chr(ord('a') + square[0])}{square[1] + self.first}"

    def square(self, text: str) -> Square:
        """Return the square of a name. Raises IllegalMove for any other text."""
        match = _ALONE.fullmatch(text)
        if not match:
            raise IllegalMove(f"{clip(text)} is not a square")
        return self._square(match[1], match[2])

    def holding(self, text: str, files: int) -> tuple[Color, int] | None:
        """Return the side and index, from 0, of a place in the holdings, None for other squares.

        White's holdings begin at the lower edge of the board, Black's at the upper one.
        """
        match = _ANYWHERE.fullmatch(text)
        file, rank = self._square(match[1], match[2]) if match else (0, 0)
        if file == files - 1 + _HOLDINGS_OFFSET:
            return Color.WHITE, rank
        return (Color.BLACK, self._ranks - 1 - rank) if file == -_HOLDINGS_OFFSET else None

    def write(self, move: GuiMove) -> str:
        """Return the text of a move."""
        if move.piece:
            return f"{move.piece}@{self.name(move.goal)}"
        origin, goal = self.name(move.origin), self.name(move.goal)
        if move.taken is None:
            return f"{origin}{goal}{move.promoted}"
        on_the_way = self.name(move.taken)
        return f"{origin}{on_the_way},{on_the_way}{goal}{move.promoted}"

    def read(self, text: str) -> GuiMove | None:
        """Return the move of a text, None for any other text."""
        if drop := _DROP.fullmatch(text):
            goal = self._square(drop[2], drop[3])
            return GuiMove(goal, goal, piece=drop[1].upper())
        match = _MOVE.fullmatch(text)
        if not match:
            return None
        origin, goal = self._square(match[1], match[2]), self._square(match[3], match[4])
        taken = None
        if match[5]:
            taken = goal
            goal = self._square(match[7], match[8])
        return GuiMove(origin, goal, taken, (match[9] or "").lower())

    def _square(self, file: str, rank: str) -> Square:
        return ord(file) - ord("a"), int(rank) - self.first
