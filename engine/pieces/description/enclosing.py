"""Moves that enclose pieces, as data of a description."""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.engine.pieces.description.endings import MAX_PIECES
from amalthea.engine.pieces.description.regions import Region

# Where pieces are dropped: where they enclose enemies on a line between two own pieces; next to an
# own piece; not beside an enemy on a rank or file; where a piece slid in from any edge, or from the
# top, comes to rest.
DROP_RULES = ("reversi", "ataxx", "snort", "anyside", "top")
# What changes sides with a move: enemies on a line between two own pieces; enemies next to the
# square that is reached; the same, but by drops only next to an own piece.
FLIP_RULES = ("reversi", "ataxx", "quadwrangle")
# The squares of a board on which pieces change sides, as one side may come to fill all of them.
MOST_FLIPPING = MAX_PIECES


@dataclass(frozen=True, slots=True)
class Enclosing:
    """Enclosing: where pieces may be dropped, and which enemies a move makes change sides.

    drops: one of DROP_RULES, "" if pieces are dropped anywhere. first: the squares to which pieces
    are dropped, whatever they enclose, until none of these is empty.
    flips: one of FLIP_RULES, "" if none change sides.
    """

    drops: str = ""
    first: Region | None = None
    flips: str = ""
