"""Repetition: the result for the side to move, or for White, when a position occurs again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.common_rules import drawn_by_repetition, is_limit
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.core.variant import UNLIMITED
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key, flag
from amalthea.engine.pieces.rules.results import RESULTS, VERBS
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    """Return the rule; a number of 0 means that repetition ends nothing."""
    times = draft.settings.number("nFoldRule")
    if times == 1:
        draft.settings.fail("nFoldRule", "expected 0 for none, or at least 2")
    value = draft.settings.result("nFoldValue")
    return {
        "draws.repetitions": times or UNLIMITED,
        "draws.repetition": value,
        "ends.repetition_for_white": value != "draw" and draft.settings.flag("nFoldValueAbsolute"),
    }


def _errors(variant: PiecesVariant) -> Iterator[str]:
    value = variant.draws.repetition
    if value not in RESULTS:
        yield f"repetition is {value!r}, expected one of {', '.join(RESULTS)}"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(
        ("repetition_value_for_white", variant.ends.repetition_for_white, False)
    )


def _decided(variant: PiecesVariant, words: Words) -> Iterator[str]:
    draws = variant.draws
    if is_limit(draws.repetitions) and draws.repetition in VERBS:
        who = "White" if variant.ends.repetition_for_white else "the side to move"
        often = english.times(draws.repetitions)
        yield f"If the same position occurs {often}, {who} {VERBS[draws.repetition]}."


def _drawn(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for condition in drawn_by_repetition(variant):
        yield f"The game is a draw {condition}."


RULE = Rule(
    name="repetition",
    fields=("draws.repetitions", "draws.repetition", "ends.repetition_for_white"),
    keys={
        "nFoldRule": Key(values.number, 3),
        "nFoldValue": Key(values.result, "draw", requires=("nFoldRule",)),
        "nFoldValueAbsolute": flag(requires=("nFoldRule",)),
    },
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _decided), Text("Draws", _drawn)),
)
