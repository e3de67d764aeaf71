"""What XBoard's board shows after a move, where it knows no rules: pieces move, and little else.

It castles with the piece nearest to the king, takes a pawn in passing one square behind the goal,
and believes what a pawn becomes. What a game does otherwise cannot be shown by a plain move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from amalthea.engine.core.variant import Square
from amalthea.protocol.xboard.squares import GuiMove

_CHOSEN = "?"  # what XBoard makes of a pawn when nobody says
_FAR = 2  # ranks; a pawn that steps further can be taken on either of two squares


@dataclass(frozen=True, slots=True)
class Passed:
    """A pawn that has just stepped two ranks or more: its file, the rank before its goal."""

    file: int
    rank: int
    far: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """Pieces by square, as FEN writes them. pawn, king: upper-case letters."""

    files: int
    ranks: int
    pawn: str
    king: str
    pieces: Mapping[Square, str]
    passed: Passed | None = None

    def after(self, move: GuiMove, white: bool) -> Picture:
        """The board with that move shown."""
        pieces = dict(self.pieces)
        if move.piece:
            pieces[move.goal] = move.piece if white else move.piece.lower()
            return self._with(pieces)
        if move.taken:
            pieces.pop(move.taken, None)
        piece = pieces.pop(move.origin, "")
        if piece.upper() == self.king and self._castles(move):
            self._bring_partner(pieces, move)
        elif piece.upper() == self.pawn and self._takes_in_passing(move, white):
            pieces.pop((move.goal[0], self._rank_behind(move, white)), None)
        if piece.upper() == self.pawn and not move.promoted and self._is_end(move.goal[1], white):
            piece = _CHOSEN
        promoted = move.promoted.upper() if white else move.promoted
        pieces[move.goal] = promoted or piece
        return self._with(pieces, self._passing(piece, move))

    def _with(self, pieces: dict[Square, str], passed: Passed | None = None) -> Picture:
        return Picture(self.files, self.ranks, self.pawn, self.king, pieces, passed)

    def _is_end(self, rank: int, white: bool) -> bool:
        """Whether XBoard promotes pawns there, told or not."""
        return rank == (self.ranks - 1 if white else 0)

    def _castles(self, move: GuiMove) -> bool:
        """Whether a king's move is taken for castling."""
        (file, rank), (goal, goal_rank) = move.origin, move.goal
        return rank == goal_rank and abs(goal - file) > 1 and 0 < file < self.files - 1

    def _bring_partner(self, pieces: dict[Square, str], move: GuiMove) -> None:
        """The nearest piece on the side that the king goes to comes to stand behind him."""
        (file, rank), (goal, _) = move.origin, move.goal
        step = 1 if goal > file else -1
        partner = file + step
        while (partner, rank) not in pieces and 0 < partner < self.files - 1:
            partner += step
        found = pieces.pop((partner, rank), None)
        if found:
            pieces[goal - step, rank] = found

    def _takes_in_passing(self, move: GuiMove, white: bool) -> bool:
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
        """Where the pawn taken in passing stands."""
        forward = 1 if white else -1
        passed = self.passed
        twice = passed and passed.far and move.goal[1] == passed.rank + forward
        return move.goal[1] - forward * (2 if twice else 1)

    def _passing(self, piece: str, move: GuiMove) -> Passed | None:
        if piece.upper() != self.pawn:
            return None
        forward = 1 if piece.isupper() else -1
        steps = (move.goal[1] - move.origin[1]) * forward
        if steps < 2:
            return None
        file = (move.origin[0] + move.goal[0]) // 2
        return Passed(file, move.goal[1] - forward, steps > _FAR)
