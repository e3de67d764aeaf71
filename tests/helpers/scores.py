"""Static scores of positions."""

from __future__ import annotations

from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import Evaluation
from amalthea.engine.evaluators import position_and_evaluator


def score_of(variant: Variant, fen: str, evaluation: Evaluation | None = None) -> int:
    """Return the static score from White's view. evaluation: the default one if None."""
    _, evaluator = position_and_evaluator(variant, fen, (), evaluation)
    return evaluator.score()
