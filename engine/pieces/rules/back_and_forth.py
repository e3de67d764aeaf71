"""Moves back and forth: a side that repeats them with one piece loses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.back_and_forth_loses": draft.settings.flag("moveRepetitionIllegal")}


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("back_and_forth_loses", variant.ends.back_and_forth_loses, False))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if not variant.ends.back_and_forth_loses:
        return
    yield (
        "A side loses that comes with a piece to a square and then moves it away and back twice in"
        " a row, while nothing is captured and it is not in check. It may pass once before the"
        " last of these moves."
    )
    if variant.royal and variant.piece(variant.royal).region:
        royal = words.piece_name(variant.royal)
        yield f"This does not hold for pieces that cannot leave the region of their own {royal}."


RULE = Rule(
    name="back_and_forth",
    fields=("ends.back_and_forth_loses",),
    keys={"moveRepetitionIllegal": flag()},
    read=_read,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
)
