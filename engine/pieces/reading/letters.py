"""Values that name pieces by letter, in keys of our own such as `settings` and `promotions`.

`+n` names a promoted form that has moves of its own.
"""

from __future__ import annotations

import re
from typing import NoReturn

from amalthea.engine.core.letters import FORM
from amalthea.engine.pieces.reading.draft import Draft
from amalthea.engine.text import clip

# Patterns are texts: few games need one of them, and chess must be read quickly.
_OF_PIECE = rf"(?P<piece>{FORM}):(?P<value>\S+)"


def matched(pattern: str, text: str) -> re.Match[str] | None:
    """Return the match of a whole text."""
    return re.fullmatch(pattern, text, re.ASCII)


def parts(key: str, draft: Draft) -> list[str]:
    """Return the words of a value."""
    return draft.settings.text(key).split()


def by_piece(key: str, draft: Draft) -> dict[str, str]:
    """Return the values of a key like `settings = s:lz l:sz` by upper-case letter.

    A parent's values for pieces that the game does not have are left out.
    """
    found: dict[str, str] = {}
    known = {piece.letter for piece in draft.pieces}

    def read(part: str) -> None:
        match = matched(_OF_PIECE, part)
        if not match:
            fail(draft, key, part, "a piece and its value as one word, like s:lz")
        if key in draft.settings.own or match["piece"].upper() in known:
            found[letter(match["piece"], key, draft)] = match["value"]

    draft.each(read, parts(key, draft))
    return found


def letters(text: str, key: str, draft: Draft) -> tuple[str, ...]:
    """Return the upper-case letters of the pieces that a text like "lz" names."""
    words = text.replace(" ", "")
    found = re.findall(FORM, words, re.ASCII)
    if "".join(found) != words:
        fail(draft, key, text, "letters of pieces")
    return tuple(draft.each(lambda each: letter(each, key, draft), found))


def letter(text: str, key: str, draft: Draft) -> str:
    """Return the upper-case letter of a piece that the game has."""
    found = text.upper()
    if found not in {piece.letter for piece in draft.pieces}:
        draft.settings.fail_letter(key, text)
    return found


def fail(draft: Draft, key: str, part: str, expected: str) -> NoReturn:
    """Raise VariantError about one word of a value."""
    draft.settings.fail(key, f"{clip(part, 30)}, expected {expected}")
