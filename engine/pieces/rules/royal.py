"""The royal piece: it may not be left attacked, and checkmate ends the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from amalthea.engine.core.fingerprint import without_defaults
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.results import RESULTS
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words

_CHECKMATE = {
    "loss": "Checkmate wins: the enemy",
    "win": "A side that is checkmated wins: its",
    "draw": "Checkmate is a draw: the",
}


def _read(draft: Draft) -> Mapping[str, object]:
    return {"ends.mate": draft.settings.result("checkmateValue")}


def _errors(variant: PiecesVariant) -> Iterator[str]:
    if variant.ends.mate not in RESULTS:
        yield f"checkmate is {variant.ends.mate!r}, expected one of {', '.join(RESULTS)}"


def _fingerprint(variant: PiecesVariant) -> Mapping[str, object]:
    return without_defaults(("checkmate", variant.ends.mate, "loss"))


def _checkmate(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.royal and variant.ends.checking:
        yield (
            f"{_CHECKMATE[variant.ends.mate]} {words.piece_name(variant.royal)} is attacked, and"
            " no legal move ends the attack."
        )


def _safety(variant: PiecesVariant, words: Words) -> Iterator[str]:
    if variant.royal:
        yield f"A side may not leave its {words.piece_name(variant.royal)} attacked."


RULE = Rule(
    name="royal",
    fields=("ends.mate",),
    keys={"checkmateValue": Key(values.result, "loss")},
    read=_read,
    errors=_errors,
    fingerprint=_fingerprint,
    texts=(Text("Aim", _checkmate), Text("Pieces", _safety)),
)
