"""The description of games like Gess."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from amalthea.engine.core.board import Square
from amalthea.engine.core.variant import Variant
from amalthea.engine.stones.variant import StoneVariant


class GessSquare(Square):
    """A square of Gess: files and ranks just outside the board have labels, too."""

    __slots__ = ()
    first_label = 1  # a and 1 are the file and rank just outside the board


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GessVariant(StoneVariant):
    """A game without piece types: any 3x3 patch with stones of one side only is a piece.

    centres_outside: True if the centre of a moving patch may be just outside the board.

    A side without a ring, eight stones around an empty square, has lost. The corner of the board is
    b2, as the files and ranks just outside have labels, too.
    """

    kind: ClassVar[str] = "amalthea.engine.gess"
    least_lines: ClassVar[int] = 3
    most_lines: ClassVar[int] = 18  # with those just outside the board there are 20
    first_label: ClassVar[int] = GessSquare.first_label

    centres_outside: bool

    __hash__ = Variant.__hash__
