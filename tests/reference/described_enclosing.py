"""Drops beside other pieces, and pieces of a described game that change sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference.common import Board, Move, Square, colour_of, of_colour, opponent
from reference.described_board import DescribedBoard

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.enclosing import Enclosing

AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
BESIDE = [(1, 0), (-1, 0), (0, 1), (0, -1)]


class DescribedEnclosing(DescribedBoard):
    """Position that knows drops beside others and pieces that change sides."""

    def fits(self, goal: Square, rule: Enclosing) -> bool:
        """Return True if a piece may be dropped there."""
        first = self.region(rule.first, "w") if rule.first else frozenset()
        if not first <= set(self.board):
            return goal in first
        us, them = self.turn, opponent(self.turn)
        if rule.drops == "reversi":
            return bool(self.lined_up(self.board, goal, us))
        if rule.drops == "ataxx":
            return us in self.neighbours(self.board, goal, AROUND).values()
        if rule.drops == "snort":
            return them not in self.neighbours(self.board, goal, BESIDE).values()
        if rule.drops == "anyside":
            return any(self.slide_in(goal, step) for step in BESIDE)
        below = (goal[0], goal[1] - 1)
        return rule.drops != "top" or goal[1] == 0 or below in self.board

    def slide_in(self, goal: Square, step: tuple[int, int]) -> bool:
        """Return True if a piece comes to rest there that slides in from one edge."""
        (x, y), (dx, dy) = goal, step
        stopped = (x + dx, y + dy) in self.board or not self.inside((x + dx, y + dy))
        while self.inside((x, y)) and (x, y) not in self.board:
            x, y = x - dx, y - dy
        return stopped and not self.inside((x, y))

    def inside(self, square: Square) -> bool:
        return 0 <= square[0] < self.FILES and 0 <= square[1] < self.RANKS

    def neighbours(
        self, board: Board, square: Square, ways: list[tuple[int, int]]
    ) -> dict[Square, str]:
        """Return the colours of the pieces around a square."""
        near = [(square[0] + dx, square[1] + dy) for dx, dy in ways]
        return {each: colour_of(board[each]) for each in near if board.get(each, "*") != "*"}

    def lined_up(self, board: Board, square: Square, colour: str) -> set[Square]:
        """Return the enemies between a side's piece on a square and its next ones."""
        found = set()
        for dx, dy in AROUND:
            line = []
            x, y = square[0] + dx, square[1] + dy
            while board.get((x, y), "*") != "*" and colour_of(board[x, y]) != colour:
                line.append((x, y))
                x, y = x + dx, y + dy
            if board.get((x, y), "*") != "*":
                found.update(line)
        return found

    def turned(self, board: Board, move: Move, colour: str) -> Board:
        """Return the board after pieces have changed sides because of a move of that colour."""
        rule = self.GAME.enclosing
        passes = move.origin == move.goal and not move.promotion
        if not rule or not rule.flips or passes:
            return board
        near = self.neighbours(board, move.goal, AROUND)
        turning = {square for square, other in near.items() if other != colour}
        if rule.flips == "reversi":
            turning = self.lined_up(board, move.goal, colour)
        if rule.flips == "quadwrangle" and move.drops and colour not in near.values():
            turning = set()
        return board | {square: of_colour(board[square], colour) for square in turning}
