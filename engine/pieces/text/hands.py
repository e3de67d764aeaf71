"""Hands in a FEN: the pieces that may be dropped, in brackets behind the board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.core.letters import LETTER, is_plain, split
from amalthea.engine.errors import FenError
from amalthea.engine.text import clip

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant

MAX_HELD = 256  # pieces in both hands and on the board

_BRACKETS = re.compile(rf"(?P<board>[^\[\]]*)\[(?P<held>(?:{LETTER}~?)*|-)\]", re.ASCII)
_EXTRA_RANK = re.compile(rf"(?P<board>[^\[\]]*)/(?P<held>(?:{LETTER}~?)*|-)", re.ASCII)

Hands = Mapping[str, int]
"""Numbers of pieces in hand, by letter; White's are in upper case."""


def take_hands(
    placement: str, variant: PiecesVariant, remarks: list[str]
) -> tuple[str, dict[str, int]]:
    """Return the board of a FEN's first field, and the pieces in hand. Raises FenError.

    Hands stand in brackets, or as a rank of their own below the board.
    """
    is_bracketed = "[" in placement or "]" in placement
    if not is_bracketed and placement.count("/") != variant.ranks:
        return placement, {}
    found = (_BRACKETS if is_bracketed else _EXTRA_RANK).fullmatch(placement)
    if not found:
        if is_bracketed:
            raise FenError(f"placement {clip(placement, 200)}, expected the hands last, like [Pp]")
        return placement, {}
    if variant.placement:  # pieces still to be placed, not dropped
        return found["board"], {}
    written = placement[len(found["board"]) :]
    held = found["held"].replace("-", "")
    if variant.drops is None and not held:
        remarks.append(f"hands {written!r} in {variant.name}, which has no drops, left out")
        return found["board"], {}
    if "~" in held or written[0] == "/":
        held = held.replace("~", "")
        remarks.append(f"hands {clip(written)} read as [{held}]")
    hands = dict(Counter(split(held)))
    dropped = hand_letters(variant)
    for letter in hands:
        if letter.upper() not in dropped:
            raise FenError(f"hands {clip(written)}: no piece {letter!r} is dropped")
    return found["board"], hands


def write_hands(hands: Hands, variant: PiecesVariant) -> str:
    """Return both hands, White's first, in the order of the description; "" in a game without
    drops, or with hands that never get empty.
    """
    if not variant.drops or variant.drops.unlimited:
        return ""
    letters = [piece.letter for piece in variant.pieces]
    both = [*letters, *(letter.lower() for letter in letters)]
    return f"[{''.join(letter * hands.get(letter, 0) for letter in both)}]"


@lru_cache(maxsize=64)
def hand_letters(variant: PiecesVariant) -> tuple[str, ...]:
    """Return the letters of all pieces that may be in hand, in the order of the description."""
    if not variant.drops:
        return ()
    return tuple(
        piece.letter
        for piece in variant.pieces
        if (variant.drops_kings or not piece.royal)
        and is_plain(piece.letter)
        and piece.letter not in variant.drops.held
    )


def full_hands(variant: PiecesVariant) -> dict[str, int]:
    """Return the hands of a game in which they never get empty: one piece of each type."""
    letters = hand_letters(variant)
    return dict.fromkeys((*letters, *map(str.lower, letters)), 1)


def flipped(hands: Hands) -> dict[str, int]:
    """Return the hands with colours exchanged."""
    return {letter.swapcase(): many for letter, many in hands.items()}
