"""The king's leap: its first move may be a leap of two squares, if no square on it is attacked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.english import with_article
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"safe_leap": draft.settings.flag("safeLeap")}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not variant.safe_leap:
        return
    if not variant.royal:
        yield "safe leaps need a royal piece"
        return
    first = [path for path in variant.paths(variant.piece(variant.royal).moves) if path.initial]
    leaps = [max(abs(step.dx), abs(step.dy)) for path in first for step in path.steps]
    if leaps.count(2) != len(first) or len(leaps) != len(first):
        yield "expected leaps of two squares as a royal piece's first moves"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("king_leap_avoids_attacks", variant.safe_leap, False))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.safe_leap:
        yield (
            f"On its first move {with_article(words.piece_name(variant.royal))} may leap two"
            " squares without capturing, if it is not attacked and the square it leaps over is"
            " not attacked. If it could leap over either of two squares, one that is not attacked"
            " is enough."
        )


RULE = Rule(
    name="safe_leap",
    fields=("safe_leap",),
    keys={"safeLeap": Key(values.flag, False, extension=True)},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
