"""Empty boards of hexagons: cells in three shades, and labels along their edge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from amalthea.protocol.drawing.grid import CELL, cells, centre_of, corner, grid

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Square, Variant
    from amalthea.protocol.drawing.grid import Grid

_SHADES = 3  # no two neighbours have the same
_DARK, _MIDDLE, _LIGHT = range(_SHADES)
_MIDDLE_OPACITY = 0.5  # of the dark colour on the light one


class Label(NamedTuple):
    """A label of a file or a rank: its number from 0, and where its middle is."""

    number: int
    x: float
    y: float


def ground(variant: Variant, flipped: bool) -> str:
    """Return the empty board as SVG."""
    plan = grid(variant)
    shapes = {at: plan.path(*corner(at, variant, flipped)) for at in cells(variant)}
    return f'<path class="edge" d="{"".join(shapes.values())}"/>{_shaded(shapes)}'


def around(plan: Grid, reach: int) -> str:
    """Return the cells up to `reach` steps around a light one at 0, 0 as SVG."""
    sides, half = range(-reach, reach + 1), CELL // 2
    shapes = {}
    for files, ranks in product(sides, sides):
        if abs(files - ranks) <= reach:
            x, y = plan.offset(files, ranks)
            shapes[files, ranks + _LIGHT] = plan.path(x - half, y - half)
    return _shaded(shapes)


def _shaded(shapes: Mapping[Square, str]) -> str:
    """Return cells in three shades as SVG: the light colour with none, half or all of the dark."""
    parts: list[list[str]] = [[] for _ in range(_SHADES)]
    for (file, rank), shape in shapes.items():
        parts[(file + rank) % _SHADES].append(shape)
    dark, middle = ("".join(parts[shade]) for shade in (_DARK, _MIDDLE))
    return (
        f'<path class="light" d="{"".join(shapes.values())}"/>'
        f'<path class="dark" fill-opacity="{_MIDDLE_OPACITY}" d="{middle}"/>'
        f'<path class="dark" d="{dark}"/>'
    )


def file_labels(variant: Variant, flipped: bool, distance: float) -> Iterator[Label]:
    """Yield a label below the lowest cell of each file, `distance` units from its side."""
    for file in range(variant.files):
        if found := [at for at in cells(variant) if at[0] == file]:
            x, y = max((centre_of(at, variant, flipped) for at in found), key=lambda at: at[1])
            yield Label(file, x, y + CELL / 2 + distance)


def rank_labels(variant: Variant, flipped: bool, distance: float) -> Iterator[Label]:
    """Yield a label at the upper left of each rank's first cell, `distance` units from its side."""
    across, down = grid(variant).file
    length = math.hypot(across, down)
    far = (CELL / 2 + distance) / length
    for rank in range(variant.ranks):
        if found := [at for at in cells(variant) if at[1] == rank]:
            x, y = min(centre_of(at, variant, flipped) for at in found)
            yield Label(rank, x - far * across, y - far * down)
