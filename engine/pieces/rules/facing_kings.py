"""Facing kings as in Janggi: the side to move parts them, or passes and ends the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.english import plural
from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import flag
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.facing_ends": draft.settings.flag("bikjangRule")}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.ends.facing_ends and (not all(variant.can_pass) or variant.flying_general):
        yield (
            "kings that face each other end a game only if both sides may pass, without"
            " flyingGeneral"
        )


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("facing_ends", variant.ends.facing_ends, False))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.ends.facing_ends:
        royal = words.piece_name(variant.royal)
        yield (
            f"While the {plural(royal)} face each other along an open rank or file, the side to"
            " move must part them or pass. It may then pass even in check, and the game ends."
        )


RULE = Rule(
    name="facing_kings",
    fields=("ends.facing_ends",),
    keys={"bikjangRule": flag()},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
