"""Destinations of a piece, which XBoard marks while the user holds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from amalthea.engine.core.variant import Square
from amalthea.protocol.xboard.play import Play
from amalthea.protocol.xboard.squares import GuiMove

_QUIET, _CAPTURE, _PROMOTION, _ON_THE_WAY = "Y", "R", "M", "C"


class Highlights:
    """Marks for the piece that the user has lifted."""

    def __init__(self) -> None:
        self._held: Square | None = None
        self._moves: list[GuiMove] = []

    def lift(self, play: Play, where: str) -> list[str]:
        """Return the line with the marks for a piece lifted from a square or from the holdings.

        After the first leg of a capture in two clicks these are the destinations of the second. No
        line is returned if XBoard knows the rules. Raises IllegalMove for anything that is not a
        square.
        """
        marks = self._marks(play, where)
        return [_marked(play, marks)] if play.shown else []

    def _marks(self, play: Play, where: str) -> dict[Square, str]:
        if holding := play.holding(where):
            self._held, self._moves = None, play.drops_from(*holding)
            return {move.goal: _QUIET for move in self._moves}
        square = play.squares.square(where)
        second_legs = [move for move in self._moves if self._held and move.taken == square]
        if second_legs:
            return {move.goal: _QUIET for move in second_legs}
        self._held = square
        self._moves = list(_moves_from(play, square))
        return {move.taken or move.goal: _mark(play, move) for move in self._moves}

    def put(self, play: Play, where: str) -> list[str]:
        """Return the line with the choice of pieces on a promotion's square, none elsewhere.

        Raises IllegalMove.
        """
        if play.holding(where):
            return []
        square = play.squares.square(where)
        letters = [move.promoted.upper() for move in self._moves if move.goal == square]
        return [f"choice {''.join(letters)}"] if all(letters) and letters else []


def _moves_from(play: Play, square: Square) -> Iterable[GuiMove]:
    for move in play.legal():
        if play.origin(move) == square and (text := play.text(move)):
            read = play.squares.read(text)
            if read and not read.piece:
                yield read


def _mark(play: Play, move: GuiMove) -> str:
    if move.taken:
        return _ON_THE_WAY
    if move.promoted:
        return _PROMOTION
    return _CAPTURE if play.occupied(move.goal) else _QUIET


def _marked(play: Play, marks: Mapping[Square, str]) -> str:
    return f"highlight {_board(marks, play.variant.files, play.variant.ranks)}"


def _board(marks: Mapping[Square, str], files: int, ranks: int) -> str:
    """Return the marks as a FEN of colours."""
    rows = []
    for rank in reversed(range(ranks)):
        row, empty = "", 0
        for file in range(files):
            mark = marks.get((file, rank))
            if mark:
                row, empty = row + (str(empty) if empty else "") + mark, 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)
