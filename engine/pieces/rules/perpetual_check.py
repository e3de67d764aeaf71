"""Perpetual check: a side that gave check on every move between the repetitions has lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.common_rules import is_limit
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.perpetual_check_loses": draft.settings.flag("perpetualCheckIllegal")}


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("perpetual_check_loses", variant.ends.perpetual_check_loses, False))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if is_limit(variant.draws.repetitions) and variant.ends.perpetual_check_loses:
        yield (
            "Perpetual check loses: a side may not repeat the position with moves that all give"
            " check."
        )


RULE = Rule(
    name="perpetual_check",
    fields=("ends.perpetual_check_loses",),
    keys={"perpetualCheckIllegal": flag()},
    read=_read,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
)
