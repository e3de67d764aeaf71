"""Lines of boards: between the squares, or through their middles where pieces stand on points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.protocol.drawing.grid import CELL

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

_HALF = CELL // 2
_PALACE = 2  # squares from side to side of a palace


def square_lines(variant: Variant) -> str:
    """Return the lines between the squares as SVG."""
    width, height = variant.files * CELL, variant.ranks * CELL
    upright = "".join(f"M{x} 0v{height}" for x in range(CELL, width, CELL))
    lying = "".join(f"M0 {y}h{width}" for y in range(CELL, height, CELL))
    return f'<path class="grid" d="{upright}{lying}"/>'


def point_lines(variant: Variant, river: bool = False, palaces: bool = False) -> str:
    """Return the lines through the middles of the squares as SVG.

    river: leave the inner lines out between the two middle ranks. palaces: cross the three by three
    points in the middle of both ends.
    """
    width, height = ((each - 1) * CELL for each in (variant.files, variant.ranks))
    bank = (variant.ranks // 2 - 1) * CELL
    broken = f"v{bank}m0 {CELL}v{bank}"
    parts = [
        f"M{_HALF + x} {_HALF}{broken if river and 0 < x < width else f'v{height}'}"
        for x in range(0, width + 1, CELL)
    ]
    parts += [f"M{_HALF} {_HALF + y}h{width}" for y in range(0, height + 1, CELL)]
    if palaces:
        left, side = _HALF + (width - _PALACE * CELL) // 2, _PALACE * CELL
        for top in (_HALF, _HALF + height - side):
            parts.append(f"M{left} {top}l{side} {side}m0 {-side}l{-side} {side}")
    return f'<path class="grid" d="{"".join(parts)}"/>'
