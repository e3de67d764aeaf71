from engine.evaluation.counted import CountedEvaluator
from engine.kinds.stones.position import Stones

class StonesEvaluator(CountedEvaluator):
    """Evaluates patches of stones."""

    def __init__(self, stones: Stones, weights: dict[str, int]) -> None:
        """`weights`: all of engine.kinds.stones.weights.DEFAULTS by name."""
