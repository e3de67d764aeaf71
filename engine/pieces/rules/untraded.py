"""Pieces that are not traded off, as the lions of Chu Shogi."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant, Untraded
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOBODY, Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.second_steps import unsuited
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    pieces = draft.letters("untradedTypes")
    minor = draft.letters("untradedMinorTypes")
    return {"untraded": Untraded(pieces, minor)} if pieces else {}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if not variant.untraded:
        return
    yield from unsuited(variant, "untraded pieces")
    if variant.ends.counting or (variant.pawns and variant.pawns.en_passant):
        yield "untraded pieces cannot be combined with en passant or a counting rule"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    rule = variant.untraded
    return (*rule.pieces, *rule.minor) if rule else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rule = variant.untraded
    if rule is None:
        return {}
    found = without_defaults(("pieces", list(rule.pieces), []), ("minor", list(rule.minor), []))
    return {"untraded": found}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rule = variant.untraded
    if rule is None:
        return
    piece, names = words.any_piece(rule.pieces), english.either(words.plural_names(rule.pieces))
    others = f", other than {words.any_piece(rule.minor)}," if rule.minor else ""
    yield (
        f"There is no trade of {names}: {piece} captures an enemy's that is not next to it only if"
        " it could not be recaptured there, or together with a piece"
        f"{others} that it captures on its way."
    )
    yield (
        f"When another piece has captured {piece}, no other piece may capture {piece} of that side"
        " with the next move, except on the square of that capture."
    )


RULE = Rule(
    name="untraded",
    fields=("untraded", "untraded.pieces", "untraded.minor"),
    keys={
        "untradedTypes": Key(values.kinds, NOBODY, extension=True),
        "untradedMinorTypes": Key(
            values.kinds, NOBODY, extension=True, requires=("untradedTypes",)
        ),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
