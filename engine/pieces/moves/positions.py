"""The class of a game's positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from amalthea.engine.pieces.moves.position import PiecesPosition
from amalthea.engine.pieces.moves.walled_position import WalledPosition

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant
    from amalthea.engine.pieces.text.piece_fen import Setup


def new_position(
    variant: PiecesVariant, setup: Setup | str, exchange: Sequence[int] = ()
) -> PiecesPosition:
    """Return a position, see `PiecesPosition`. Raises FenError."""
    kind = WalledPosition if variant.walls else PiecesPosition
    return kind(variant, setup, exchange)
