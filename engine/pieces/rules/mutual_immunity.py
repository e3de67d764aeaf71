"""Mutual immunity: pieces of some types may not capture a piece of their own type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOBODY, Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"mutually_immune": draft.letters("mutuallyImmuneTypes")}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    for piece in variant.pieces:
        if piece.letter in variant.mutually_immune and (piece.royal or piece.second_square):
            yield f"{piece.name}: a king, or a piece on two squares, cannot be mutually immune"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    return variant.mutually_immune


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("mutually_immune", list(variant.mutually_immune), []))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for name in words.piece_names(variant.mutually_immune):
        yield f"{english.capitalised(english.with_article(name))} may not capture another {name}."


RULE = Rule(
    name="mutual_immunity",
    fields=("mutually_immune",),
    keys={"mutuallyImmuneTypes": Key(values.kinds, NOBODY)},
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
