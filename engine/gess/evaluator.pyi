from amalthea.engine.evaluation.counted_evaluator import CountedEvaluator
from amalthea.engine.gess.position import GessPosition

class GessEvaluator(CountedEvaluator):
    """The hand-written evaluation of a position of Gess."""

    def __init__(self, position: GessPosition, weights: dict[str, int]) -> None:
        """Bind the evaluator to a position.

        weights: all of amalthea.engine.gess.weights.DEFAULTS by name.
        """
