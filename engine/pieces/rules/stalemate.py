"""Stalemate: the result for the side without a legal move, or for the side with fewer pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key, flag
from amalthea.engine.pieces.rules.results import OTHER_VERBS, RESULTS, VERBS
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {
        "ends.stalemate": draft.settings.result("stalemateValue"),
        "ends.stalemate_by_count": draft.settings.flag("stalematePieceCount"),
    }


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.ends.stalemate not in RESULTS:
        yield f"stalemate is {variant.ends.stalemate!r}, expected one of {', '.join(RESULTS)}"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(
        ("stalemate", variant.ends.stalemate, "draw"),
        ("stalemate_by_piece_count", variant.ends.stalemate_by_count, False),
    )


def _decided(variant: PiecesVariant, words: Words) -> Iterator[str]:
    value = variant.ends.stalemate
    if value not in VERBS:
        return
    checked = "is not in check but " if variant.royal else ""
    if variant.ends.stalemate_by_count:
        yield (
            f"A side that {checked}has no legal move {VERBS[value]} if it has fewer pieces than"
            f" the opponent and {OTHER_VERBS[value]} if it has more; equal numbers are a draw."
        )
    else:
        yield f"A side that {checked}has no legal move {VERBS[value]}."


def _drawn(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.ends.stalemate == "draw":
        checked = "is not in check but " if variant.royal else ""
        yield f"Stalemate is a draw: the side to move {checked}has no legal move."


RULE = Rule(
    name="stalemate",
    fields=("ends.stalemate", "ends.stalemate_by_count"),
    keys={"stalemateValue": Key(values.result, "draw"), "stalematePieceCount": flag()},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _decided), Text("Draws", _drawn)),
    decisive=("ends.stalemate",),
)
