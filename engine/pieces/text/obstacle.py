"""Why a piece cannot go from one square to another, in words, where the board alone shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from amalthea.engine.core.english import with_article
from amalthea.engine.core.variant import Square, square_name
from amalthea.engine.pieces.text.board_reader import BLOCKED

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.betza import Step
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType

_Way = tuple[list[Square], "Step"]  # the squares passed, and the step that arrives


def obstacle(
    variant: PiecesVariant, scene: Mapping[Square, str], start: Square, goal: Square
) -> str:
    """Return why the piece on a square cannot go to another one, "" if the board shows no reason.

    scene: the contents of the squares. Castling, hoppers and pieces on two squares have rules that
    are not looked at.
    """
    token = scene[start]
    piece, black = variant.piece(token.upper()), int(token.islower())
    found = scene.get(goal, "")
    moves = (piece.moves, *variant.further_moves(piece, black, start))
    castles = token.upper() in map(variant.castles, variant.castlings) and start[1] == goal[1]
    is_large = any(each.second_square for each in variant.pieces)
    if start == goal or castles or is_large or variant.hops(*moves):
        return ""
    if found == BLOCKED:
        return f"{square_name(*goal)} is blocked"
    if found and found.islower() == token.islower():
        return f"a piece of the same side is on {square_name(*goal)}"
    return _path_obstacle(piece, list(_ways(variant, moves, start, goal, black)), scene, found)


def _path_obstacle(
    piece: PieceType, ways: list[_Way], scene: Mapping[Square, str], found: str
) -> str:
    """Return what keeps a piece from going one of several ways. found: what stands at the end."""
    name = with_article(piece.name)
    if not ways:
        return f"{name} does not move like that"
    free = [step for passed, step in ways if not any(square in scene for square in passed)]
    if not free:
        first = next(square for square in ways[0][0] if square in scene)
        return f"{square_name(*first)} is in the way"
    if found and not any(step.capture for step in free):
        return f"{name} does not capture like that"
    if not found and not any(step.move for step in free):
        return f"{name} moves like that only to capture"
    return ""


def _ways(
    variant: PiecesVariant, moves: tuple[str, ...], start: Square, goal: Square, black: int
) -> Iterator[_Way]:
    """Yield the ways on which moves lead from one square to another."""
    for path in variant.paths(*moves):
        passed: list[Square] = []
        for square, step in (path.turned() if black else path).walk(start):
            if square == goal and (step.move or step.capture):
                yield list(passed), step
            passed.append(square)
