"""Forbidden checks: no move may give check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    has_king = bool(draft.letter(KING))
    return {"ends.checking": draft.settings.flag("checking") or not has_king}


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("checking_allowed", variant.ends.checking, True))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if not variant.ends.checking:
        yield "No move may give check."


RULE = Rule(
    name="checking",
    fields=("ends.checking",),
    keys={"checking": flag(default=True)},
    read=_read,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
