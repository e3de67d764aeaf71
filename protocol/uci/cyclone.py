"""How programs for xiangqi write positions and moves, in UCI-Cyclone and in UCCI.

Ranks are counted from 0, and the side to move may be `r`, for Red.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from amalthea.engine.core.variant import SQUARE, Variant
from amalthea.protocol.uci.move_text import MoveText

GAME = "xiangqi"

_RANKS = 10  # height of the boards whose ranks are counted from 0, so that each has one digit
_SQUARE = re.compile(SQUARE)
_SQUARE_FROM_0 = re.compile(r"([a-t])([0-9])", re.ASCII)
_SIDES = {"r": "w", "R": "w", "w": "w", "b": "b"}  # White is Red
_FIELDS = ("-", "-", "0", "1")  # of a FEN, behind the side to move


def move_text(variant: Variant) -> MoveText:
    """Return the reader and writer of moves of a game."""
    return MovesFrom0() if variant.ranks == _RANKS else MoveText()


class MovesFrom0(MoveText):
    """Reader and writer of moves such as `h2e2` on a board of ten ranks, counted from 0."""

    def read(self, text: str) -> str:
        return _SQUARE_FROM_0.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", text.lower())

    def write(self, move: str) -> str:
        return _SQUARE.sub(lambda found: f"{found[0][0]}{int(found[0][1:]) - 1}", move)


def shows_xiangqi(words: Sequence[str]) -> bool:
    """Return True for `startpos`, and for `fen` with a board of ten ranks."""
    return words[0] != "fen" or (len(words) > 1 and words[1].count("/") == _RANKS - 1)


def as_in_uci(words: Sequence[str]) -> list[str]:
    """Return the words after `position` as UCI has them.

    The side Red is White, and the fields behind it, which are often left out, are filled in.
    """
    at = 2 if words and words[0].lower() == "fen" else 1  # of the side to move
    if at >= len(words) or words[at] not in _SIDES:
        return list(words)
    behind = list(words[at + 1 :])
    if not behind or behind[0].lower() == "moves":
        behind = [*_FIELDS, *behind]
    return [*words[:at], _SIDES[words[at]], *behind]
