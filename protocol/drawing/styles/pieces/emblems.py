"""Emblems: drawings made from the moves of a piece, for types without a drawing of their own.

A dot is a leap, or the end of a path with several routes; an arrow is a rider; a bent line is a
path that turns; an arrow that starts away from the centre is a hopper, or a rider that may not stop
nearby. A hollow dot or a thin line only moves, a cross or a red line only captures.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.betza import Path, Step
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType

Offset = tuple[int, int]  # files to the right, ranks ahead
Point = tuple[float, float]
Sort = Literal["leap", "slide", "hop", "far", "bend"]
_Drawn = tuple[Sort, tuple[Offset, ...], str]  # sort, corners, kind
Ways = Mapping[
    tuple[Sort, tuple[Offset, ...]], str
]  # by sort and corners: o, m or c as in a diagram

_CACHED_TYPES = 1_000  # piece types; each emblem is compared with all others of its game
_MIDDLE = 50  # of a square in units, of which it is 100 wide
_REACH = 31  # from the middle to the furthest leap
_ENDS = 37  # from the middle to the end of a slide
_BEGINS = 10  # likewise, to its beginning
_HURDLE = 23  # likewise, to the beginning of a slide behind a hurdle
_HEAD = 8  # length and width of an arrow's head
_DOTS = {1: 8.5, 2: 6.0}  # radius of a dot by the longest leap
_LEAST_DOT = 4.5  # that of longer ones
_MOVES, _CAPTURES = "#3f9d78", "#d9604f"  # on the surfaces of both sides


@lru_cache(maxsize=_CACHED_TYPES)
def ways(variant: PiecesVariant, piece: PieceType) -> Ways:
    """Return the ways in which White's piece moves, without those of first moves and of ranks.

    A way is drawn as one sign of the emblem.
    """
    limit = max(variant.files, variant.ranks) - 1
    found: dict[tuple[Sort, tuple[Offset, ...]], str] = {}
    paths = (*variant.paths(piece.moves), *variant.hops(piece.moves))
    ways_to = Counter([*path.walk()][-1][0] for path in paths if _is_walk(path))
    for path in paths:
        if path.initial:
            continue
        *_, (end, last) = path.walk()
        drawn: Iterable[_Drawn] = _drawn(path, limit)
        if _is_walk(path) and ways_to[end] > 1:
            drawn = [("leap", (end,), _kind(*_stops(last)))]
        for sort, corners, kind in drawn:
            known = found.get((sort, corners), kind)
            found[sort, corners] = kind if known == kind else "o"
    return found


def looks_ahead(found: Ways) -> bool:
    """Return True if Black's piece moves in other ways than White's, as a pawn does."""
    turned = {
        (sort, tuple((-dx, -dy) for dx, dy in corners)): kind
        for (sort, corners), kind in found.items()
    }
    return turned != dict(found)


def emblem(found: Ways) -> str:
    """Return the emblem of these ways on a square of 100 by 100 units."""
    leaps = [corners[-1] for sort, corners in found if sort in ("leap", "bend")]
    scale = _REACH / max((math.hypot(*at) for at in leaps), default=1)
    size = _DOTS.get(max((max(map(abs, at)) for at in leaps), default=1), _LEAST_DOT)
    parts = [_own_square()]
    hurdled = {corners for sort, corners in found if sort == "hop"}
    for (sort, corners), kind in sorted(found.items()):
        if sort == "leap":
            parts.append(_dot(_point(corners[0], scale), size, kind))
        elif sort == "bend":
            parts.append(_bend([_point(at, scale) for at in corners], 0.8 * size, kind))
        else:
            begins = _BEGINS if sort == "slide" else _HURDLE
            ends = _HURDLE - 3 if sort == "slide" and corners in hurdled else _ENDS
            parts.append(_arrow(corners[0], begins, ends, kind))
    return "".join(parts)


def _drawn(path: Path, limit: int) -> Iterator[_Drawn]:
    """Yield the signs that are drawn for a path."""
    steps = [(step.dx, step.dy) for step in path.steps]
    ends = [end for end, _ in path.walk()]
    first, last = path.steps[0], path.steps[-1]
    if path.hops:
        yield "hop", (ends[0],), _kind(last.move, last.capture)
    elif len(set(steps)) > 1:
        corner = next(n for n, (one, other) in enumerate(pairwise(steps)) if one != other)
        yield "bend", (ends[corner], ends[min(corner + 2, len(ends) - 1)]), _kind(*_stops(last))
        if any(_stops(first)):
            yield "leap", (ends[0],), _kind(*_stops(first))
    elif len(steps) > 1 and len(steps) == limit // max(map(abs, steps[0])):
        yield "slide" if any(_stops(first)) else "far", (ends[0],), _kind(*_stops(last))
        if any(_stops(first)) and max(map(abs, ends[0])) > 1:
            yield "leap", (ends[0],), _kind(*_stops(first))
    else:
        for end, step in zip(ends, path.steps, strict=True):
            if any(_stops(step)):
                yield "leap", (end,), _kind(*_stops(step))


def _is_walk(path: Path) -> bool:
    """Return True for a path of several steps that may only end with the last one."""
    stops = any(step.move or step.capture for step in path.steps[:-1])
    return len(path.steps) > 1 and not path.hops and not stops


def _stops(step: Step) -> tuple[bool, bool]:
    """Return whether a path may end here by a move, and by a capture."""
    return step.move, step.capture


def _kind(move: bool, capture: bool) -> str:
    return "o" if move and capture else "m" if move else "c"


def _colour(kind: str) -> str:
    return {"o": "{ink}", "m": _MOVES, "c": _CAPTURES}[kind]


def _line(kind: str) -> str:
    width = 3 if kind == "m" else 5
    return f'fill="none" stroke="{_colour(kind)}" stroke-width="{width}"'


def _own_square() -> str:
    side = 9
    at = _MIDDLE - side / 2
    return f'<rect x="{at}" y="{at}" width="{side}" height="{side}" fill="{{ink}}" stroke="none"/>'


def _point(at: Offset, scale: float) -> Point:
    """Return the point of a square that a leap reaches."""
    return _MIDDLE + at[0] * scale, _MIDDLE - at[1] * scale


def _dot(at: Point, size: float, kind: str) -> str:
    x, y = at
    if kind == "c":
        arm = size * 0.8
        both = f"l{2 * arm:.3g} {2 * arm:.3g}m0 {-2 * arm:.3g}l{-2 * arm:.3g} {2 * arm:.3g}"
        cross = f"M{x - arm:.3g} {y - arm:.3g}{both}"
        return f'<path d="{cross}" {_line(kind)}/>'
    inside = f'fill="{_colour(kind)}" stroke="none"' if kind == "o" else _line(kind)
    return f'<circle cx="{x:.3g}" cy="{y:.3g}" r="{size}" {inside}/>'


def _bend(points: Sequence[Point], size: float, kind: str) -> str:
    """Return a bent line to the last point, with a dot there."""
    way = "".join(f"L{x:.3g} {y:.3g}" for x, y in points)
    x, y = points[-1]
    inside = f'fill="{_colour(kind)}" stroke="none"'
    dot = f'<circle cx="{x:.3g}" cy="{y:.3g}" r="{size:.3g}" {inside}/>'
    return f'<path d="M{_MIDDLE} {_MIDDLE}{way}" {_line(kind)} stroke-linejoin="round"/>{dot}'


def _arrow(step: Offset, begins: float, ends: float, kind: str) -> str:
    angle = math.degrees(math.atan2(step[0], step[1]))
    head = f"M{-_HEAD} {_HEAD - ends}L0 {-ends}L{_HEAD} {_HEAD - ends}" if ends == _ENDS else ""
    return (
        f'<path d="M0 {-begins}V{-ends}{head}" {_line(kind)}'
        f' transform="translate({_MIDDLE} {_MIDDLE}) rotate({angle:.4g})"/>'
    )
