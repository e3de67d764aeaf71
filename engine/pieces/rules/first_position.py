"""The first position, as FEN, and who moves first. The module `castling` reads its rights."""

from __future__ import annotations

from collections.abc import Iterator

from amalthea.engine.core import common_rules
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.rules.rule import Rule, Text
from amalthea.engine.pieces.rules.words import Words


def _first_move(variant: PiecesVariant, words: Words) -> Iterator[str]:
    return common_rules.first_move(variant)


RULE = Rule(
    name="first_position",
    fields=("start",),
    keys={"startFen": Key(values.text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")},
    texts=(Text("Aim", _first_move),),
)
