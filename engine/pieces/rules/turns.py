"""Turns: a piece with settings turns into another type at the end of a move, or instead of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import letters, values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_KEY = "settings"


def settings(draft: Draft) -> Mapping[str, tuple[str, ...]]:
    """Return the types that pieces may turn into, by letter."""
    return {
        letter: letters.letters(value, _KEY, draft)
        for letter, value in letters.by_piece(_KEY, draft).items()
    }


def _errors(variant: PiecesVariant) -> Iterator[str]:
    for piece in variant.pieces:
        if piece.settings and piece.royal:
            yield f"{piece.name}: a royal piece may not turn or stand on two squares"
        if piece.letter in piece.settings:
            yield f"{piece.name}: {piece.letter!r} turns into itself"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    return (letter for piece in variant.pieces for letter in piece.settings)


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    names = [words.piece_name(piece.letter) for piece in variant.pieces if piece.settings]
    if names:
        yield (
            f"A piece with several directions ({english.either(names)}) may change its direction"
            " at the end of its move or instead of moving."
        )


RULE = Rule(
    name="turns",
    keys={_KEY: Key(values.text, "", extension=True)},
    errors=_errors,
    letters=_letters,
    texts=(Text("Turns", _sentences),),
)
