"""The part of a description that is the same for all games of stones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import VariantError


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StoneVariant(Variant):
    """A game in which all pieces are stones of one sort, validated when it is made.

    least_lines, most_lines: the allowed numbers of files and of ranks.
    first_label: see GameKind.
    letter: that of White's stones, upper case.

    Raises VariantError, which names the variant and what is wrong with it.
    """

    least_lines: ClassVar[int] = 1
    most_lines: ClassVar[int]
    first_label: ClassVar[int] = 0

    letter: str = "S"

    def __post_init__(self) -> None:
        for error in self.errors():
            raise VariantError(f"variant {self.name!r}: {error}")

    __hash__ = Variant.__hash__

    def errors(self) -> Iterator[str]:
        """Yield a message for each contradiction in the description."""
        least, most = self.least_lines, self.most_lines
        if not all(least <= lines <= most for lines in (self.files, self.ranks)):
            yield f"a board of {self.files}x{self.ranks} is outside {least}x{least}..{most}x{most}"
        if not re.fullmatch("[A-Z]", self.letter):
            yield f"stone letter {self.letter!r} is not an upper-case letter"
