"""Gess and its relatives: a piece is any 3x3 patch with stones of one side only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import SQUARE
from amalthea.engine.gess.variant import GessSquare, GessVariant
from amalthea.engine.gess.weights import DEFAULTS
from amalthea.engine.stones.kind import StonesKind

if TYPE_CHECKING:
    from amalthea.engine.core.board import Tokens
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Square
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.evaluation.features import Features
    from amalthea.engine.gess.position import GessPosition


_SQUARES = re.compile(rf"({SQUARE})({SQUARE})")  # the two squares of a move
_PATCH = tuple((right, up) for up in (-1, 0, 1) for right in (-1, 0, 1))  # relative to the centre


class GessKind(StonesKind):
    """The kind of game of Gess."""

    name = "gess"
    square = GessSquare
    rules_word = "stones"
    default_weights = DEFAULTS
    fitted_weights = tuple(DEFAULTS)
    feature_sorts = ("stone", "ring", "ring but for one stone", "ring but for two", "filled ring")

    def position(self, variant: GessVariant, fen: str) -> Position:
        """Return the position of a FEN. Raises FenError."""
        from amalthea.engine.gess.position import GessPosition

        return GessPosition(variant, fen)

    def evaluator(self, position: GessPosition, weights: dict[str, int]) -> Evaluator:
        """Return the hand-written evaluator of a position. weights: all weights by name."""
        from amalthea.engine.gess.evaluator import GessEvaluator

        return GessEvaluator(position, weights)

    def full_notation(
        self, variant: GessVariant, before: Tokens, move: str, after: Position
    ) -> str:
        """Return the squares with a hyphen between them, the usual notation of Gess on the web."""
        return _SQUARES.sub(r"\1-\2", move)

    def moves_matching(self, variant: GessVariant, position: Position, word: str) -> list[str]:
        """Return the moves that a text may mean, which may be written with or without a hyphen."""
        return super().moves_matching(variant, position, word.replace("-", ""))

    def features(self, position: GessPosition) -> Features:
        """Return the input features of a net for a position."""
        from amalthea.engine.gess.features import GessFeatures

        return GessFeatures(position, self.numbering(position.variant))

    def footprint(self, variant: GessVariant, token: str) -> tuple[Square, ...]:
        """Return the squares of a patch relative to its centre."""
        return _PATCH

    def vital_structures(
        self, variant: GessVariant, contents: Tokens
    ) -> tuple[tuple[str, tuple[Square, ...]], ...]:
        """Return (side, squares) for each ring."""
        colours = {at: "w" if token == variant.letter else "b" for at, token in contents.items()}
        found = []
        for file in range(variant.files):
            for rank in range(variant.ranks):
                ring = [(file + right, rank + up) for right, up in _PATCH if right or up]
                sides = {colours.get(cell) for cell in ring}
                if len(sides) == 1 and (file, rank) not in colours and (side := sides.pop()):
                    found.append((side, tuple(ring)))
        return tuple(found)


KIND = GessKind()
