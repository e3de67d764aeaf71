"""Makpong's rule: a king in check may move only to capture the piece that gives check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.checked_king_stays": draft.settings.flag("makpongRule")}


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("checked_king_stays", variant.ends.checked_king_stays, False))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.ends.checked_king_stays:
        yield "A king in check may move only to capture the piece that gives check."


RULE = Rule(
    name="makpong",
    fields=("ends.checked_king_stays",),
    keys={"makpongRule": flag()},
    read=_read,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
