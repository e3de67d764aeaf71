"""Passing: a side that is not in check may pass; two passes in turn end the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import BOTH, SIDES, Key, each
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    """Return whether each side may pass, which is written as a king's move to its own square."""
    white, black = (draft.settings.flag(f"pass{side}") for side in SIDES)
    if (white or black) and not draft.letter(KING):
        draft.settings.fail("pass", "not supported: passing without a king")
    return {"can_pass": (white, black)}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if any(variant.can_pass) and (variant.rights or not variant.royal):
        yield "passing needs a royal piece and a game without rights"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("passing", list(variant.can_pass), [False, False]))


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if any(variant.can_pass):
        who = "Either side" if all(variant.can_pass) else ("White", "Black")[variant.can_pass[1]]
        yield f"{who} may pass when not in check. The game ends when both sides pass in turn."


RULE = Rule(
    name="passing",
    fields=("can_pass",),
    keys={"pass": Key(values.flag, each(False), sides=BOTH)},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
