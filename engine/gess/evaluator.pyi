from amalthea.engine.gess.position import Stones
from amalthea.engine.stones.counted_evaluator import CountedEvaluator

class StonesEvaluator(CountedEvaluator):
    """Evaluates patches of stones."""

    def __init__(self, stones: Stones, weights: dict[str, int]) -> None:
        """`weights`: all of amalthea.engine.gess.weights.DEFAULTS by name."""
