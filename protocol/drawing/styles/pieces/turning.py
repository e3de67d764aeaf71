"""Drawings of turns: a piece before and after its turn, and the turn itself.

All drawings are from White's point of view.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from amalthea.protocol.drawing.grid import CELL, centre_of, corner
from amalthea.protocol.drawing.squares import Cell, covered, extent

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

# In units, of which a square is CELL wide.
_TURN = 44  # radius of the arrow around a piece
_HEAD = 13  # length and half width of its head
_DOT = 8  # radius of the dot at its start
_INSET = 7  # inset of the frame around a piece on two squares

_COLOUR = "#c0392b"
_LINE = f'fill="none" stroke="{_COLOUR}" stroke-width="8"'
_DASHED = f'fill="none" stroke="{_COLOUR}" stroke-width="6" stroke-dasharray="20 12"'

_Point = tuple[float, float]


def turn(at: Cell, before: int, after: int, variant: Variant) -> str:
    """Return an arrow around a piece from one direction to another, the shorter way.

    before, after: the directions in degrees, clockwise from straight up.
    """
    way = (after - before + 180) % 360 - 180
    return _arc(centre_of(at, variant, False), _TURN, before, way)


def pivot(
    start: Cell, before: str, end: Cell, after: str, variant: Variant
) -> tuple[Cell, str] | None:
    """Return the square around which a piece on several squares has turned, and an arrow.

    Returns None unless exactly one square is covered both before and after.
    """
    old, new = covered(start, before, variant), covered(end, after, variant)
    shared = set(old) & set(new)
    if len(shared) != 1 or len(old) != len(new):
        return None
    (centre,) = shared
    angles = [_angle(centre, _farthest(centre, cells)) for cells in (old, new)]
    way = (angles[1] - angles[0] + 180) % 360 - 180
    return centre, _arc(centre_of(centre, variant, False), CELL, angles[0], way)


def faint(drawing: str) -> str:
    """Return a drawing with reduced opacity."""
    return f'<g class="faint" opacity="0.4">{drawing}</g>'


def outline(at: Cell, token: str, variant: Variant) -> str:
    """Return a frame where a piece stood or will stand."""
    size = extent(variant, token)
    x, y = corner(at, variant, False, size)
    width, height = (cells * CELL - 2 * _INSET for cells in size)
    return (
        f'<rect class="outline" {_DASHED} x="{x + _INSET}" y="{y + _INSET}" width="{width}"'
        f' height="{height}" rx="10"/>'
    )


def _farthest(centre: Cell, cells: Sequence[Cell]) -> Cell:
    return max(cells, key=lambda cell: math.dist(centre, cell))


def _angle(origin: Cell, goal: Cell) -> int:
    return round(math.degrees(math.atan2(goal[0] - origin[0], goal[1] - origin[1])))


def _arc(centre: _Point, radius: float, angle: float, way: float) -> str:
    """Return an arrow on a circle from an angle by `way` degrees, anticlockwise if negative."""
    sweep = int(way > 0)
    sign = 1 if sweep else -1
    tip = _on_circle(centre, radius, angle + way)
    back = angle + way - sign * math.degrees(_HEAD / radius)
    neck = _on_circle(centre, radius, back)
    first = _on_circle(centre, radius, angle)
    large = int(abs(way) > 180)
    inner, outer = (_on_circle(centre, radius + side, back) for side in (-_HEAD, _HEAD))
    arc = f"M{_at(first)}A{radius} {radius} 0 {large} {sweep} {_at(neck)}"
    return (
        f'<g fill="{_COLOUR}"><circle cx="{first[0]:.1f}" cy="{first[1]:.1f}" r="{_DOT}"/>'
        f'<path class="turn" {_LINE} d="{arc}"/>'
        f'<path d="M{_at(inner)}L{_at(tip)}L{_at(outer)}z"/></g>'
    )


def _on_circle(centre: _Point, radius: float, angle: float) -> _Point:
    """Return the point in a direction, in degrees clockwise from straight up."""
    radians = math.radians(angle)
    return centre[0] + radius * math.sin(radians), centre[1] - radius * math.cos(radians)


def _at(point: _Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
