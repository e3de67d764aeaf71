"""Pieces in hand, as GUIs show them beside the board."""

from __future__ import annotations

import re

from amalthea.engine.core.variant import Variant
from amalthea.engine.game_kinds import kind_of

_HAND = re.compile(r"\[([^\]]*)\]")


def hand_of(fen: str) -> str:
    """Return the pieces in hand of a FEN, "" for none."""
    match = _HAND.search(fen.split(" ", 1)[0])
    return match[1] if match else ""


def holdings(variant: Variant) -> int:
    """Return the number of piece types that can be in hand, for drops or for the placement."""
    held = {*kind_of(variant).hand_tokens(variant), *hand_of(variant.start)}
    return len({letter.upper() for letter in held})
