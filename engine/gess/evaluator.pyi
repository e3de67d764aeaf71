from amalthea.engine.gess.position import Stones
from amalthea.engine.stones.counted_evaluator import CountedEvaluator

class StonesEvaluator(CountedEvaluator):
    """The hand-written evaluation of a position of Gess."""

    def __init__(self, stones: Stones, weights: dict[str, int]) -> None:
        """Bind the evaluator to a position.

        weights: all of amalthea.engine.gess.weights.DEFAULTS by name.
        """
