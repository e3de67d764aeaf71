"""The letters of pieces, followed by apostrophes where 26 letters are not enough.

"N", "N'" and "N''" are three piece types. XBoard calls such letters "dressed"; of its signs for
them the apostrophe is the only one that has no other meaning in PGN. "+N" is a promoted piece, "N~"
a piece that was a pawn. White's letters are in upper case. A letter takes all signs that can belong
to it, so pieces can be written one after the other without separators, as in a FEN.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

# Parts of regular expressions.
LETTER = r"[A-Za-z]'{0,2}"
FORM = rf"\+?{LETTER}"
TOKEN = rf"{FORM}~?"  # any piece on a square

_LETTERS = re.compile(rf"(?:{LETTER})*")
_LETTER = re.compile(LETTER)
_TYPE = re.compile(rf"{FORM}|{LETTER}~")


def split(text: str) -> list[str]:
    """Split a text into letters of pieces. Raises ValueError if that is impossible."""
    if not _LETTERS.fullmatch(text):
        raise ValueError(text)
    return _LETTER.findall(text)


def without_synonyms(placement: str, synonyms: Sequence[tuple[str, str]]) -> str:
    """Return a FEN's first field with the letters of pieces instead of their synonyms.

    synonyms: other letters, each with that of the piece.
    """
    if not synonyms:
        return placement
    known = dict(synonyms)
    return _LETTER.sub(lambda found: known.get(found[0], found[0]), placement)


def is_of_type(letter: str) -> bool:
    """Return True if a piece type may have this letter: upper case, at most one of `+` and `~`."""
    return letter == letter.upper() and _TYPE.fullmatch(letter) is not None


def is_plain(letter: str) -> bool:
    """Return True if the letter is neither a promoted form nor that of a former pawn."""
    return _LETTER.fullmatch(letter) is not None


def is_piece(token: str) -> bool:
    """Return True if the token has a letter; a blocked square has none."""
    return token.upper() != token.lower()
