"""The games that tests run over, and typed ways to what only some kinds of games have."""

from __future__ import annotations

from engine import new_position, variants
from engine.board.variant import Variant
from engine.kinds.army.rules import ArmyVariant, PieceType


def army(name: str) -> ArmyVariant:
    """A game of pieces, by its name."""
    variant = variants.get(name)
    assert isinstance(variant, ArmyVariant), f"{name} has no pieces"
    return variant


def piece_types(variant: Variant) -> tuple[PieceType, ...]:
    """The pieces of a game; none of a game that has no types of them."""
    return variant.pieces if isinstance(variant, ArmyVariant) else ()


def begins_in_secret(name: str) -> bool:
    """Whether both sides choose before play begins."""
    return len(new_position(name).choosers()) > 1
