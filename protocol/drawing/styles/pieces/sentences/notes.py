"""Notes on a piece type: rules that the Betza notation of its moves leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.engine.pieces.description.regions import zone_of
from amalthea.engine.pieces.rules import promotion
from amalthea.engine.pieces.rules.places import ANYWHERE
from amalthea.protocol.drawing.styles.pieces.sentences.names import words

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType


def notes(variant: PiecesVariant, piece: PieceType) -> Iterator[str]:
    """Yield the notes of one piece type."""
    named = words(variant)
    for start, moves in piece.from_rank.items():
        region = zone_of(start)
        if named.place(region) == ANYWHERE:
            yield f"also `{moves}`"
        else:
            yield f"also `{moves}` from {named.place(region)}"
    if piece.region:
        yield f"stays {named.on(piece.region)}"
    if piece.ignores_own_type:
        yield f"may neither jump over nor capture another {named.piece_name(piece.letter)}"
    if piece.royal:
        yield "royal"
    if piece.letter in variant.burning:
        yield "burns all enemies next to where it comes, and those that come next to it"
    if piece.letter in variant.uncapturable:
        yield "cannot be captured"
    if piece.settings:
        yield f"may turn into {named.any_piece(piece.settings)} after a move or instead of one"
    if piece.second_square:
        yield f"also covers the square {'to its right' if piece.second_square[0] else 'above it'}"
    if piece.pivots:
        yield f"may pivot into {named.any_piece([piece.pivots])} instead of moving"
    for each in variant.promotions:
        if each.piece == piece.letter:
            yield promotion.note(named, each)
