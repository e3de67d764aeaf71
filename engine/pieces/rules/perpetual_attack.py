"""Perpetual attack: a side that attacked with every move between the repetitions has lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.common_rules import is_limit
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.second_steps import unsuited
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.perpetual_attack_loses": draft.settings.flag("perpetualAttackIllegal")}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.ends.perpetual_attack_loses:
        yield from unsuited(variant, "perpetual attacks")


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("perpetual_attack_loses", variant.ends.perpetual_attack_loses, False))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if is_limit(variant.draws.repetitions) and variant.ends.perpetual_attack_loses:
        yield (
            "Perpetual attack loses: a side may not repeat the position with moves of which each"
            " gives check or lets the moved piece attack another one. If both sides do so, the"
            " repetition counts as any other."
        )


RULE = Rule(
    name="perpetual_attack",
    fields=("ends.perpetual_attack_loses",),
    keys={"perpetualAttackIllegal": Key(values.flag, default=False, extension=True)},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _sentences),),
)
