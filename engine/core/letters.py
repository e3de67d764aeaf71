"""How pieces are written: by a letter, with apostrophes behind it where 26 letters are not enough.

"N", "N'" and "N''" are three types: XBoard's "dressed letters", with the only sign for them that
means nothing else in PGN. "+N" is a promoted form, "N~" what has been a pawn. White's letters are
in upper case. What belongs to a letter goes on as long as it can, so that pieces stand one behind
the other with nothing between them, as in a FEN.
"""

from __future__ import annotations

import re

# Patterns, for regular expressions.
LETTER = r"[A-Za-z]'{0,2}"
FORM = rf"\+?{LETTER}"
TOKEN = rf"{FORM}~?"  # whatever stands on a square

_LETTERS = re.compile(rf"(?:{LETTER})*")
_LETTER = re.compile(LETTER)
_TYPE = re.compile(rf"{FORM}|{LETTER}~")


def split(text: str) -> list[str]:
    """The letters of pieces, as they follow each other. Raises ValueError for any other text."""
    if not _LETTERS.fullmatch(text):
        raise ValueError(text)
    return _LETTER.findall(text)


def is_of_type(letter: str) -> bool:
    """Whether a type of piece may have it: in upper case, promoted in one way at most."""
    return letter == letter.upper() and _TYPE.fullmatch(letter) is not None


def is_plain(letter: str) -> bool:
    """Whether it is no promoted form, nor of what has been a pawn."""
    return _LETTER.fullmatch(letter) is not None


def is_piece(token: str) -> bool:
    """Whether it has a letter; a blocked square has none."""
    return token.upper() != token.lower()
