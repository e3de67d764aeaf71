"""How a piece moves, as a diagram of text: the squares around it and how it gets there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.board.variant import Variant
    from engine.kinds.army.betza import Path
    from engine.kinds.army.rules import PieceType

Offset = tuple[int, int]  # files to the right, ranks ahead

_LEAST_REACH = 2  # squares from the piece to the diagram's edge
_MOST_REACH = 4

LEGEND = (
    "O  moves or captures there     M  only moves     C  only captures     whatever lies between",
    "o  the same                    m  only moves     c  only captures     over empty squares",
    "+  moves there only as its first move, or from the rank that is named with it",
    "Lines that reach the edge of a diagram may go on beyond it.",
)


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to a square. direct: nothing that lies between matters."""

    move: bool
    capture: bool
    direct: bool
    conditional: bool


def signs(variant: Variant, piece: PieceType) -> dict[Offset, str]:
    """The sign, by LEGEND, of each square around White's piece that it may reach."""
    return {offset: _sign(ways) for offset, ways in _ways(variant, piece).items()}


def reach(found: Iterable[Offset]) -> int:
    """How many squares a diagram of these goes to each side."""
    furthest = max((max(map(abs, offset)) for offset in found), default=0)
    return min(max(furthest, _LEAST_REACH), _MOST_REACH)


def diagram(variant: Variant, piece: PieceType) -> list[str]:
    """The rows of the diagram, White's piece in brackets in the middle, ahead is up."""
    found = signs(variant, piece)
    half = reach(found)
    own = ((0, 0), piece.covers or (0, 0))
    found |= dict.fromkeys(own, piece.letter[-1])
    sides = range(-half, half + 1)
    rows = {dy: [found.get((dx, dy), ".") for dx in sides] for dy in reversed(sides)}
    return [_row(row, [half + dx for dx, at in own if at == dy]) for dy, row in rows.items()]


def _row(signs: list[str], own: list[int]) -> str:
    """A line of text; the columns of the piece itself are enclosed in brackets."""
    text = list(" ".join(signs))
    if own:
        text[2 * min(own) - 1] = "["
        text[2 * max(own) + 1] = "]"
    return "".join(text)


def _ways(variant: Variant, piece: PieceType) -> dict[Offset, list[_Way]]:
    """Every way to each square that the piece may reach."""
    found: dict[Offset, list[_Way]] = {}
    for path in variant.paths(piece.moves):
        _add(found, path, path.initial)
    for moves in piece.from_rank.values():
        for path in variant.paths(moves):
            _add(found, path, conditional=True)
    return found


def _add(found: dict[Offset, list[_Way]], path: Path, conditional: bool) -> None:
    for number, (offset, move, capture) in enumerate(_stops(path)):
        alone = len(path.steps) == 1 or max(map(abs, offset)) > 1
        way = _Way(move, capture, direct=number == 0 and alone, conditional=conditional)
        found.setdefault(offset, []).append(way)


def _stops(path: Path) -> Iterator[tuple[Offset, bool, bool]]:
    """Where a path may end, and whether by moving or capturing."""
    ends = accumulate(
        path.steps, lambda at, step: (at[0] + step.dx, at[1] + step.dy), initial=(0, 0)
    )
    next(ends)
    for end, step in zip(ends, path.steps, strict=True):
        yield end, step.move, step.capture


def _sign(ways: list[_Way]) -> str:
    free = [way for way in ways if not way.conditional]
    if not free:
        return "+"
    direct = [way for way in free if way.direct]
    kind = _kind(free)
    return kind.upper() if direct and _kind(direct) == kind else kind


def _kind(ways: list[_Way]) -> str:
    move, capture = any(way.move for way in ways), any(way.capture for way in ways)
    return "o" if move and capture else "m" if move else "c"
