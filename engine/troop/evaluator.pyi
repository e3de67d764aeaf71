from amalthea.engine.evaluation.counted_evaluator import CountedEvaluator
from amalthea.engine.troop.position import TroopPosition

class TroopEvaluator(CountedEvaluator):
    """The hand-written evaluation of a position of Troop Chess."""

    def __init__(self, position: TroopPosition, weights: dict[str, int]) -> None:
        """Bind the evaluator to a position.

        weights: all of amalthea.engine.troop.weights.DEFAULTS by name.
        """
