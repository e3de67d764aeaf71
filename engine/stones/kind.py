"""The part of a kind of game that is the same for all games of stones."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from amalthea.engine.evaluation import HandWritten, NetFile
from amalthea.engine.evaluation.tables_file import Tables, weights_only_tables
from amalthea.engine.kind import EvalGradient, GameKind, Plane
from amalthea.engine.stones.fen import read_scene

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Square
    from amalthea.engine.evaluation import Evaluation
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.stones.features import StoneNumbering


class StonesKind(GameKind):
    """A kind of game in which all pieces are stones of one sort.

    rules_word: the first word of `net_rules`.
    default_weights: the tunable weights of the evaluation with their default values.
    fitted_weights: the names of those that are fitted, in the order of `Evaluator.gradient`.
    feature_sorts: the sorts of features that nets see, stones first.
    """

    rules_word: str
    default_weights: Mapping[str, int]
    fitted_weights: tuple[str, ...]
    feature_sorts: tuple[str, ...] = ("stone",)

    @abstractmethod
    def evaluator(self, position: Any, weights: dict[str, int]) -> Evaluator:
        """Return the hand-written evaluator of a position. weights: all weights by name."""

    def position_and_evaluator(
        self, variant: Any, fen: str, evaluation: Evaluation
    ) -> tuple[Position, Evaluator]:
        """Return the position of a FEN and its evaluator. Raises FenError."""
        position = self.position(variant, fen)
        if isinstance(evaluation, NetFile):
            from amalthea.engine.evaluation.net_file import net_evaluator

            features = self.features(position)
            return position, net_evaluator(position, features, evaluation, self.net_rules(variant))
        by_hand = evaluation if isinstance(evaluation, HandWritten) else HandWritten()
        return position, self.evaluator(position, dict(self.tables(variant, by_hand).weights))

    def tables(self, variant: Any, evaluation: HandWritten) -> Tables:
        """Return all weights of a hand-written evaluation. Raises TablesError."""
        return _tables(self, variant, evaluation)

    def weights(self) -> Mapping[str, int]:
        """Return the tunable weights of the evaluation with their default values."""
        return self.default_weights

    def gradient_terms(self, variant: Any) -> tuple[EvalGradient, ...]:
        """Return the weights to fit."""
        return tuple(EvalGradient(name) for name in self.fitted_weights)

    def numbering(self, variant: Any) -> StoneNumbering:
        """Return the numbering of a game's features."""
        return _numbering(variant, len(self.feature_sorts))

    def fullness(self, position: Any) -> float:
        """Return the share of the stones of a new game that are left, from 0 to 1."""
        return self.features(position).fullness()

    def net_planes(self, variant: Any) -> tuple[Plane, ...]:
        """Return the planes of a net's features: for each sort White's and Black's."""
        sides = tuple(zip("wb", self.tokens(variant), strict=True))
        return tuple(
            Plane(sort, side, "" if number else token)
            for number, sort in enumerate(self.feature_sorts)
            for side, token in sides
        )

    def net_rules(self, variant: Any) -> str:
        """Return the name of the rules: nets are shared by all games on boards of the same size.

        The moves of stones hardly differ between them.
        """
        return f"{self.rules_word}-{variant.files}x{variant.ranks}"

    def tokens(self, variant: Any) -> tuple[str, ...]:
        """Return the letters of White's stone and Black's."""
        return variant.letter, variant.letter.lower()

    def scene(self, variant: Any, fen: str) -> dict[Square, str]:
        """Return the stone on each occupied square. Raises FenError."""
        return read_scene(fen, variant)


@lru_cache(maxsize=16)
def _tables(kind: StonesKind, variant: Any, evaluation: HandWritten) -> Tables:
    return weights_only_tables(variant.name, kind.layout(variant), evaluation)


@lru_cache(maxsize=8)
def _numbering(variant: Any, sorts: int) -> StoneNumbering:
    from amalthea.engine.stones.features import StoneNumbering

    return StoneNumbering(variant, sorts)
