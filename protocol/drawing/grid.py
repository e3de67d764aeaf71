"""The layout of squares on a picture, in units; the upper left corner of the board is 0, 0."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Square, Variant

CELL = 100  # width and height of a square in units; the height of a hexagon
HALF_HEXAGON = 58  # half its width, so that all sides are about as long

_KNOWN_GRIDS = 256
_SQUARE = ((0, 0), (CELL, 0), (CELL, CELL), (0, CELL))
_HALF = CELL // 2
_SIDE = HALF_HEXAGON // 2  # half the length of a side
_HEXAGON = (
    (_HALF - HALF_HEXAGON, _HALF),
    (_HALF - _SIDE, 0),
    (_HALF + _SIDE, 0),
    (_HALF + HALF_HEXAGON, _HALF),
    (_HALF + _SIDE, CELL),
    (_HALF - _SIDE, CELL),
)

Vector = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the drawing that a picture shows, in units."""

    x: int
    y: int
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.x} {self.y} {self.width} {self.height}"


@dataclass(frozen=True, slots=True)
class Grid:
    """The places of squares from White's point of view: boxes of CELL by CELL around the pieces.

    start: the upper left corner of a1. file, rank: the offset of the next file and of the next
    rank. width, height: the size of the board. outline: the corners of a square in its box.
    """

    start: Vector
    file: Vector
    rank: Vector
    width: int
    height: int
    outline: tuple[Vector, ...]

    def offset(self, files: int, ranks: int) -> Vector:
        """Return the offset of the square `files` to the right and `ranks` ahead."""
        return (
            files * self.file[0] + ranks * self.rank[0],
            files * self.file[1] + ranks * self.rank[1],
        )

    def path(self, x: int, y: int) -> str:
        """Return the outline of a square whose box has its upper left corner there."""
        return "M" + "L".join(f"{x + right} {y + down}" for right, down in self.outline) + "z"


def grid(variant: Variant) -> Grid:
    """Return the grid of a game's board."""
    return _hexagons(variant) if variant.hexagonal else _squares(variant.files, variant.ranks)


@lru_cache(maxsize=_KNOWN_GRIDS)
def _squares(files: int, ranks: int) -> Grid:
    start = 0, (ranks - 1) * CELL
    return Grid(start, (CELL, 0), (0, -CELL), files * CELL, ranks * CELL, _SQUARE)


@lru_cache(maxsize=_KNOWN_GRIDS)
def _hexagons(variant: Variant) -> Grid:
    """Return the grid of hexagons with upright files, as high as the cells of the board need."""
    file, rank = (HALF_HEXAGON + _SIDE, _HALF), (0, -CELL)
    columns, tops = zip(
        *((at[0] * file[0], at[0] * file[1] + at[1] * rank[1]) for at in cells(variant)),
        strict=True,
    )
    start = HALF_HEXAGON - _HALF - min(columns), -min(tops)
    width = max(columns) - min(columns) + 2 * HALF_HEXAGON
    return Grid(start, file, rank, width, max(tops) - min(tops) + CELL, _HEXAGON)


def cells(variant: Variant) -> tuple[Square, ...]:
    """Return all squares of a board without its holes, rank by rank."""
    every = ((file, rank) for rank in range(variant.ranks) for file in range(variant.files))
    holes = variant.holes
    return tuple(at for at in every if at not in holes)


def size_in_words(variant: Variant) -> str:
    """Return the size of a board, "8 by 8 squares" or "91 hexagons"."""
    if variant.hexagonal:
        return f"{len(cells(variant))} hexagons"
    return f"{variant.files} by {variant.ranks} squares"


def corner(
    at: Square, variant: Variant, flipped: bool, size: tuple[int, int] = (1, 1)
) -> tuple[int, int]:
    """Return the upper left corner of a piece on a square.

    size: how many files and ranks the piece covers.
    flipped: for Black's point of view.
    """
    plan, (width, height) = grid(variant), size
    way = plan.offset(*at)
    x, y = plan.start[0] + way[0], plan.start[1] + way[1] - (height - 1) * CELL
    if flipped:
        return plan.width - x - width * CELL, plan.height - y - height * CELL
    return x, y


def centre_of(at: Square, variant: Variant, flipped: bool) -> tuple[float, float]:
    """Return the centre of a square."""
    x, y = corner(at, variant, flipped)
    return x + CELL / 2, y + CELL / 2
