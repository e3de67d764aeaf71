"""Facing kings: royal pieces may not be left facing each other along an open rank or file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"flying_general": draft.settings.flag("flyingGeneral") and bool(draft.letter(KING))}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.flying_general and not variant.royal:
        yield "facing kings need a royal piece"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("facing_kings_forbidden", variant.flying_general, False))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.flying_general:
        royals = english.plural(words.piece_name(variant.royal))
        yield (
            f"No move may leave the two {royals} facing each other on a rank or file with nothing"
            " between them."
        )


RULE = Rule(
    name="flying_general",
    fields=("flying_general",),
    keys={"flyingGeneral": flag()},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
