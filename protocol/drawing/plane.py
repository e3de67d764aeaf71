"""The layout of squares on a picture, in units; the upper left corner of the board is 0, 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Square, Variant

CELL = 100  # width and height of a square in units


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the plane that a picture shows, in units."""

    x: int
    y: int
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.x} {self.y} {self.width} {self.height}"


def corner(
    at: Square, variant: Variant, flipped: bool, size: tuple[int, int] = (1, 1)
) -> tuple[int, int]:
    """Return the upper left corner of a piece on a square.

    size: how many files and ranks the piece covers.
    flipped: for Black's point of view.
    """
    (file, rank), (width, height) = at, size
    if flipped:
        return (variant.files - file - width) * CELL, rank * CELL
    return file * CELL, (variant.ranks - rank - height) * CELL


def middle(at: Square, variant: Variant, flipped: bool) -> tuple[float, float]:
    """Return the middle of a square."""
    x, y = corner(at, variant, flipped)
    return x + CELL / 2, y + CELL / 2
