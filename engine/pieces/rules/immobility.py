"""Immobility: a piece may not go, or be dropped, where it could never move again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"immobility_allowed": not draft.settings.flag("immobilityIllegal")}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not variant.immobility_allowed and any(piece.second_square for piece in variant.pieces):
        yield "immobility cannot be forbidden for pieces on two squares"
    if not variant.immobility_allowed and variant.has_blocked_squares:
        yield "immobility cannot be forbidden where squares are blocked"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("immobility_allowed", variant.immobility_allowed, True))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if not variant.immobility_allowed:
        dropped = " or be dropped" if variant.drops else ""
        yield f"A piece may not move{dropped} where it could never move again."


RULE = Rule(
    name="immobility",
    fields=("immobility_allowed",),
    keys={"immobilityIllegal": flag()},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
