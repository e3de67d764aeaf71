from amalthea.engine.stones.counted_evaluator import CountedEvaluator
from amalthea.engine.troop.position import Formations

class FormationsEvaluator(CountedEvaluator):
    """Evaluates formations of stones."""

    def __init__(self, position: Formations, weights: dict[str, int]) -> None:
        """`weights`: all of amalthea.engine.troop.weights.DEFAULTS by name."""
