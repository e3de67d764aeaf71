"""Insufficient material: with too few pieces neither side can win by mate, which is a draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.pieces.description.variant import InsufficientMaterial, PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import SIDES
from amalthea.engine.pieces.rules.promotion import promoting
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    """Return the pieces that mate on no board: a lone knight or bishop, and bishops on one shade.

    Pieces that promote are left out.
    """
    lone = [letter for letter in map(draft.letter, ("knight", "bishop")) if letter]
    becoming = promoting(draft)
    lone = [letter for letter in lone if letter not in becoming and not _confines_kings(draft)]
    bishop = draft.letter("bishop")
    material = InsufficientMaterial(
        lone=tuple(lone), same_shade=tuple(letter for letter in lone if letter == bishop)
    )
    return {"insufficient": material}


def _confines_kings(draft: Draft) -> bool:
    """Return True if a king may be easier to mate: by a region, facing kings or blocked squares."""
    if "*" in draft.start.placement or draft.settings.flag("flyingGeneral"):
        return True
    return any(draft.settings.is_set(f"mobilityRegion{side}King") for side in SIDES)


def _letters(variant: PiecesVariant) -> Iterator[str]:
    yield from variant.insufficient.lone
    yield from variant.insufficient.same_shade


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.drawing_king:
        yield "Bare kings are a draw."
    if not variant.ends.only_mate_wins:
        return
    material = variant.insufficient
    if material.lone:
        pieces = words.any_piece(material.lone)
        yield f"A king with only {pieces} against a lone king is a draw."
    if material.same_shade:
        names = english.both(words.plural_names(material.same_shade))
        yield (
            f"Kings with only {names} are a draw if all {names} stand on squares of the same"
            " colour."
        )


RULE = Rule(
    name="insufficient_material",
    fields=("insufficient",),
    read=_read,
    letters=_letters,
    texts=(Text("Draws", _sentences),),
)
