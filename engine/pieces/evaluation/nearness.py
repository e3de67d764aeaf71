"""Nearness of a piece to a goal of its game, by its own moves on an empty board."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Square
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType


@lru_cache(maxsize=256)
def nearness(piece: PieceType, variant: PiecesVariant, colour: int) -> dict[Square, float]:
    """Return the nearness by square, from 0 (as far as possible) to 1 (on the goal).

    It is {} if the piece has no goal.
    """
    board = variant.files, variant.ranks
    goals = [goal for goal in variant.ends.goals if goal.piece == piece.letter]
    reached = {square for goal in goals for square in goal.region.squares(colour, *board)}
    if not reached:
        return {}
    squares = [(file, rank) for file in range(board[0]) for rank in range(board[1])]
    onward = {square: _targets_from(square, piece, variant, colour) for square in squares}
    moves = dict.fromkeys(reached, 0)
    count = 0
    while reached:
        count += 1
        reached = {square for square in squares if square not in moves and onward[square] & reached}
        moves.update(dict.fromkeys(reached, count))
    furthest = max(1, *moves.values())
    return {square: 1 - moves.get(square, furthest) / furthest for square in squares}


def _targets_from(
    square: Square, piece: PieceType, variant: PiecesVariant, colour: int
) -> set[Square]:
    """Return the squares to which a piece may move without a capture."""
    found: set[Square] = set()
    for path in variant.paths(piece.moves):
        for (file, rank), step in (path.turned() if colour else path).walk(square):
            if not (0 <= file < variant.files and 0 <= rank < variant.ranks):
                break
            if step.move and not path.initial:
                found.add((file, rank))
    return found
