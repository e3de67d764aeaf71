"""How games of a section end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.board.fen import MAX_COUNTER
from engine.board.variant import DrawRules
from engine.kinds.army.rules import InsufficientMaterial
from engine.variants.ini import pawns
from engine.variants.ini.draft import Draft

MOST_MOVES = MAX_COUNTER // 2  # what FEN can count
NEVER = 1_000_000  # plies, or repetitions, that no game sees


def described(draft: Draft) -> Mapping[str, Any]:
    """Draws. Raises VariantError."""
    return {"draws": _draws(draft), "insufficient": _insufficient(draft, pawns.promoting(draft))}


def _draws(draft: Draft) -> DrawRules:
    """Where a number is 0 there is no such draw."""
    if draft.settings.number("nFoldRule") == 1:
        draft.settings.fail("nFoldRule", "expected 0 for none, or at least 2")
    if draft.settings.number("nMoveRule") > MOST_MOVES:
        draft.settings.fail("nMoveRule", f"expected 0 for none, to {MOST_MOVES}")
    return DrawRules(
        repetitions=draft.settings.number("nFoldRule") or NEVER,
        plies=2 * draft.settings.number("nMoveRule") or NEVER,
    )


def _insufficient(draft: Draft, promoting: set[str]) -> InsufficientMaterial:
    """A lone knight or bishop, and bishops on one shade, can mate on no board; not so what becomes
    something else.
    """
    lone = [letter for letter in map(draft.letter, ("knight", "bishop")) if letter]
    lone = [letter for letter in lone if letter not in promoting]
    bishop = draft.letter("bishop")
    return InsufficientMaterial(
        lone=tuple(lone), same_shade=tuple(letter for letter in lone if letter == bishop)
    )
