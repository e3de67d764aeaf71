"""The class of a game's positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from amalthea.engine.pieces.moves.enclosing_position import EnclosingPosition
from amalthea.engine.pieces.moves.lion_position import LionPosition
from amalthea.engine.pieces.moves.position import PiecesPosition
from amalthea.engine.pieces.moves.relocation_position import RelocationPosition
from amalthea.engine.pieces.moves.waiting_position import WaitingPosition
from amalthea.engine.pieces.moves.walled_position import WalledPosition

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import PiecesVariant
    from amalthea.engine.pieces.text.piece_fen import Setup


_OF_FAMILIES = {  # see PiecesVariant.families, of which sound descriptions have at most one
    "walls": WalledPosition,
    "lions": LionPosition,
    "relocations": RelocationPosition,
    "enclosing": EnclosingPosition,
    "waiting": WaitingPosition,
}


def new_position(
    variant: PiecesVariant, setup: Setup | str, exchange: Sequence[int] = ()
) -> PiecesPosition:
    """Return a position, see `PiecesPosition`. Raises FenError."""
    kind = PiecesPosition
    for family in variant.families:
        kind = _OF_FAMILIES[family]
    return kind(variant, setup, exchange)
