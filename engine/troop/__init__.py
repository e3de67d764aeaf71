"""Troop Chess and its relatives: groups of stones in formation move as blocks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.evaluation import HandWritten, NetFile
from amalthea.engine.evaluation.tables_file import Tables, weights_only_tables
from amalthea.engine.kind import EvalGradient, GameKind, Plane

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Square
    from amalthea.engine.evaluation import Evaluation
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.evaluation.features import Features
    from amalthea.engine.troop.features import FormationNumbering
    from amalthea.engine.troop.position import Formations
    from amalthea.engine.troop.variant import FormationVariant


class FormationsKind(GameKind):
    """The kind of game of Troop Chess."""

    name = "troop"

    def position(self, variant: FormationVariant, fen: str) -> Position:
        """Return the position of a FEN. Raises FenError."""
        from amalthea.engine.troop.position import Formations

        return Formations(variant, fen)

    def position_and_evaluator(
        self, variant: FormationVariant, fen: str, evaluation: Evaluation
    ) -> tuple[Position, Evaluator]:
        """Return the position of a FEN and its evaluator. Raises FenError."""
        from amalthea.engine.troop.evaluator import FormationsEvaluator
        from amalthea.engine.troop.position import Formations

        position = Formations(variant, fen)
        if isinstance(evaluation, NetFile):
            from amalthea.engine.evaluation.net_file import net_evaluator

            features = self.features(position)
            return position, net_evaluator(position, features, evaluation, self.net_rules(variant))
        weights = dict(self.tables(variant, evaluation).weights)
        return position, FormationsEvaluator(position, weights)

    def tables(self, variant: FormationVariant, evaluation: HandWritten) -> Tables:
        """Return all weights of a hand-written evaluation. Raises TablesError."""
        return _tables(variant, evaluation)

    def gradient_terms(self, variant: FormationVariant) -> tuple[EvalGradient, ...]:
        """Return the weights to fit: those of the counts in both phases, tempo and stalling."""
        from amalthea.engine.troop.weights import COUNTS, PHASES

        counted = [EvalGradient(f"{name}_{phase}") for name in COUNTS for phase in PHASES]
        return (*counted, EvalGradient("formations_tempo"), EvalGradient("formations_stalling"))

    def features(self, position: Formations) -> Features:
        """Return the input features of a net for a position."""
        from amalthea.engine.troop.features import FormationFeatures

        return FormationFeatures(position, _numbering(position.variant))

    def fullness(self, position: Formations) -> float:
        """Return the share of the stones of a new game that are left, from 0 to 1."""
        return self.features(position).fullness()

    def net_planes(self, variant: FormationVariant) -> tuple[Plane, ...]:
        """Return the planes of a net's features: the stones of each side."""
        sides = zip("wb", self.tokens(variant), strict=True)
        return tuple(Plane("stone", side, token) for side, token in sides)

    def net_rules(self, variant: FormationVariant) -> str:
        """Return the name of the rules: nets are shared by all games on boards of the same size."""
        return f"formations-{variant.files}x{variant.ranks}"

    def tokens(self, variant: FormationVariant) -> tuple[str, ...]:
        """Return the letters of White's stone and Black's."""
        return variant.letter, variant.letter.lower()

    def scene(self, variant: FormationVariant, fen: str) -> dict[Square, str]:
        """Return the stone on each occupied square. Raises FenError."""
        from amalthea.engine.stones import stone_fen

        return stone_fen.read_scene(fen, variant)

    def block(self, variant: FormationVariant, move: str) -> tuple[tuple[Square, Square], ...]:
        """Return (from, to) of each stone that moves, starting with the one that names the move."""
        from amalthea.engine.troop.move_text import read_move

        named = read_move(variant, move)
        return named.block() if named else ()

    def weights(self) -> Mapping[str, int]:
        """Return the tunable weights of the evaluation with their default values."""
        from amalthea.engine.troop.weights import DEFAULTS

        return DEFAULTS


@lru_cache(maxsize=16)
def _tables(variant: FormationVariant, evaluation: HandWritten) -> Tables:
    return weights_only_tables(variant.name, KIND.layout(variant), evaluation)


@lru_cache(maxsize=8)
def _numbering(variant: FormationVariant) -> FormationNumbering:
    from amalthea.engine.troop.features import FormationNumbering

    return FormationNumbering(variant)


KIND = FormationsKind()
