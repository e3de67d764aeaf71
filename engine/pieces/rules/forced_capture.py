"""Forced capture: a side that can capture must do so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.forced_capture": draft.settings.flag("mustCapture")}


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("forced_capture", variant.ends.forced_capture, False))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.ends.forced_capture:
        yield "Captures are compulsory: a side that can capture must do so, with any of its pieces."


RULE = Rule(
    name="forced_capture",
    fields=("ends.forced_capture",),
    keys={"mustCapture": flag()},
    read=_read,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
