"""Facing kings: royal pieces may not face each other along an open rank or file, or diagonal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key, flag
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    flies = draft.settings.flag("flyingGeneral") and bool(draft.letter(KING))
    diagonals = flies and draft.settings.flag("flyingGeneralDiagonals")
    return {"flying_general": flies, "flying_diagonals": diagonals}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.flying_general and not variant.royal:
        yield "facing kings need a royal piece"
    if variant.flying_diagonals and not variant.flying_general:
        yield "kings that face each other on diagonals do so on ranks and files, too"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(
        ("facing_kings_forbidden", variant.flying_general, False),
        ("facing_on_diagonals", variant.flying_diagonals, False),
    )


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.flying_general:
        royals = english.plural(words.piece_name(variant.royal))
        lines = "a rank, a file or a diagonal" if variant.flying_diagonals else "a rank or file"
        yield (
            f"No move may leave the two {royals} facing each other on {lines} with nothing"
            " between them."
        )


RULE = Rule(
    name="flying_general",
    fields=("flying_general", "flying_diagonals"),
    keys={
        "flyingGeneral": flag(),
        "flyingGeneralDiagonals": Key(
            values.flag, False, requires=("flyingGeneral",), extension=True
        ),
    },
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
