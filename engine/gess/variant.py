"""What games of stones are described by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from amalthea.engine.core.variant import Variant

MAX_LINES = 18  # files or ranks: 20 with those just outside the board


@dataclass(frozen=True, slots=True, kw_only=True)
class StoneVariant(Variant):
    """A game without piece types: any 3x3 patch with stones of one side alone is a piece.

    letter: of a stone, upper case. A side without a ring, eight stones around an empty cell, has
    lost. centres_outside: whether a piece that moves may have its centre just outside the board.
    The board's corner is b2: the files and ranks just outside have labels, too.
    """

    kind: ClassVar[str] = "amalthea.engine.gess"
    first_label: ClassVar[int] = 1  # files and ranks just outside have labels, too

    letter: str = "S"
    centres_outside: bool

    __hash__ = Variant.__hash__

    def faults(self) -> Iterator[str]:
        """Every contradiction in the description."""
        if not all(3 <= lines <= MAX_LINES for lines in (self.files, self.ranks)):
            most = f"{MAX_LINES}x{MAX_LINES}"
            yield f"a board of {self.files}x{self.ranks} is outside 3x3..{most}"
        if not re.fullmatch("[A-Z]", self.letter):
            yield f"stone letter {self.letter!r} is not an upper-case letter"
