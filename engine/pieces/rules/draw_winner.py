"""Draws that one side wins: White, Black, or the side with more pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_WINNERS = {"none": "", "whitedrawodds": "White", "blackdrawodds": "Black", "unweighted": "more"}


def _read(draft: Draft) -> Mapping[str, object]:
    winner = draft.settings.text("materialCounting")
    if winner not in _WINNERS:
        draft.settings.fail("materialCounting", "not supported: points of pieces")
    return {"ends.draws": _WINNERS[winner]}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.ends.draws not in _WINNERS.values():
        yield f"draws are won by {variant.ends.draws!r}, expected White, Black or more"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("draws_won_by", variant.ends.draws, ""))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    winner = variant.ends.draws
    if winner:
        who = "the side with more pieces" if winner == "more" else winner
        yield f"Any draw counts as a win for {who}."


RULE = Rule(
    name="draw_winner",
    fields=("ends.draws",),
    keys={
        "materialCounting": Key(
            values.one_of("none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds"), "none"
        )
    },
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
    decisive=("ends.draws",),
)
