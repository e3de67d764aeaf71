"""Gess and its relatives: a piece is any 3x3 patch with stones of one side only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.evaluation import HandWritten, NetFile
from amalthea.engine.evaluation.tables_file import Tables, weights_only_tables
from amalthea.engine.gess.variant import StoneVariant
from amalthea.engine.kind import EvalGradient, GameKind, Plane

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Square
    from amalthea.engine.evaluation import Evaluation
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.evaluation.features import Features
    from amalthea.engine.gess.features import StoneNumbering
    from amalthea.engine.gess.position import Stones


_SQUARES = re.compile(r"([a-t]\d+)([a-t]\d+)")  # the two squares of a move
_PATCH = tuple((right, up) for up in (-1, 0, 1) for right in (-1, 0, 1))  # relative to the centre


class StonesKind(GameKind):
    """The kind of game of Gess."""

    name = "gess"
    first_label = StoneVariant.first_label

    def position(self, variant: StoneVariant, fen: str) -> Position:
        """Return the position of a FEN. Raises FenError."""
        from amalthea.engine.gess.position import Stones

        return Stones(variant, fen)

    def position_and_evaluator(
        self, variant: StoneVariant, fen: str, evaluation: Evaluation
    ) -> tuple[Position, Evaluator]:
        """Return the position of a FEN and its evaluator. Raises FenError."""
        from amalthea.engine.gess.evaluator import StonesEvaluator
        from amalthea.engine.gess.position import Stones

        stones = Stones(variant, fen)
        if isinstance(evaluation, NetFile):
            from amalthea.engine.evaluation.net_file import net_evaluator

            features = self.features(stones)
            return stones, net_evaluator(stones, features, evaluation, self.net_rules(variant))
        return stones, StonesEvaluator(stones, dict(self.tables(variant, evaluation).weights))

    def written(self, variant: StoneVariant, before: str, move: str, after: Position) -> str:
        """Return the squares with a hyphen between them, the usual notation of Gess on the web."""
        return _SQUARES.sub(r"\1-\2", move)

    def moves_matching(self, variant: StoneVariant, position: Position, word: str) -> list[str]:
        """Return the moves that a text may mean, which may be written with or without a hyphen."""
        return super().moves_matching(variant, position, word.replace("-", ""))

    def tables(self, variant: StoneVariant, evaluation: HandWritten) -> Tables:
        """Return all weights of a hand-written evaluation. Raises TablesError."""
        return _tables(variant, evaluation)

    def gradient_terms(self, variant: StoneVariant) -> tuple[EvalGradient, ...]:
        """Return the weights to fit: those of the counts in both phases, and the tempo."""
        from amalthea.engine.gess.weights import COUNTS, PHASES

        counted = [EvalGradient(f"{name}_{phase}") for name in COUNTS for phase in PHASES]
        return (*counted, EvalGradient("stones_tempo"))

    def features(self, position: Stones) -> Features:
        """Return the input features of a net for a position."""
        from amalthea.engine.gess.features import StoneFeatures

        return StoneFeatures(position, _numbering(position.variant))

    def fullness(self, position: Stones) -> float:
        """Return the share of the stones of a new game that are left, from 0 to 1."""
        return self.features(position).fullness()

    def net_planes(self, variant: StoneVariant) -> tuple[Plane, ...]:
        """Return the planes of a net's features: stones, and rings complete or not."""
        sorts = ("stone", "ring", "ring but for one stone", "ring but for two", "filled ring")
        tokens = dict(zip("wb", self.tokens(variant), strict=True))
        return tuple(
            Plane(name, side, "" if at else token)
            for at, name in enumerate(sorts)
            for side, token in tokens.items()
        )

    def net_rules(self, variant: StoneVariant) -> str:
        """Return the name of the rules: nets are shared by all games on boards of the same size.

        How stones move hardly differs between them.
        """
        return f"stones-{variant.files}x{variant.ranks}"

    def tokens(self, variant: StoneVariant) -> tuple[str, ...]:
        """Return the letters of White's stone and Black's."""
        return variant.letter, variant.letter.lower()

    def scene(self, variant: StoneVariant, fen: str) -> dict[Square, str]:
        """Return the stone on each occupied square. Raises FenError."""
        from amalthea.engine.stones import stone_fen

        return stone_fen.read_scene(fen, variant)

    def footprint(self, variant: StoneVariant, token: str) -> tuple[Square, ...]:
        """Return the squares of a patch relative to its centre."""
        return _PATCH

    def vital(self, variant: StoneVariant, fen: str) -> tuple[tuple[str, tuple[Square, ...]], ...]:
        """Return (side, squares) for each ring. Raises FenError."""
        from amalthea.engine.stones import stone_fen

        colours = stone_fen.read(fen, variant).colours
        found = []
        for file in range(variant.files):
            for rank in range(variant.ranks):
                ring = [(file + right, rank + up) for right, up in _PATCH if right or up]
                sides = {colours.get(cell) for cell in ring}
                if len(sides) == 1 and (file, rank) not in colours and (side := sides.pop()):
                    found.append((side, tuple(ring)))
        return tuple(found)

    def weights(self) -> Mapping[str, int]:
        """Return the tunable weights of the evaluation with their default values."""
        from amalthea.engine.gess.weights import DEFAULTS

        return DEFAULTS


@lru_cache(maxsize=16)
def _tables(variant: StoneVariant, evaluation: HandWritten) -> Tables:
    return weights_only_tables(variant.name, KIND.layout(variant), evaluation)


@lru_cache(maxsize=8)
def _numbering(variant: StoneVariant) -> StoneNumbering:
    from amalthea.engine.gess.features import StoneNumbering

    return StoneNumbering(variant)


KIND = StonesKind()
