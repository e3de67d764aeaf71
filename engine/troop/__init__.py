"""Troop Chess and its relatives: groups of stones in formation move as blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from amalthea.engine.stones.kind import StonesKind
from amalthea.engine.troop.weights import DEFAULTS, FITTED

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Square
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.evaluation.features import Features
    from amalthea.engine.troop.position import TroopPosition
    from amalthea.engine.troop.variant import TroopVariant


class TroopKind(StonesKind):
    """The kind of game of Troop Chess."""

    name = "troop"
    rules_word = "formations"
    default_weights = DEFAULTS
    fitted_weights = FITTED

    def position(self, variant: TroopVariant, fen: str) -> Position:
        """Return the position of a FEN. Raises FenError."""
        from amalthea.engine.troop.position import TroopPosition

        return TroopPosition(variant, fen)

    def evaluator(self, position: TroopPosition, weights: dict[str, int]) -> Evaluator:
        """Return the hand-written evaluator of a position. weights: all weights by name."""
        from amalthea.engine.troop.evaluator import TroopEvaluator

        return TroopEvaluator(position, weights)

    def features(self, position: TroopPosition) -> Features:
        """Return the input features of a net for a position."""
        from amalthea.engine.troop.features import TroopFeatures

        return TroopFeatures(position, self.numbering(position.variant))

    def moved_stones(self, variant: TroopVariant, move: str) -> tuple[tuple[Square, Square], ...]:
        """Return (from, to) of each stone that moves, starting with the one that names the move."""
        from amalthea.engine.troop.move_text import read_move

        named = read_move(variant, move)
        return named.moved_stones() if named else ()


KIND = TroopKind()
