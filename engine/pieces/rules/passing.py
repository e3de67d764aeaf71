"""Passing: at will, or for want of another move; two passes in turn end the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import BOTH, SIDES, Key, each
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _read(draft: Draft) -> Mapping[str, object]:
    at_will, stuck = (_sides(draft, key) for key in ("pass", "passOnStalemate"))
    return {"can_pass": at_will, "passes_if_stuck": stuck}


def _sides(draft: Draft, key: str) -> tuple[bool, bool]:
    white, black = (draft.settings.flag(f"{key}{side}") for side in SIDES)
    return white, black


def _errors(variant: PiecesVariant) -> Iterator[str]:
    compulsory = variant.ends.forced_capture or (variant.drops and variant.drops.first)
    if any(variant.can_pass) and not variant.royal and compulsory:
        yield "passing cannot be combined with forced captures or drops in a game without a king"
    if any(variant.can_pass) and variant.drops and variant.drops.gating:
        yield "passing cannot be combined with gating"
    if variant.passes_by_first_piece and variant.walls:
        yield "a side without a king or a move cannot pass in a game with walls"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(
        ("passing", list(variant.can_pass), [False, False]),
        ("passing_if_stuck", list(variant.passes_if_stuck), [False, False]),
    )


def _sentences(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if any(variant.can_pass):
        yield (
            f"{_who(variant.can_pass)} may pass when not in check. The game ends when both sides"
            " pass in turn."
        )
    if any(variant.passes_if_stuck):
        checked = " and is not in check" if variant.royal else ""
        yield (
            f"{_who(variant.passes_if_stuck)} passes if it has no legal move{checked}, as long as"
            " it has a piece on the board. The game ends when both sides pass in turn."
        )


def _who(sides: tuple[bool, bool]) -> str:
    return "Either side" if all(sides) else ("White", "Black")[sides[1]]


RULE = Rule(
    name="passing",
    fields=("can_pass", "passes_if_stuck"),
    keys={
        "pass": Key(values.flag, each(False), sides=BOTH),
        "passOnStalemate": Key(values.flag, each(False), sides=BOTH),
    },
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Pieces", _sentences),),
)
