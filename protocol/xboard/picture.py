"""Model of XBoard's board in games whose rules it does not know.

XBoard castles with the piece nearest to the king, captures en passant one square behind the
destination, and accepts any promotion of a pawn. It cannot show other effects of a move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from amalthea.engine.core.variant import Square
from amalthea.protocol.xboard.squares import GuiMove

_UNKNOWN = "?"  # a pawn that XBoard promotes without being told to what
_DOUBLE_STEP = 2  # ranks; a pawn that steps further can be captured on either of two squares


@dataclass(frozen=True, slots=True)
class Passed:
    """A pawn that has just advanced two ranks or more: its file, and the last rank it passed.

    far: True if it advanced more than two ranks.
    """

    file: int
    rank: int
    far: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """XBoard's board. pieces: by square, as in FEN. pawn, king: upper-case letters."""

    files: int
    ranks: int
    pawn: str
    king: str
    pieces: Mapping[Square, str]
    passed: Passed | None = None

    def after(self, move: GuiMove, white: bool) -> Picture:
        """Return the board after a move."""
        pieces = dict(self.pieces)
        if move.piece:
            pieces[move.goal] = move.piece if white else move.piece.lower()
            return self._with(pieces)
        if move.taken:
            pieces.pop(move.taken, None)
        piece = pieces.pop(move.origin, "")
        if piece.upper() == self.king and self._is_castling(move):
            self._move_partner(pieces, move)
        elif piece.upper() == self.pawn and self._is_en_passant(move, white):
            pieces.pop((move.goal[0], self._rank_behind(move, white)), None)
        if piece.upper() == self.pawn and not move.promoted and self._is_end(move.goal[1], white):
            piece = _UNKNOWN
        promoted = move.promoted.upper() if white else move.promoted
        pieces[move.goal] = promoted or piece
        return self._with(pieces, self._passed_pawn(piece, move))

    def _with(self, pieces: dict[Square, str], passed: Passed | None = None) -> Picture:
        return Picture(self.files, self.ranks, self.pawn, self.king, pieces, passed)

    def _is_end(self, rank: int, white: bool) -> bool:
        """Return True for the rank on which XBoard promotes every pawn."""
        return rank == (self.ranks - 1 if white else 0)

    def _is_castling(self, move: GuiMove) -> bool:
        """Return True if XBoard takes a king's move for castling."""
        (file, rank), (goal, goal_rank) = move.origin, move.goal
        return rank == goal_rank and abs(goal - file) > 1 and 0 < file < self.files - 1

    def _move_partner(self, pieces: dict[Square, str], move: GuiMove) -> None:
        """Move the nearest piece on the king's way to the square behind it."""
        (file, rank), (goal, _) = move.origin, move.goal
        step = 1 if goal > file else -1
        partner = file + step
        while (partner, rank) not in pieces and 0 < partner < self.files - 1:
            partner += step
        found = pieces.pop((partner, rank), None)
        if found:
            pieces[goal - step, rank] = found

    def _is_en_passant(self, move: GuiMove, white: bool) -> bool:
        rank = move.origin[1]
        beyond_middle = rank >= self.ranks // 2 if white else rank < self.ranks // 2
        return (
            move.origin[0] != move.goal[0]
            and move.goal not in self.pieces
            and beyond_middle
            and self.passed is not None
            and self.passed.file == move.goal[0]
        )

    def _rank_behind(self, move: GuiMove, white: bool) -> int:
        """Return the rank of the pawn captured en passant."""
        forward = 1 if white else -1
        passed = self.passed
        twice = passed and passed.far and move.goal[1] == passed.rank + forward
        return move.goal[1] - forward * (2 if twice else 1)

    def _passed_pawn(self, piece: str, move: GuiMove) -> Passed | None:
        """Return the pawn that can be captured en passant after a move."""
        if piece.upper() != self.pawn:
            return None
        forward = 1 if piece.isupper() else -1
        steps = (move.goal[1] - move.origin[1]) * forward
        if steps < 2:
            return None
        file = (move.origin[0] + move.goal[0]) // 2
        return Passed(file, move.goal[1] - forward, steps > _DOUBLE_STEP)
