"""The description of games like Gess."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from amalthea.engine.core.variant import Variant

MAX_LINES = 18  # files or ranks; those just outside the board make 20


@dataclass(frozen=True, slots=True, kw_only=True)
class StoneVariant(Variant):
    """A game without piece types: any 3x3 patch with stones of one side only is a piece.

    letter: that of a stone, upper case.
    centres_outside: True if the centre of a moving patch may be just outside the board.

    A side without a ring, eight stones around an empty square, has lost. The corner of the board is
    b2, as the files and ranks just outside have labels, too.
    """

    kind: ClassVar[str] = "amalthea.engine.gess"
    first_label: ClassVar[int] = 1  # a and 1 are the file and rank just outside the board

    letter: str = "S"
    centres_outside: bool

    __hash__ = Variant.__hash__

    def faults(self) -> Iterator[str]:
        """Yield a message for each contradiction in the description."""
        if not all(3 <= lines <= MAX_LINES for lines in (self.files, self.ranks)):
            most = f"{MAX_LINES}x{MAX_LINES}"
            yield f"a board of {self.files}x{self.ranks} is outside 3x3..{most}"
        if not re.fullmatch("[A-Z]", self.letter):
            yield f"stone letter {self.letter!r} is not an upper-case letter"
