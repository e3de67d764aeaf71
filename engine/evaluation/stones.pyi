from engine.board.stones import Stones
from engine.evaluation.evaluator import Evaluator

class StonesEvaluator(Evaluator):
    """Evaluates patches of stones."""

    def __init__(self, stones: Stones, weights: dict[str, int]) -> None:
        """`weights`: all of engine.evaluation.weights.DEFAULTS by name."""
