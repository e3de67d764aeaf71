"""Moves as USI writes them: `7g7f`, `8h2b+` for a promotion, `P*5e` for a drop.

Files are counted from 1 on the right, ranks from `a` at the top, as the first player sees them.
"""

from __future__ import annotations

import re

from amalthea.engine.core.letters import FORM
from amalthea.engine.core.variant import SQUARE, square_name
from amalthea.engine.errors import IllegalMove
from amalthea.engine.text import clip
from amalthea.protocol.uci.move_text import MoveText

_SQUARE = re.compile(SQUARE)
_USI_SQUARE = re.compile(r"([1-9][0-9]?)([a-p])")
_STEP = rf"(?:{FORM}\*{_USI_SQUARE.pattern}|(?:{_USI_SQUARE.pattern}){{2}})(?:{FORM}|[+=-])?"
_MOVE = re.compile(rf"{_STEP}(?:,{_STEP})*", re.ASCII)
_DROP, _USI_DROP = "@", "*"
_DECLINES = "="  # a promotion; some programs write it


class UsiMoves(MoveText):
    """Reader and writer of moves on a board with so many files and ranks."""

    def __init__(self, files: int, ranks: int) -> None:
        self._files = files
        self._ranks = ranks

    def read(self, text: str) -> str:
        if not _MOVE.fullmatch(text):
            raise IllegalMove(f"{clip(text)} is no move: expected one such as 7g7f, 8h2b+ or P*5e")
        plain = text.removesuffix(_DECLINES).replace(_USI_DROP, _DROP)
        return _USI_SQUARE.sub(lambda found: self._square(text, found[1], found[2]), plain)

    def write(self, move: str) -> str:
        return _SQUARE.sub(lambda found: self._usi_square(found[0]), move.replace(_DROP, _USI_DROP))

    def _square(self, text: str, file: str, rank: str) -> str:
        """Return the engine's name of a square. text: the move, for the error message."""
        column, row = self._files - int(file), self._ranks - 1 - (ord(rank) - ord("a"))
        if column < 0 or row < 0:
            raise IllegalMove(f"{clip(text)} is no move: {file}{rank} is off the board")
        return square_name(column, row)

    def _usi_square(self, name: str) -> str:
        column, row = ord(name[0]) - ord("a"), int(name[1:])
        return f"{self._files - column}{chr(ord('a') + self._ranks - row)}"
