"""Signs for the squares that a piece reaches and how it reaches them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.betza import Path
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType
    from amalthea.protocol.drawing.piece_sheet import Offset


@dataclass(frozen=True, slots=True)
class _Way:
    """One path to a square. direct: regardless of the squares in between."""

    move: bool
    capture: bool
    direct: bool
    conditional: bool


def signs(variant: PiecesVariant, piece: PieceType) -> dict[Offset, str]:
    """Return the sign (see piece_sheet.LEGEND) of each square that White's piece may reach."""
    return {offset: _sign(ways) for offset, ways in _ways(variant, piece).items()}


def _ways(variant: PiecesVariant, piece: PieceType) -> dict[Offset, list[_Way]]:
    """Return every path to each square that the piece may reach."""
    found: dict[Offset, list[_Way]] = {}
    for path in variant.paths(piece.moves):
        _add(found, path, path.initial)
    for path in variant.hops(piece.moves):
        for offset, step in [*path.walk()][1:]:
            way = _Way(step.move, step.capture, direct=False, conditional=False)
            found.setdefault(offset, []).append(way)
    for moves in piece.from_rank.values():
        for path in variant.paths(moves):
            _add(found, path, conditional=True)
    return found


def _add(found: dict[Offset, list[_Way]], path: Path, conditional: bool) -> None:
    for number, (offset, step) in enumerate(path.walk()):
        if not (step.move or step.capture):
            continue
        alone = len(path.steps) == 1 or max(map(abs, offset)) > 1
        way = _Way(step.move, step.capture, direct=number == 0 and alone, conditional=conditional)
        found.setdefault(offset, []).append(way)


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
