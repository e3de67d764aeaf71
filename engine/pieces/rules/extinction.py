"""Extinction: the result for a side that has lost nearly all pieces of a type, or of all types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core import english
from amalthea.engine.core.english import uncapitalised
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.endings import Extinction
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import NOBODY, Key, flag
from amalthea.engine.pieces.reading.values import ALL_PIECES
from amalthea.engine.pieces.rules.results import RESULTS, VERBS
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_VALUE = ("extinctionValue",)
_RULES = (*_VALUE, "extinctionPseudoRoyal")


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.extinctions": tuple(_extinctions(draft))}


def _extinctions(draft: Draft) -> Iterator[Extinction]:
    """Yield the rule of the section if it has one: for some types, or for all pieces together."""
    settings = draft.settings
    value = settings.text("extinctionValue")
    pseudo_royal = settings.flag("extinctionPseudoRoyal")
    if value == "none" or (pseudo_royal and not settings.flag("blastOnCapture")):
        return
    kinds = settings.kinds("extinctionPieceTypes")
    if kinds:
        yield Extinction(
            pieces=() if ALL_PIECES in kinds else draft.letters("extinctionPieceTypes"),
            left=settings.number("extinctionPieceCount"),
            against=settings.number("extinctionOpponentPieceCount"),
            claim=settings.flag("extinctionClaim"),
            value=value,
        )


def _errors(variant: PiecesVariant) -> Iterator[str]:
    for rule in variant.ends.extinctions:
        if rule.value not in RESULTS:
            yield f"extinction is {rule.value!r}, expected one of {', '.join(RESULTS)}"
        if rule.left < 0 or rule.against < 0:
            yield f"extinction of {rule.left} pieces against {rule.against}, expected none below 0"


def _letters(variant: PiecesVariant) -> Iterator[str]:
    return (letter for rule in variant.ends.extinctions for letter in rule.pieces)


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    extinctions = [
        without_defaults(
            ("pieces", list(rule.pieces), []),
            ("left", rule.left, 0),
            ("against", rule.against, 0),
            ("claim", rule.claim, False),
            ("value", rule.value, "loss"),
        )
        for rule in variant.ends.extinctions
    ]
    return without_defaults(("extinctions", extinctions, []))


def _decided(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for rule in variant.ends.extinctions:
        if rule.value in VERBS:
            subject, condition = _extinct_side(words, rule)
            yield f"{subject} {VERBS[rule.value]}{condition}."


def _drawn(variant: PiecesVariant, words: Words) -> Iterator[str]:
    for rule in variant.ends.extinctions:
        if rule.value == "draw":
            subject, condition = _extinct_side(words, rule)
            yield f"The game is a draw if there is {uncapitalised(subject)}{condition}."


def _extinct_side(words: Words, rule: Extinction) -> tuple[str, str]:
    """Return the side that has few pieces left, with the number of enemy pieces required."""
    names = words.piece_names(rule.pieces) or ["piece"]
    left = f"at most {english.number(rule.left)}" if rule.left else "no"
    nouns = names if rule.left == 1 else [english.plural(name) for name in names]
    subject = f"A side with {english.either([f'{left} {noun}' for noun in nouns])} left"
    least = rule.against
    if not least:
        return subject, ""
    against = f" against {english.number(least)} or more"
    if rule.claim:
        against += f" ({english.number(least + 1)} or more if it is to move)"
    return subject, against


RULE = Rule(
    name="extinction",
    fields=("ends.extinctions",),
    keys={
        "extinctionValue": Key(values.result, "none"),
        "extinctionClaim": flag(requires=_VALUE),
        "extinctionPieceTypes": Key(values.kinds_or_all, NOBODY, requires=_RULES),
        "extinctionPieceCount": Key(values.number, 0, requires=_RULES),
        "extinctionOpponentPieceCount": Key(values.number, 0, requires=_VALUE),
    },
    read=_read,
    errors=_errors,
    letters=_letters,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _decided), Text("Draws", _drawn)),
    decisive=("ends.extinctions",),
)
