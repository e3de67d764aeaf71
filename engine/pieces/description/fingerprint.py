"""What a net or fitted numbers must agree with to be of use in a game of pieces."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.pieces.description.endings import Ends
from amalthea.engine.pieces.description.variant import EnPassant

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant, PawnRules


@lru_cache(maxsize=64)
def rules_of(variant: ArmyVariant) -> str:
    """What a net must agree with: the board, how pieces move on it, and what they become."""
    parts: tuple[object, ...]
    parts = (variant.files, variant.ranks, variant.blocked, variant.pawns, variant.promotions)
    unusual = [p.unusual for p in variant.promotions]
    if variant.drops:
        parts = (*parts, variant.drops)
    if variant.ends != Ends() or any(map(any, unusual)) or variant.limits or not variant.stranding:
        parts = (*parts, variant.ends, unusual, sorted(variant.limits.items()), variant.stranding)
        parts = (*parts, *variant.ends.unusual)
    if variant.flying_general or any(piece.region for piece in variant.pieces):
        parts = (*parts, variant.flying_general, [piece.region for piece in variant.pieces])
    if aloof := [piece.letter for piece in variant.pieces if piece.aloof]:
        parts = (*parts, "aloof", aloof)
    if any(variant.passes):
        parts = (*parts, "passes", variant.passes)
    if variant.safe_leap:
        parts = (*parts, "safe leap")
    if variant.pawns and (variant.pawns.resetting is not None or _unusual(variant.pawns)):
        parts = (*parts, variant.pawns.resetting, *_unusual(variant.pawns))
    pieces = [replace(piece, name="", from_rank={}) for piece in variant.pieces]
    further = [sorted(piece.from_rank.items(), key=str) for piece in variant.pieces]
    return hashlib.blake2b(repr((parts, pieces, further)).encode(), digest_size=8).hexdigest()


def _unusual(pawns: PawnRules) -> tuple[object, ...]:
    """What captures in passing have that those of chess have not."""
    rules = pawns.en_passant
    if rules is None or rules == EnPassant(rules.steps, rules.always_shown):
        return ()
    return rules.also, rules.every, rules.taken, rules.takers, rules.region
