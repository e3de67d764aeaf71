"""Keys of Fairy-Stockfish for rules that are missing here: only their defaults are accepted."""

from __future__ import annotations

from amalthea.engine.pieces.reading import values
from amalthea.engine.pieces.reading.keys import Key
from amalthea.engine.pieces.reading.values import Reader
from amalthea.engine.pieces.rules.rule import Rule


def _key(
    rule: str, read: Reader = values.flag, default: object = False, requires: tuple[str, ...] = ()
) -> Key:
    return Key(read, default, lacks=rule, requires=requires)


RULE = Rule(
    name="missing",
    keys={
        "twoBoards": _key("two boards"),
        "oppositeCastling": _key("castling to the side that the other did not choose"),
        "castlingWins": _key("wins by castling", values.text, "-"),
        "petrifyBlastPieces": _key(
            "exploded pieces that leave walls", requires=("blastOnCapture",)
        ),
        "wallOrMove": _key("walls instead of moves", requires=("wallingRule",)),
    },
)
