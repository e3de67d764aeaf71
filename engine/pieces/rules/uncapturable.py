"""Pieces that are never captured."""

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

_RULE = "pieces that are never captured"


def _read(draft: Draft) -> Mapping[str, object]:
    return {"uncapturable": draft.letters("uncapturableTypes")}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not variant.uncapturable:
        return
    ends = variant.ends
    if variant.explosions or variant.enclosing or variant.second_steps or ends.chases:
        yield f"{_RULE} cannot be combined with explosions, enclosing, second steps or chases"
    if ends.perpetual_attack_loses or ends.bare_royal:
        yield f"{_RULE} cannot be combined with perpetual attacks or bare royal pieces"
    passing = variant.pawns.passing if variant.pawns else ()
    royal = ends.pseudo_royals.pieces if ends.pseudo_royals else ()
    for letter in variant.uncapturable:
        piece = variant.piece(letter)
        if piece.royal or piece.second_square or letter in (*passing, *royal):
            yield (
                f"{piece.name}: a royal piece, one on two squares, or one that is captured en"
                " passant cannot be uncapturable"
            )


def _letters(variant: PiecesVariant) -> Iterable[str]:
    return variant.uncapturable


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("uncapturable", list(variant.uncapturable), []))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.uncapturable:
        names = english.capitalised(words.any_piece(variant.uncapturable))
        yield f"{names} cannot be captured."


RULE = Rule(
    name="uncapturable",
    fields=("uncapturable",),
    keys={"uncapturableTypes": Key(values.kinds, NOBODY, extension=True)},
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
