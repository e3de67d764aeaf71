"""Coordinates of squares on a picture, in units; the board's upper left corner is 0, 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Square, Variant

CELL = 100  # units along each side of a cell


@dataclass(frozen=True, slots=True)
class Frame:
    """Part of the plane that a picture shows."""

    x: int
    y: int
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.x} {self.y} {self.width} {self.height}"


def corner(
    at: Square, variant: Variant, flipped: bool, size: tuple[int, int] = (1, 1)
) -> tuple[int, int]:
    """Return the upper left corner of a piece on a square that covers so many files and ranks.

    flipped: as Black sees the board.
    """
    (file, rank), (width, height) = at, size
    if flipped:
        return (variant.files - file - width) * CELL, rank * CELL
    return file * CELL, (variant.ranks - rank - height) * CELL


def middle(at: Square, variant: Variant, flipped: bool) -> tuple[float, float]:
    """Return the middle of a square."""
    x, y = corner(at, variant, flipped)
    return x + CELL / 2, y + CELL / 2
