"""A full board: the game is over as soon as no square is empty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.full_board": draft.settings.flag("adjudicateFullBoard")}


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("full_board", variant.ends.full_board, False))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.ends.full_board:
        result = "the side with more pieces wins" if variant.ends.draws == "more" else "it is drawn"
        yield f"The game is over when no square of the board is empty: {result}."


RULE = Rule(
    name="full_board",
    fields=("ends.full_board",),
    keys={"adjudicateFullBoard": flag()},
    read=_read,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
)
