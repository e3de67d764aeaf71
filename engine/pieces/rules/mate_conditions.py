"""Conditions of checkmate: it wins only with the checks of certain pieces, as in Shatar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.english import capitalised
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.endings import MateConditions
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_SHAK = ("knight", "rook", "bers")  # the pieces whose check is a shak
_NEVER_ALONE = "knight"


def _read(draft: Draft) -> Mapping[str, object]:
    if not draft.settings.flag("shatarMateRule"):
        return {}
    needed = tuple(letter for key in _SHAK if (letter := draft.letter(key)))
    knight = draft.letter(_NEVER_ALONE)
    never_alone = (knight,) if knight else ()
    return {"ends.mate_conditions": MateConditions(needed, never_alone)}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    rule = variant.ends.mate_conditions
    if rule is None:
        return
    if not variant.royal or variant.ends.pseudo_royals or variant.flying_general:
        yield "conditions of checkmate: expected a king in check by pieces alone"
    if not rule.needed:
        yield "conditions of checkmate: none of the pieces whose check is needed"
    if variant.ends.mate != "loss":
        yield "conditions of checkmate: expected checkmate to win"


def _letters(variant: PiecesVariant) -> Iterable[str]:
    rule = variant.ends.mate_conditions
    return (*rule.needed, *rule.never_alone) if rule else ()


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    rule = variant.ends.mate_conditions
    if rule is None:
        return {}
    values = {"needed": list(rule.needed)}
    never_alone = without_defaults(("never_alone", list(rule.never_alone), []))
    return {"mate_conditions": {**values, **never_alone}}


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    rule = variant.ends.mate_conditions
    if rule is None:
        return
    yield (
        "Checkmate ends a series of checks, often of one. It wins only if"
        f" {words.any_piece(rule.needed)} gave one of the checks of the series; otherwise the game"
        " is a draw."
    )
    if rule.never_alone:
        names = english.either(words.plural_names(rule.never_alone))
        yield f"{capitalised(names)} alone may not give mate: a side that does it has lost."


RULE = Rule(
    name="mate_conditions",
    fields=("ends.mate_conditions",),
    keys={"shatarMateRule": flag()},
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
)
