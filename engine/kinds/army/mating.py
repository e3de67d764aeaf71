"""Which pieces mate a bare king with no other help than their own king's."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.kinds.army.values import is_one_shade

if TYPE_CHECKING:
    from engine.board.variant import Square
    from engine.kinds.army.rules import ArmyVariant, PieceType

_LEAST_REACH = 8  # cells attacked from the middle of an empty board


@lru_cache(maxsize=256)
def mates_alone(piece: PieceType, variant: ArmyVariant) -> bool:
    """Whether it can be expected to force mate, by how it attacks; tables say it for certain.

    A king in a corner has left the last cell beside it: mate takes an attack on both at once, so
    one on two cells side by side, and enough reach to drive him there.
    """
    if piece.royal or is_one_shade(piece, variant):
        return False
    attacked = _attacked(piece, variant)
    beside = any(
        (file + 1, rank) in attacked or (file, rank + 1) in attacked for file, rank in attacked
    )
    return beside and len(attacked) >= _LEAST_REACH


def _attacked(piece: PieceType, variant: ArmyVariant) -> set[Square]:
    """What it attacks from the middle of an empty board, as the cells' own coordinates."""
    found: set[Square] = set()
    for path in variant.paths(piece.moves):
        file, rank = variant.files // 2, variant.ranks // 2
        for step in path.steps:
            file, rank = file + step.dx, rank + step.dy
            if not (0 <= file < variant.files and 0 <= rank < variant.ranks):
                break
            if step.capture:
                found.add((file, rank))
    return found
