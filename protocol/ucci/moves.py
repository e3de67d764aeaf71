"""Moves as UCCI writes them: `h2e2`, where boards of ten ranks count them from 0."""

from __future__ import annotations

import re

from amalthea.engine.core.variant import SQUARE
from amalthea.protocol.uci.move_text import MoveText

RANKS_FROM_0 = 10  # height of boards whose ranks are counted from 0

_SQUARE = re.compile(SQUARE)
_UCCI_SQUARE = re.compile(r"([a-t])([0-9])", re.ASCII)


class UcciMoves(MoveText):
    """Reader and writer of moves on boards of ten ranks; others have those of UCI."""

    def read(self, text: str) -> str:
        return _UCCI_SQUARE.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", text.lower())

    def write(self, move: str) -> str:
        return _SQUARE.sub(lambda found: f"{found[0][0]}{int(found[0][1:]) - 1}", move)
