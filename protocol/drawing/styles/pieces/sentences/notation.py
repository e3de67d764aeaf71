"""Sentences on how moves are written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.engine.core import english
from amalthea.engine.pieces.rules.promotion import is_demotion

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant
    from amalthea.engine.pieces.rules.words import Words


def notation(variant: PiecesVariant, words: Words) -> Iterator[str]:
    """Yield sentences on how each kind of move is written."""
    yield "A move is written as the square that the piece leaves and the one it goes to: `b2b3`."
    if variant.castlings:
        names = words.piece_names(map(variant.castles, variant.castlings))
        yield f"Castling is written as the move of the {english.either(names)}."
    promoting = [each for each in variant.promotions if not is_demotion(each)]
    forms = {letter for promotion in promoting for letter in promotion.to}
    if any(letter[0] != "+" for letter in forms):
        yield "For a promotion, the letter of the new piece follows in lower case."
    if any(letter[0] == "+" for letter in forms):
        yield "For a promotion to a promoted form, `+` follows."
    if len(promoting) < len(variant.promotions):
        yield "For a change from a promoted form back to the original one, `-` follows."
    if variant.second_steps:
        yield (
            "A move that captures on its way names both steps: `b2b3,b3c4` captures on b3 and goes"
            " on to c4. A pass names its square twice: `b2b2`."
        )
    if variant.drops:
        yield "A drop is the piece's letter in upper case, `@` and the square: `P@e5`."
    if any(piece.settings for piece in variant.pieces):
        yield (
            "For a turn, the letter of the new direction follows; a turn on the spot names its"
            " square twice."
        )
    if any(piece.second_square for piece in variant.pieces):
        yield (
            "A piece on two squares is named by the left or lower one, before and after the move."
            " For a pivot, the letter of the new piece follows."
        )
    if variant.placement:
        yield (
            "A placement is the piece's letter, `@` and its square; both sides' are written"
            " together, White's first: `P@e5,p@d4`."
        )
