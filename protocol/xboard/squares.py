"""Squares and moves as XBoard writes them: a board of ten ranks counts them from 0, others from 1.

A move is `e2e4`, `e7e8q`, `P@e5`, `@@@@` for a pass; one that takes something on its way is
written in two legs, `e5d5,d5d6`, the first of them to what is taken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from amalthea.engine.core.letters import LETTER
from amalthea.engine.core.variant import Square
from amalthea.engine.errors import IllegalMove, clip

PASS = "@@@@"
_RANKS_FROM_0 = 10  # the board's height at which ranks are counted from 0

_SQUARE = r"([a-t])(\d{1,2})"
_MOVE = re.compile(rf"{_SQUARE}{_SQUARE}(?:,{_SQUARE}{_SQUARE})?({LETTER})?", re.ASCII)
_DROP = re.compile(rf"({LETTER})@{_SQUARE}", re.ASCII)
_ALONE = re.compile(_SQUARE, re.ASCII)
_ANYWHERE = re.compile(r"(.)(\d{1,2})", re.ASCII)
_BESIDE = 2  # files from the board's edge to the holdings, White's right of it and Black's left


@dataclass(frozen=True, slots=True)
class GuiMove:
    """A move of one piece. taken: what it takes on its way, None without. piece: what is dropped,
    upper case, "" where nothing is; origin is the goal then. promoted: the new piece, lower case.
    """

    origin: Square
    goal: Square
    taken: Square | None = None
    promoted: str = ""
    piece: str = ""


class Squares:
    """The texts of squares and moves on a board of so many ranks."""

    def __init__(self, ranks: int) -> None:
        self._ranks = ranks
        self.first = 0 if ranks == _RANKS_FROM_0 else 1

    def name(self, square: Square) -> str:
        """(4, 0) -> "e1", or "e0"."""
        return f"{chr(ord('a') + square[0])}{square[1] + self.first}"

    def square(self, text: str) -> Square:
        """The square of that name. Raises IllegalMove for any other text."""
        match = _ALONE.fullmatch(text)
        if not match:
            raise IllegalMove(f"{clip(text)} is no square")
        return self._square(match[1], match[2])

    def holding(self, text: str, files: int) -> tuple[str, int] | None:
        """Whose piece in hand lies there, and which one, from 0; None where no holdings are.

        White's begin at the lower edge of a board of so many files, Black's at the upper one.
        """
        match = _ANYWHERE.fullmatch(text)
        file, rank = self._square(match[1], match[2]) if match else (0, 0)
        if file == files - 1 + _BESIDE:
            return "w", rank
        return ("b", self._ranks - 1 - rank) if file == -_BESIDE else None

    def write(self, move: GuiMove) -> str:
        """The text of a move."""
        if move.piece:
            return f"{move.piece}@{self.name(move.goal)}"
        origin, goal = self.name(move.origin), self.name(move.goal)
        if move.taken is None:
            return f"{origin}{goal}{move.promoted}"
        on_the_way = self.name(move.taken)
        return f"{origin}{on_the_way},{on_the_way}{goal}{move.promoted}"

    def read(self, text: str) -> GuiMove | None:
        """The move of that text, None for a text that is none."""
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
