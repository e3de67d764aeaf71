from engine.evaluation.counted import CountedEvaluator
from engine.kinds.formations.position import Formations

class FormationsEvaluator(CountedEvaluator):
    """Evaluates formations of stones."""

    def __init__(self, position: Formations, weights: dict[str, int]) -> None:
        """`weights`: all of engine.kinds.formations.weights.DEFAULTS by name."""
