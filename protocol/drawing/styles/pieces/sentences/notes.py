"""Notes on a piece type: what its moves in Betza notation leave out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.engine.pieces.description.regions import zone_of
from amalthea.protocol.drawing.styles.pieces.sentences import promotion
from amalthea.protocol.drawing.styles.pieces.sentences.names import any_piece, piece_name
from amalthea.protocol.drawing.styles.pieces.sentences.places import ANYWHERE, on, place

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant, PieceType


def notes(variant: ArmyVariant, piece: PieceType) -> Iterator[str]:
    """Yield the notes of one piece type."""
    for start, moves in piece.from_rank.items():
        region = zone_of(start)
        if place(variant, region) == ANYWHERE:
            yield f"also `{moves}`"
        else:
            yield f"also `{moves}` from {place(variant, region)}"
    if piece.region:
        yield f"stays {on(variant, piece.region)}"
    if piece.aloof:
        yield f"may neither jump over nor capture another {piece_name(variant, piece.letter)}"
    if piece.royal:
        yield "royal"
    if piece.settings:
        yield f"may turn into {any_piece(variant, piece.settings)} after a move or instead of one"
    if piece.covers:
        yield f"also covers the square {'to its right' if piece.covers[0] else 'above it'}"
    if piece.pivots:
        yield f"may pivot into {any_piece(variant, [piece.pivots])} instead of moving"
    for each in variant.promotions:
        if each.piece == piece.letter:
            yield promotion.note(variant, each)
