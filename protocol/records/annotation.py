"""Annotations of moves as PGN has them: numeric glyphs and comments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

# The numeric glyphs of the standard that have a sign, by this sign: the one for White, of two that
# differ by colour. Source: https://en.wikipedia.org/wiki/Portable_Game_Notation
GLYPHS = {
    "!": "$1",
    "?": "$2",
    "!!": "$3",
    "??": "$4",
    "!?": "$5",
    "?!": "$6",
    "□": "$7",
    "=": "$10",
    "∞": "$13",
    "⩲": "$14",
    "⩱": "$15",
    "±": "$16",
    "∓": "$17",
    "+-": "$18",
    "-+": "$19",
    "⨀": "$22",  # zugzwang
    "○": "$26",  # space
    "⟳": "$32",  # development
    "↑": "$36",  # initiative
    "→": "$40",  # attack
    "=∞": "$44",  # compensation
    "⇆": "$132",  # counterplay
    "⊕": "$138",  # time trouble
    "∆": "$140",  # with the idea
}
_FOR_BLACK = (22, 26, 32, 36, 40, 44, 132, 138)  # the next number is Black's
_SIGNS = {glyph: sign for sign, glyph in GLYPHS.items()} | {"$11": "=", "$12": "=", "$146": "N"}
_SIGNS |= {f"${number + 1}": _SIGNS[f"${number}"] for number in _FOR_BLACK}
_COMMAND = re.compile(r"\[%[^\]]*\]")  # what a comment tells programs: [%clk 0:03:00]


@dataclass(frozen=True, slots=True)
class Annotation:
    """Glyphs and comments on a move.

    Attributes:
        glyphs: numeric, such as "$14".
        text: the comment behind the move.
        before: a comment before the move, where a variation begins with it.
    """

    glyphs: tuple[str, ...] = ()
    text: str = ""
    before: str = ""

    def __str__(self) -> str:
        """Return the signs of the glyphs, and the comment: "?! dubious"."""
        return " ".join([*(_SIGNS.get(glyph, glyph) for glyph in self.glyphs), self.text]).strip()

    @property
    def for_readers(self) -> str:
        """All comments and signs without commands to programs, such as `[%clk 0:03:00]`."""
        return " ".join(_COMMAND.sub(" ", f"{self.before} {self}").split())

    @classmethod
    def from_text(cls, text: str) -> Annotation:
        """Return the annotation that a text such as "?! dubious" shows."""
        words = text.split()
        signs = list(takewhile(GLYPHS.__contains__, words))
        return cls(tuple(GLYPHS[sign] for sign in signs), " ".join(words[len(signs) :]))


NO_ANNOTATION = Annotation()


def joined(annotations: Iterable[Annotation]) -> Annotation:
    """Return one annotation with the glyphs and comments of several on the same move."""
    every = tuple(annotations)
    return Annotation(
        tuple(dict.fromkeys(glyph for each in every for glyph in each.glyphs)),
        " ".join(each.text for each in every if each.text),
        " ".join(each.before for each in every if each.before),
    )
