"""Burning: pieces that remove all enemies next to where they come, and enemies that come there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOBODY, Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.second_steps import unsuited
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"burning": draft.letters("burningTypes")}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.burning:
        yield from unsuited(variant, "burning")
        if variant.rights or variant.mutually_immune or variant.uncapturable:
            yield "burning cannot be combined with castling, immune or uncapturable pieces"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    return variant.burning


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("burning", list(variant.burning), []))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if not variant.burning:
        return
    name = words.any_piece(variant.burning)
    yield (
        f"When {name} has moved, or a piece has become one, all enemy pieces on the squares next to"
        " it leave the board: they are burnt."
    )
    yield (
        f"A piece that moves next to an enemy {words.alternatives(variant.burning)} is burnt"
        " itself, and burns nothing; its capture stands."
    )


RULE = Rule(
    name="burning",
    fields=("burning",),
    keys={"burningTypes": Key(values.kinds, NOBODY, extension=True)},
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
