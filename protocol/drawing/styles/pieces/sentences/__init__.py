"""Sentences on games of pieces: the rules' own, by chapter, and how moves are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from amalthea.engine.pieces.rules import registry
from amalthea.protocol.drawing.styles.pieces.sentences.names import words
from amalthea.protocol.drawing.styles.pieces.sentences.notation import notation

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant


def chapters(variant: PiecesVariant) -> Mapping[str, list[str]]:
    """Return the sentences of a game by chapter, in order."""
    named = words(variant)
    return {**registry.chapters(variant, named), "Notation": list(notation(variant, named))}
