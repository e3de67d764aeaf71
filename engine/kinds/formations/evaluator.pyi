from engine.evaluation.evaluator import Evaluator
from engine.kinds.formations.position import Formations

class FormationsEvaluator(Evaluator):
    """Evaluates formations of stones."""

    def __init__(self, position: Formations, weights: dict[str, int]) -> None:
        """`weights`: all of engine.kinds.formations.weights.DEFAULTS by name."""
