"""Squares that are blocked together with moves of a described game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from reference.common import Board, Move, Square
from reference.described_drops import DescribedDrops

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import Walls


class DescribedWalls(DescribedDrops):
    """Position that knows which squares a move may block."""

    def with_walls(self, move: Move, rules: Walls) -> Iterator[Move]:
        """Yield a move once for each square that may be blocked after it.

        Squares that are blocked already are left out, so the duck cannot stay.
        """
        after = self.board_after(move)
        for square in self.squares():
            inside = rules.region is None or square in self.region(rules.region, self.turn)
            if square not in after and inside and self.may_block(square, move, after, rules.rule):
                yield replace(move, blocks=square)

    def may_block(self, square: Square, move: Move, after: Board, rule: str) -> bool:
        if rule == "arrow":
            return square in self.quiet_goals(move.goal, self.board[move.origin].upper(), after)
        if rule == "past":
            return square == move.origin
        if rule == "edge":
            x, y = square
            beside = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            outside = any(
                not (0 <= file < self.FILES and 0 <= rank < self.RANKS) for file, rank in beside
            )
            return outside or any(after.get(each) == "*" for each in beside)
        return True

    def quiet_goals(self, origin: Square, letter: str, board: Board) -> set[Square]:
        """Return the squares to which a piece on `origin` could move without a capture."""
        return {
            goal
            for way in self.ways_from(origin, letter, self.turn)
            if way.moves and not way.initial
            for goal in self.goals(board, origin, way, self.turn)
            if goal not in board and self.may_go_to(goal, letter, self.turn)
        }
